package org.demur.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WordPiecesTest {
    private static WordPieces pieces;
    private static HuggingFaceTokenizer tokenizer;

    @BeforeAll
    static void open() throws IOException {
        var manifest = ModelManifest.read(Path.of(""));
        var model =
                PointerModel.open(
                        manifest.content("generator-cross-encoder"),
                        manifest.content("generator-cross-decoder"),
                        Set.of("ids", "pool", "features", "relations"));
        pieces = new WordPieces(SchemaVocabulary.parse(model.vocabulary()).words());
        try (var vocabulary =
                Objects.requireNonNull(
                        WordPiecesTest.class.getResourceAsStream(
                                "/all-minilm-l6-v2-q-tokenizer.json"))) {
            tokenizer = HuggingFaceTokenizer.newInstance(vocabulary, Map.of());
        }
    }

    @AfterAll
    static void close() {
        tokenizer.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "How many bikes were sold in 2024?",
                "customer.name = 'O''Hara'",
                "unfathomably antidisestablishmentarian x9y8z7",
                "  Spaces\tand\nlines ",
                ""
            })
    void areThoseOfTheModelThatTheTrainingBeganWith(String text) {
        var encoded = tokenizer.encode(text).getIds();

        // without the marks at both ends
        assertThat(pieces.of(text))
                .isEqualTo(Arrays.stream(encoded, 1, encoded.length - 1).boxed().toList());
    }

    @Test
    void aWordWithoutPiecesIsUnknown() {
        assertThat(pieces.of("\uD83D\uDEB2")).containsExactly(pieces.unknown());
        assertThat(pieces.of("a".repeat(101))).containsExactly(pieces.unknown());
    }

    @Test
    void withoutAPieceForUnknownWordsTheModelIsBroken() {
        assertThatThrownBy(() -> new WordPieces(List.of("a", "b")))
                .isInstanceOf(GatewayException.class);
    }
}
