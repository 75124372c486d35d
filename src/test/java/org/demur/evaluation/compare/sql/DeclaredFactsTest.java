package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.demur.evaluation.compare.sql.SchemaFacts.ColumnFacts;
import org.demur.evaluation.compare.sql.SchemaFacts.Reference;
import org.junit.jupiter.api.Test;

final class DeclaredFactsTest {
    @Test
    void statesWhatTheDeclarationsPromiseAndNothingElse() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            // given
            statement.executeUpdate(
                    """
                    CREATE TABLE pier (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT NOT NULL);
                    CREATE TABLE boat (
                        pier INTEGER REFERENCES pier, place INTEGER, owner TEXT, sail TEXT,
                        PRIMARY KEY (pier, place), UNIQUE (owner, sail));
                    CREATE UNIQUE INDEX sails ON boat (sail) WHERE sail > 'a';
                    INSERT INTO pier VALUES (1, 'A', 'North');
                    """);

            // when
            SchemaFacts facts = DeclaredFacts.read(connection, "harbour");

            // then
            assertThat(facts.table("PIER").orElseThrow().columns())
                    .containsExactly(
                            new ColumnFacts("id", true, true, "number"),
                            new ColumnFacts("code", true, false, "text"),
                            new ColumnFacts("name", false, true, "text"));
            assertThat(facts.table("boat").orElseThrow().columns())
                    .noneMatch(ColumnFacts::unique)
                    .noneMatch(ColumnFacts::notNull);
            assertThat(facts.table("boat").orElseThrow().primaryKey())
                    .containsExactly("pier", "place");
            assertThat(facts.foreignKeys())
                    .containsExactly(new Reference("boat", "pier", "pier", "id"));
            assertThat(facts.table("pier").orElseThrow().nonEmpty()).isTrue();
            assertThat(facts.table("boat").orElseThrow().nonEmpty()).isFalse();
        }
    }
}
