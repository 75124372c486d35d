package org.demur.schema.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.demur.file.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ArtifactFilesTest {
    private static final String KEY = Sha256.of("key");
    private static final byte[] CONTENT = "content".getBytes(StandardCharsets.UTF_8);

    @TempDir private Path folder = Path.of("");

    @Test
    void aPartIsFoundUnderItsKeyOnly() {
        // given
        var artifacts = new ArtifactFiles(new Cache(folder), "shop");

        // when
        artifacts.keep("values", KEY, CONTENT);

        // then
        assertThat(artifacts.find("values", KEY)).contains(ByteBuffer.wrap(CONTENT));
        assertThat(artifacts.find("values", Sha256.of("other"))).isEmpty();
        assertThat(artifacts.find("pairs", KEY)).isEmpty();
        assertThat(new ArtifactFiles(new Cache(folder), "other").find("values", KEY)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 39, 41})
    void aFileThatIsCutShortCountsAsAbsent(int bytes) throws IOException {
        // given
        var artifacts = new ArtifactFiles(new Cache(folder), "shop");
        artifacts.keep("values", KEY, CONTENT);
        var file = folder.resolve("derived/shop.values");

        // when
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));

        // then
        assertThat(artifacts.find("values", KEY)).isEmpty();
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsNoTrouble() throws IOException {
        // given
        var blocked = Files.createFile(folder.resolve("file"));
        var artifacts = new ArtifactFiles(new Cache(blocked), "shop");

        // when
        artifacts.keep("values", KEY, CONTENT);

        // then
        assertThat(artifacts.find("values", KEY)).isEmpty();
    }
}
