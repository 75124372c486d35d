package org.demur.evaluation.compare.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Reads statement pairs with their schema and verdict from {@code src/test/resources/sql}. */
final class VerdictCases {
    private VerdictCases() {}

    /** Name, gold, prediction, facts of the schema, verdict. */
    static Stream<Arguments> of(String file) throws IOException, SQLException {
        JsonNode document;
        try (InputStream yaml = VerdictCases.class.getResourceAsStream("/sql/" + file)) {
            document = new YAMLMapper().readTree(Objects.requireNonNull(yaml, file));
        }
        SchemaFacts schema = facts(document.path("schema").asText());
        return document.path("cases")
                .valueStream()
                .map(item ->
                        Arguments.of(
                                item.path("name").asText(),
                                item.path("gold").asText(),
                                item.path("prediction").asText(),
                                schema,
                                SqlVerdict.valueOf(item.path("verdict").asText())));
    }

    private static SchemaFacts facts(String script) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
            return SqliteFacts.read(connection, "cases");
        }
    }
}
