package org.demur.generation.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.demur.failure.GatewayException;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.inference.onnx.ReferenceModel;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordedOpinionsTest {
    @TempDir private Path folder;

    @Test
    void anOpinionIsDraftedWithWhatTheModelToldOfIt() throws IOException {
        // given
        var recorded =
                recorded(
                        """
                        {"question": "How many bikes?", "opinion": {"sql": "SELECT COUNT(*) FROM bike",
                          "evidence": {"max-entropy": 0.25, "sum-log-probability": -0.5}}}
                        {"question": "Who?", "opinion": null}
                        {"question": "Why?", "opinion": {"sql": "SELECT COUNT(*) FROM bike",
                          "evidence": {"sum-log-probability": -4.0}}}
                        """);

        // when
        var drafted = recorded.generate(asked("How many bikes?"), ReferenceModel.SCHEMA);

        // then
        assertThat(drafted)
                .isInstanceOfSatisfying(
                        Generation.Drafts.class,
                        drafts -> {
                            assertThat(drafts.candidates()).hasSize(1);
                            assertThat(drafts.best().sql()).isEqualTo("SELECT COUNT(*) FROM bike");
                            assertThat(drafts.best().evidence())
                                    .containsEntry(Measurement.MAX_ENTROPY, 0.25);
                            assertThat(drafts.best().score()).isEqualTo(-0.5);
                        });
        assertThat(recorded.generate(asked("Who?"), ReferenceModel.SCHEMA))
                .isInstanceOf(Generation.Declined.class);
        assertThat(recorded.generate(asked("Why?"), ReferenceModel.SCHEMA))
                .as("what a model gives up as unlikely")
                .isInstanceOf(Generation.Declined.class);
    }

    @Test
    void aQuestionThatNobodyRecordedIsNoQuestionWithoutOpinion() throws IOException {
        var recorded = recorded("{\"question\": \"Who?\", \"opinion\": null}\n");

        assertThatThrownBy(() -> recorded.generate(asked("How many bikes?"), ReferenceModel.SCHEMA))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("How many bikes?");
    }

    @Test
    void whatIsNoRecordingIsRefused() throws IOException {
        for (String text : List.of("no JSON", "[1]", "{\"question\": [")) {
            assertThatThrownBy(() -> recorded(text))
                    .as(text)
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("has no recorded opinions");
        }
        Path plain = Files.writeString(folder.resolve("plain.jsonl.gz"), "{}");
        assertThatThrownBy(() -> new RecordedOpinions(plain))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("has no recorded opinions");
    }

    private RecordedOpinions recorded(String lines) throws IOException {
        Path file = folder.resolve("opinions.jsonl.gz");
        try (var packed = new GZIPOutputStream(new FileOutputStream(file.toFile()))) {
            packed.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        return new RecordedOpinions(file);
    }

    private static Question asked(String text) {
        return new Question("q", "shop", text);
    }
}
