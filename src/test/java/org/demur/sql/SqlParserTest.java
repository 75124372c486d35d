package org.demur.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.demur.sql.SqlParser.Bounds;
import org.demur.sql.SqlParser.NoQuery;
import org.demur.sql.SqlParser.NoSql;
import org.demur.sql.SqlParser.Query;
import org.demur.sql.SqlParser.TooMuch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlParserTest {
    private static final String CALL = "CCJSqlParserUtil";

    @Test
    void aQueryIsReadWithWhetherTextFollows() {
        assertThat(SqlParser.parse("SELECT 1 AS one", Bounds.DRAFT))
                .isInstanceOfSatisfying(
                        Query.class,
                        query -> {
                            assertThat(query.tree()).hasToString("SELECT 1 AS one");
                            assertThat(query.alone()).isTrue();
                        });
        assertThat(SqlParser.parse("SELECT 1; SELECT 2", Bounds.DRAFT))
                .isInstanceOfSatisfying(Query.class, query -> assertThat(query.alone()).isFalse());
    }

    @Test
    void whatIsNoQueryIsToldFromWhatIsNoSql() {
        assertThat(SqlParser.parse("DELETE FROM book", Bounds.DRAFT)).isEqualTo(new NoQuery(true));
        assertThat(SqlParser.parse("SELEC 1", Bounds.DRAFT))
                .isEqualTo(new NoSql("SELEC", " near 'SELEC' (line 1, column 1 of the statement)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(*) FROM Sample s WHERE s.id > 1",
                "SELECT Script.returns FROM Script JOIN import ON import.use = Script.use",
                "SELECT hour, COUNT(*) FROM shift WHERE year = 2024 GROUP BY hour"
            })
    void keywordsOfTheParserAloneAreNames(String sql) {
        assertThat(SqlParser.parse(sql, Bounds.DRAFT)).isInstanceOf(Query.class);
        assertThat(SqlParser.objection(sql)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", ";", "-- nothing"})
    void nothingIsNoQuery(String sql) {
        assertThat(SqlParser.parse(sql, Bounds.DRAFT)).isNotInstanceOf(Query.class);
    }

    @ParameterizedTest
    @CsvSource({"30, true", "31, false"})
    void parenthesesAreCounted(int depth, boolean admitted) {
        assertThat(Bounds.DRAFT.admit("SELECT " + "(".repeat(depth) + 1 + ")".repeat(depth)))
                .isEqualTo(admitted);
    }

    @ParameterizedTest
    @CsvSource({"9, true", "10, false"})
    void queriesWithinQueriesAreCounted(int depth, boolean admitted) {
        assertThat(Bounds.DRAFT.admit(nested(depth))).isEqualTo(admitted);
    }

    @Test
    void bracketsInTextsAreNone() {
        assertThat(Bounds.DRAFT.admit("SELECT '" + "(".repeat(100) + "'")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1", "SELEC 1", "DELETE FROM book"})
    void whatWasStoppedCountsForNothing(String sql) {
        // given
        var parser = SqlParser.of(sql);
        parser.stop();
        // when
        var parsed = parser.parse();
        // then
        assertThat(parsed).isEqualTo(new TooMuch());
    }

    /** Each in the form that takes longest of those tried. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a FROM t WHERE a > | f((SELECT a FROM t WHERE a > | 1 | ))",
                "SELECT a FROM t WHERE a = | (1 + (SELECT max(a) FROM t WHERE a = | 1 | ))"
            })
    @Timeout(8)
    void theDeepestStatementIsReadInTime(
            String start, String opening, String inner, String closing) {
        // given
        var sql = start + " " + (opening + " ").repeat(9) + inner + closing.repeat(9);
        // when
        var parsed = SqlParser.parse(sql, Bounds.DRAFT);
        // then
        assertThat(parsed).isInstanceOf(Query.class);
    }

    @Test
    void anObjectionSaysWhatIsWrongOfTheStatement() {
        assertThat(SqlParser.objection("SELECT 1")).isEmpty();
        assertThat(SqlParser.objection("DELETE FROM book"))
                .isEqualTo(Optional.of("is not a query; only SELECT answers a question"));
        assertThat(SqlParser.objection("SELECT title FROM book WHERE"))
                .isEqualTo(
                        Optional.of(
                                "does not parse near 'WHERE' (line 1, column 24 of the statement)"));
    }

    @Test
    void nothingElseCallsTheParser() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java")))
                    .filteredOn(file -> contains(file, CALL))
                    .extracting(file -> file.getFileName().toString())
                    .containsExactly("SqlParser.java");
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String nested(int depth) {
        return "SELECT " + "(SELECT ".repeat(depth) + "1" + ")".repeat(depth);
    }
}
