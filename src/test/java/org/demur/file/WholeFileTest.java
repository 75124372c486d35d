package org.demur.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WholeFileTest {
    @TempDir private Path folder = Path.of("");

    @Test
    void aFileReplacesTheOneBeforeAndItsFolderIsMade() throws IOException {
        // given
        Path file = folder.resolve("new/here.txt");
        WholeFile.write(file, bytes("before"));
        // when
        WholeFile.write(file, bytes("after"));
        // then
        assertThat(file).hasContent("after");
        assertThat(entries(folder.resolve("new"))).containsExactly("here.txt");
    }

    @Test
    void whatFailsHalfWayLeavesTheOldFileAndNothingElse() throws IOException {
        // given
        Path file = folder.resolve("here.txt");
        WholeFile.write(file, bytes("before"));
        WholeFile.Content failing =
                output -> {
                    output.write(bytes("half"));
                    throw new IOException("the disk is full");
                };
        // when, then
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> WholeFile.write(file, failing))
                .withMessage("the disk is full");
        assertThat(file).hasContent("before");
        assertThat(entries(folder)).containsExactly("here.txt");
    }

    @Test
    void othersMayReadAFileAsFarAsTheUserAllows() throws IOException {
        // given
        Path usual = Files.createFile(folder.resolve("usual.txt"));
        // when
        WholeFile.write(folder.resolve("here.txt"), bytes("content"));
        // then
        assertThat(Files.getPosixFilePermissions(folder.resolve("here.txt")))
                .isEqualTo(Files.getPosixFilePermissions(usual));
    }

    @Test
    void theCacheLiesWhereTheUserSays() {
        // when
        var own = UserCache.folder(Map.of("DEMUR_CACHE", "/a", "XDG_CACHE_HOME", "/b"));
        var shared = UserCache.folder(Map.of("DEMUR_CACHE", " ", "XDG_CACHE_HOME", "/b"));
        var byDefault = UserCache.folder(Map.of());
        // then
        assertThat(own).isEqualTo(Path.of("/a"));
        assertThat(shared).isEqualTo(Path.of("/b/demur"));
        assertThat(byDefault).endsWith(Path.of(".cache/demur")).isAbsolute();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Stream<String> entries(Path place) throws IOException {
        try (Stream<Path> entries = Files.list(place)) {
            return entries.map(entry -> entry.getFileName().toString()).toList().stream();
        }
    }
}
