package org.demur.evaluation.frozen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FrozenFolderTest {
    private static final String YAML =
            """
            name: books
            predictions: predictions.json
            votes: votes.json
            verdicts:
              before: before.json
              after: after.json
            gold: gold.json
            databases: books.sqlite
            """;

    @TempDir Path folder;

    @BeforeEach
    void recordings() throws IOException {
        write("frozen.yaml", YAML);
        write("predictions.json", "{\"q1\": \"SELECT 1\", \"q2\": \"no idea\"}");
        write("votes.json", "{\"q1\": [\"SELECT 1\", \"SELECT 2\"]}");
        write("before.json", "{\"q1\": [\"answerable\"], \"q2\": \"not_answerable\"}");
        write("after.json", "{\"q1\": [\"Correct\"]}");
        write("gold.json", "{\"q1\": \"SELECT 1\", \"q2\": null}");
        write("books.sqlite", "");
    }

    @Test
    void recordingsAreJoinedByQuestion() {
        // when
        var read = FrozenFolder.read(folder);

        // then
        assertThat(read.items())
                .containsExactly(
                        new FrozenItem(
                                "q1",
                                "",
                                null,
                                "SELECT 1",
                                List.of("SELECT 1", "SELECT 2"),
                                true,
                                true),
                        new FrozenItem("q2", "", null, "no idea", List.of(), false, null));
        assertThat(read.gold()).containsEntry("q1", "SELECT 1").containsEntry("q2", null);
    }

    @Test
    void goldMayBeAListOfRecordsWithQuestionsAndDatabases() throws IOException {
        // given
        write(
                "gold.json",
                """
                {"questions": [{"id": "q1", "db_id": "shop", "question": "One?", "query": "SELECT 1"}]}
                """);

        // when
        var item = FrozenFolder.read(folder).items().getFirst();

        // then
        assertThat(item.database()).isEqualTo("shop");
        assertThat(item.question()).isEqualTo("One?");
    }

    @Test
    void aQuestionWithoutWordsIsNotKnown() throws IOException {
        // given
        write("gold.json", "[{\"id\": \"q1\", \"question\": \" \", \"query\": \"null\"}]");

        // when
        var frozen = FrozenFolder.read(folder);

        // then
        assertThat(frozen.items().getFirst().question()).isNull();
        assertThat(frozen.gold()).containsEntry("q1", null);
    }

    @Test
    void aRecordThatOccursTwiceIsRefused() throws IOException {
        // given
        var record = "{\"id\": \"q1\", \"query\": \"SELECT 1\"}";
        write("gold.json", "[%s, %s]".formatted(record, record));

        // then
        assertThatThrownBy(() -> FrozenFolder.read(folder))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("gold.json: 1 duplicate ids: q1");
    }

    @Test
    void anUnknownKeyIsRefusedByName() throws IOException {
        // given
        write("frozen.yaml", YAML + "vote: votes.json\n");

        // then
        assertThatThrownBy(() -> FrozenFolder.read(folder))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("[vote]");
    }

    @Test
    void aMissingPredictionIsAnErrorAndNoAbstention() throws IOException {
        // given
        write("predictions.json", "{\"q1\": \"SELECT 1\"}");

        // then
        assertThatThrownBy(() -> FrozenFolder.read(folder))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("lacks `predictions` for 1 questions: q2");
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }
}
