package org.demur.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserConstants;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.demur.detection.FindingCode;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.FileSchema;
import org.demur.schema.ValueIndex;
import org.demur.sql.QuotedName;
import org.demur.sql.SqlParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlGuardTest {
    private static final SqlGuard GUARD = new SqlGuard(GuardLimits.DEFAULT);

    /** For what takes no time on a machine that does nothing else. */
    private static final GuardLimits PATIENT =
            new GuardLimits(20_000, 40, Duration.ofSeconds(20), 2, 256);

    private static final DatabaseSchema SCHEMA =
            FileSchema.of(
                    "clinic",
                    "",
                    List.of(),
                    LocalDateTime.parse("2100-12-31T23:59:00"),
                    Map.of("normal_low", new BigDecimal("36.5")),
                    List.of(
                            Schemas.table("patient", List.of("id", "name", "born"), true),
                            Schemas.table(
                                    "note",
                                    List.of("id", "patient_id", "body", "year", "minute"),
                                    false),
                            Schemas.table("odd table", List.of("id", "a.b"), false)),
                    ValueIndex.EMPTY);

    record Case(
            String name,
            String draft,
            @Nullable String runs,
            @Nullable String refused,
            @Nullable String subject) {
        @Override
        public String toString() {
            return name;
        }
    }

    @AfterAll
    static void close() {
        GUARD.close();
    }

    static List<Case> cases() throws IOException {
        try (var in = SqlGuardTest.class.getResourceAsStream("/sql/guard.yaml")) {
            return new YAMLMapper().readValue(in, new TypeReference<List<Case>>() {});
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aDraftIsRebuiltOrRefused(Case expected) {
        // when
        var guarded = GUARD.check(expected.draft(), SCHEMA);
        // then
        switch (guarded) {
            case ReadOnlySql sql -> assertThat(sql.text()).isEqualTo(expected.runs());
            case Guarded.Refused refused -> {
                assertThat(refused.finding().code().name())
                        .as(refused.finding().explanation())
                        .isEqualTo(expected.refused());
                if (expected.subject() != null) {
                    assertThat(refused.finding().subject()).isEqualTo(expected.subject());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT name FROM patient WHERE born < date('now')",
                "SELECT name FROM patient WHERE born < date(coalesce('NOW', born))",
                "SELECT name FROM patient WHERE born < CURRENT_DATE",
                "SELECT CURRENT_TIMESTAMP",
                "SELECT name FROM patient WHERE born < datetime( )",
                "SELECT strftime('%Y')",
                "SELECT name FROM patient WHERE id = (SELECT max(id) FROM note WHERE year < date())"
            })
    void whatReadsTheClockIsKnownUnlessTheDataHasItsOwnPresent(String draft) {
        // when
        var clock = (ReadOnlySql) GUARD.check(draft, withoutPresent());
        var present = (ReadOnlySql) GUARD.check(draft, SCHEMA);
        // then
        assertThat(clock.readsClock()).isTrue();
        assertThat(present.readsClock()).isEqualTo(draft.contains("'NOW'"));
    }

    @Test
    void aTimeThatIsGivenIsNotTheClock() {
        var sql = "SELECT name FROM patient WHERE strftime('%Y', born) < date('2020-01-01')";
        assertThat(((ReadOnlySql) GUARD.check(sql, withoutPresent())).readsClock()).isFalse();
    }

    private static DatabaseSchema withoutPresent() {
        return FileSchema.of(
                SCHEMA.id(),
                SCHEMA.description(),
                SCHEMA.assumptions(),
                null,
                SCHEMA.constants(),
                SCHEMA.tables(),
                SCHEMA.values());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void whatTheGuardLetThroughItLetsThroughAgainUnchanged(Case given) {
        // given
        if (!(GUARD.check(given.draft(), SCHEMA) instanceof ReadOnlySql once)
                || once.text().contains("(SELECT \"id\"")) { // cut off already
            return;
        }
        // when
        var twice = GUARD.check(once.text(), SCHEMA);
        // then
        assertThat(twice).isEqualTo(once);
    }

    @Test
    void aStatementThatTakesTooLongToParseIsRefused() {
        // given
        var hasty = new GuardLimits(20_000, 40, Duration.ofNanos(1), 1, 4);
        try (var guard = new SqlGuard(hasty)) {
            // when
            var guarded = guard.check("SELECT 1" + " + 1".repeat(4_000), SCHEMA);
            // then
            assertThat(guarded)
                    .isInstanceOfSatisfying(
                            Guarded.Refused.class,
                            refused ->
                                    assertThat(refused.finding().code())
                                            .isEqualTo(FindingCode.EXCEEDS_LIMITS));
        }
    }

    @Test
    void writingEndsOnceTheGuardGivesUp() {
        // given
        var query = (SqlParser.Query) SqlParser.of("SELECT id FROM note").parse();
        var rules = GuardRules.of(SCHEMA.dialect());
        Thread.currentThread().interrupt(); // as the guard does then
        try {
            // when, then
            assertThatThrownBy(() -> SelectWriter.write(query.tree(), SCHEMA, rules))
                    .isInstanceOfSatisfying(
                            RefusalException.class,
                            e ->
                                    assertThat(e.refused().finding().code())
                                            .isEqualTo(FindingCode.EXCEEDS_LIMITS));
        } finally {
            Thread.interrupted();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nested")
    void nothingIsWrittenTwiceAtEachLevel(String draft) {
        // given
        var schema =
                new DatabaseSchema(
                        "clinic",
                        "",
                        List.of(),
                        null,
                        Map.of(),
                        SCHEMA.tables(),
                        SCHEMA.values(),
                        SCHEMA.semantics(),
                        new Dialect.Postgres("public"));
        try (var guard = new SqlGuard(PATIENT)) {
            // when: more of them than the guard has threads
            var verdicts =
                    IntStream.range(0, 4)
                            .mapToObj(i -> guard.check(draft + " LIMIT " + i, schema))
                            .toList();
            // then
            assertThat(verdicts).allMatch(ReadOnlySql.class::isInstance);
            assertThat(guard.check("SELECT 1", schema)).isInstanceOf(ReadOnlySql.class);
        }
    }

    static List<String> nested() {
        return List.of(
                nested("date(%s, 'x')"),
                nested("datetime(%s, '+1 day')"),
                nested("power(DISTINCT %s, 2)"),
                nested("round(%s, 2)"),
                nested("coalesce(%s)"),
                nested("CAST(%s AS text)"),
                nested("EXTRACT(year FROM %s)"));
    }

    private static String nested(String call) {
        var expression = "id";
        for (int i = 0; i < 38; i++) {
            expression = call.formatted(expression);
        }
        return "SELECT " + expression + " FROM note";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x + x AS x FROM (%s) AS t",
                "SELECT t.x * t.x AS x FROM (SELECT * FROM (%s) AS s) AS t",
                "SELECT 1 AS x UNION ALL SELECT x + x FROM (%s) AS t",
                "WITH t AS (%s) SELECT (SELECT x + x) AS x FROM t"
            })
    void whatIsMentionedTwiceAtEachLevelIsBounded(String level) {
        try (var guard = new SqlGuard(PATIENT)) {
            assertThat(guard.check(levels(level, 5), SCHEMA)).isInstanceOf(ReadOnlySql.class);
            assertThat(guard.check(levels(level, 16), SCHEMA))
                    .isInstanceOfSatisfying(
                            Guarded.Refused.class,
                            refused ->
                                    assertThat(refused.finding().subject())
                                            .isEqualTo("100000 expressions"));
        }
    }

    private static String levels(String level, int count) {
        var sql = "SELECT id AS x FROM note";
        for (int i = 0; i < count; i++) {
            sql = level.formatted(sql);
        }
        return sql;
    }

    @Test
    void theTreeOfADraftIsHandedOnWithItsVerdictOnce() {
        try (var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            // when
            var first = guard.read("SELECT 1 AS one", SCHEMA);
            var second = guard.read("SELECT 1 AS one", SCHEMA);
            // then
            assertThat(first.query())
                    .extracting(SqlParser.Query::tree)
                    .hasToString("SELECT 1 AS one");
            assertThat(second.query()).as("of drafts that were checked before").isNull();
            assertThat(second.verdict()).isEqualTo(first.verdict());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 AS \"one\"", // the parser is given other names
                "SELECT 1 AS month",
                "DELETE FROM t"
            })
    void noTreeIsHandedOnThatIsNotTheDrafts(String draft) {
        try (var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            assertThat(guard.read(draft, SCHEMA).query()).isNull();
        }
    }

    @Test
    void aGuardThatIsClosedIsOverloaded() {
        // given
        var guard = new SqlGuard(GuardLimits.DEFAULT);
        guard.close();
        // when, then
        assertThatThrownBy(() -> guard.check("SELECT 1", SCHEMA))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.OVERLOADED));
    }

    /** The parser's keywords that SQLite lacks, found by trying each as a column. */
    @Test
    void everyKeywordThatOnlyTheParserHasCanBeAName() {
        // given
        var keywords = new TreeSet<String>();
        for (var field : CCJSqlParserConstants.class.getFields()) {
            if (field.getName().startsWith("K_")) {
                keywords.add(field.getName().substring(2));
            }
        }
        keywords.addAll(List.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "NUMBER"));
        keywords.removeAll(SQLITE_KEYWORDS);
        keywords.removeAll(List.of("TRUE", "FALSE"));
        // when
        var unusable = new ArrayList<String>();
        for (var keyword : keywords) {
            if (!isColumn(keyword)) {
                unusable.add(keyword);
            }
        }
        // then
        assertThat(keywords).hasSizeGreaterThan(300);
        assertThat(unusable).allMatch(QuotedName::isKeyword);
    }

    private static boolean isColumn(String word) {
        var sql = "SELECT %s FROM t WHERE %s = 1 GROUP BY %s".replace("%s", word);
        try {
            return CCJSqlParserUtil.parse(sql) instanceof PlainSelect select
                    && select.getSelectItem(0).getExpression() instanceof Column
                    && select.toString()
                            .toUpperCase(Locale.ROOT)
                            .equals(sql.toUpperCase(Locale.ROOT));
        } catch (JSQLParserException e) {
            return false;
        }
    }

    /** See <a href="https://www.sqlite.org/lang_keywords.html">SQLite Keywords</a>. */
    private static final List<String> SQLITE_KEYWORDS =
            List.of(
                    """
                    ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT
                    BEFORE BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT
                    CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP
                    DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH
                    ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST
                    FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE
                    IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS
                    ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING
                    NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA
                    PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE
                    RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET
                    TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE
                    UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT
                    """
                            .strip()
                            .split("\\s+"));
}
