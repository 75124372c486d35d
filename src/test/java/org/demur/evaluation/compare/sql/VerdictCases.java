package org.demur.evaluation.compare.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;

/**
 * Statement pairs with their schema and verdict, read from {@code src/test/resources/sql}.
 *
 * @param script creates the schema
 * @param schema the facts of a database made by the script
 */
record VerdictCases(String script, SchemaFacts schema, List<Case> cases) {
    /** {@code notExecuted} is why execution proves nothing about the pair, empty if it does. */
    record Case(
            String name, String gold, String prediction, SqlVerdict verdict, String notExecuted) {
        @Override
        public String toString() {
            return name;
        }
    }

    static VerdictCases of(String file) throws IOException, SQLException {
        JsonNode document;
        try (InputStream yaml = VerdictCases.class.getResourceAsStream("/sql/" + file)) {
            document = new YAMLMapper().readTree(Objects.requireNonNull(yaml, file));
        }
        String script = document.path("schema").asText();
        List<Case> cases =
                document.path("cases")
                        .valueStream()
                        .map(item ->
                                new Case(
                                        item.path("name").asText(),
                                        item.path("gold").asText(),
                                        item.path("prediction").asText(),
                                        SqlVerdict.valueOf(item.path("verdict").asText()),
                                        item.path("execution").asText("")))
                        .toList();
        return new VerdictCases(script, facts(script), cases);
    }

    private static SchemaFacts facts(String script) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
            return DeclaredFacts.read(connection, "cases");
        }
    }
}
