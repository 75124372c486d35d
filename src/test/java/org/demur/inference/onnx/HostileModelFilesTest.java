package org.demur.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A model file that is not what it should be is told, and nothing else happens. */
final class HostileModelFilesTest {
    private static byte[] encoder;
    private static byte[] decoder;

    @TempDir private Path home;

    @BeforeAll
    static void read() {
        var shipped = ModelManifest.read(Path.of(""));
        encoder = shipped.content("generator-ehrsql-encoder");
        decoder = shipped.content("generator-ehrsql-decoder");
    }

    @BeforeEach
    void writeModel() throws IOException {
        Files.createDirectories(home.resolve("models"));
        Files.write(home.resolve("models/m.onnx"), encoder);
        manifest("models/m.onnx", Sha256.of(home.resolve("models/m.onnx")));
    }

    private void manifest(String file, String digest) throws IOException {
        Files.writeString(
                home.resolve("models/manifest.json"),
                "{\"models\": [{\"id\": \"m\", \"file\": \"%s\", \"sha256\": \"%s\"}]}"
                        .formatted(file, digest));
    }

    @Test
    void theListedFileIsRead() {
        assertThat(ModelManifest.read(home).content("m")).isEqualTo(encoder);
    }

    @Test
    void aFileOfAnotherDigestIsRefused() throws IOException {
        Files.write(home.resolve("models/m.onnx"), decoder);
        refused(() -> ModelManifest.read(home).content("m"), "models/m.onnx is not the file");
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        Files.delete(home.resolve("models/m.onnx"));
        refused(() -> ModelManifest.read(home).content("m"), "models/m.onnx is missing");
    }

    @Test
    void aModelThatIsNotListedIsNamed() {
        refused(() -> ModelManifest.read(home).content("other"), "lists no model other");
    }

    @Test
    void aBrokenManifestIsNamed() throws IOException {
        Files.writeString(home.resolve("models/manifest.json"), "{\"models\": [");
        refused(() -> ModelManifest.read(home), "manifest.json cannot be read");
    }

    @Test
    void withoutAManifestNothingIsListed() throws IOException {
        Files.delete(home.resolve("models/manifest.json"));
        assertThat(ModelManifest.read(home).has("m")).isFalse();
    }

    static List<Named<byte[]>> noEncoders() throws IOException {
        byte[] foreign;
        try (var in =
                Objects.requireNonNull(
                        HostileModelFilesTest.class.getResourceAsStream(
                                "/all-minilm-l6-v2-q.onnx"))) {
            foreign = in.readAllBytes();
        }
        return List.of(
                Named.of("an empty file", new byte[0]),
                Named.of("a text", "not a model".getBytes(StandardCharsets.UTF_8)),
                Named.of("half a file", Arrays.copyOf(encoder, encoder.length / 2)),
                Named.of("an unknown opset", unknownOpset()),
                Named.of("another half", decoder),
                Named.of("another model", foreign));
    }

    /** The import of operators of the default domain, at a version that there is not. */
    private static byte[] unknownOpset() {
        byte[] changed = encoder.clone();
        // field 8 of the model: a message of 4 bytes, of which field 1 is the empty domain, field 2
        // the version
        byte[] imported = {0x42, 0x02, 0x10, 0x11};
        for (int at = changed.length - imported.length; at >= 0; at--) {
            if (Arrays.equals(changed, at, at + imported.length, imported, 0, imported.length)) {
                changed[at + imported.length - 1] = 0x7f;
                return changed;
            }
        }
        throw new AssertionError("the model imports no operators of version 17");
    }

    @ParameterizedTest
    @MethodSource("noEncoders")
    void whatIsNoGeneratorIsRefused(byte[] content) {
        refused(
                () -> PointerModel.open(content, decoder, QuestionReader.INPUTS),
                "a local model cannot be used");
    }

    @ParameterizedTest
    @MethodSource("noEncoders")
    void whatIsNoChannelIsRefused(byte[] content) {
        var vocabulary =
                Vocabulary.parse(
                        PointerModel.open(encoder, decoder, QuestionReader.INPUTS).vocabulary());
        refused(() -> ChannelModel.open(content, vocabulary), "a local model cannot be used");
    }

    @Test
    void theChannelOfAnotherGeneratorIsRefused() {
        var channel = ModelManifest.read(Path.of("")).content("generator-ehrsql-channel");
        var other = new Vocabulary(List.of("a", "b"), List.of("<", ">"), List.of(), Map.of(), 9);
        refused(() -> ChannelModel.open(channel, other), "another generator's");
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_MODEL_FILE))
                .hasMessageContaining(why);
    }
}
