package org.demur.generation.llm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.inference.Completion;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SqlAnswerTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("completions")
    void isReadStrictly(JsonNode given) {
        // given
        var completion = Completion.of(given.path("completion").asText());

        // when
        var read =
                switch (given.path("form").asText("whole")) {
                    case "after label" -> SqlAnswer.afterLabel(completion);
                    case "last block" -> SqlAnswer.lastBlock(completion);
                    default -> SqlAnswer.whole(completion);
                };

        // then
        var text =
                switch (read) {
                    case SqlAnswer.Sql(var sql) -> sql;
                    case SqlAnswer.NotAnswerable() -> "not answerable";
                    case SqlAnswer.Unreadable() -> "unreadable";
                };
        assertThat(text).isEqualTo(given.path("read").asText());
    }

    static Stream<Named<JsonNode>> completions() throws IOException {
        var file = Path.of("src/test/resources/models/sql-answers.yaml").toFile();
        return StreamSupport.stream(new YAMLMapper().readTree(file).spliterator(), false)
                .map(one -> Named.of(one.path("name").asText(), one));
    }
}
