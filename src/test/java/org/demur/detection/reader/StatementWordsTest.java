package org.demur.detection.reader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases are those that {@code models/training/toy_reader.py} holds its Python twin to. */
final class StatementWordsTest {
    record Case(Set<String> names, String sql, String words) {}

    static List<Case> cases() throws IOException {
        try (var file =
                StatementWordsTest.class.getResourceAsStream("/detection/statement-words.json")) {
            return List.of(new ObjectMapper().readValue(file, Case[].class));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aStatementReadsAsTheReaderWasTrainedToReadIt(Case statement) {
        assertThat(StatementWords.of(statement.sql(), statement.names()))
                .isEqualTo(statement.words());
    }
}
