package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class EngineChangeTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void isFoundWhereTheEnginesPart(String sql, JsonNode item) throws SQLException {
        // given
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    """
                    CREATE TABLE farm (id INTEGER, name TEXT);
                    INSERT INTO farm VALUES (1, 'Alder'), (2, 'Birch');
                    """);
            Optional<SchemaFacts> schema = Optional.of(DeclaredFacts.read(connection, "farms"));
            // when
            Set<EngineChange> found = EngineChange.in(sql, schema);
            // then
            var cells = new ArrayList<String>();
            try (var rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        cells.add(Objects.requireNonNullElse(rows.getString(i), ""));
                    }
                }
            }
            String now = item.path("now").asText();
            assertThat(String.join("|", cells)).isEqualTo(now);
            boolean parts =
                    item.path("before").isNull() || !item.path("before").asText().equals(now);
            assertThat(!found.isEmpty()).isEqualTo(parts);
            assertThat(found.stream().map(EngineChange::name))
                    .isEqualTo(
                            parts
                                    ? Stream.of(item.path("change").asText()).toList()
                                    : Stream.of().toList());
        }
    }

    @Test
    void everyChangeHasAStatementThatShowsIt() throws IOException {
        // when
        Set<String> shown =
                isFoundWhereTheEnginesPart()
                        .map(arguments -> (JsonNode) arguments.get()[1])
                        .map(item -> item.path("change").asText())
                        .collect(Collectors.toSet());
        // then
        assertThat(shown)
                .containsAll(EnumSet.allOf(EngineChange.class).stream().map(Enum::name).toList());
    }

    static Stream<Arguments> isFoundWhereTheEnginesPart() throws IOException {
        try (InputStream yaml =
                EngineChangeTest.class.getResourceAsStream("/sql/engine-changes.yaml")) {
            return new YAMLMapper()
                    .readTree(Objects.requireNonNull(yaml))
                    .valueStream()
                    .map(item -> Arguments.of(item.path("sql").asText(), item));
        }
    }
}
