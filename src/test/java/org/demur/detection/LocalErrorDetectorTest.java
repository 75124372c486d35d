package org.demur.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.SqlOrigin;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.sql.SqlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class LocalErrorDetectorTest {
    private static final TestDatabase LIBRARY =
            TestDatabase.inMemory("library", resource("library.sql").lines().toList());
    private static final DatabaseSchema SCHEMA = LIBRARY.schema();

    record Case(String sql, List<String> findings) {
        @Override
        public String toString() {
            return sql;
        }
    }

    static Stream<Case> cases() {
        return Arrays.stream(resource("cases.sql").split("\n\\s*\n"))
                .map(block -> block.lines().filter(l -> !l.startsWith("-- ")).toList())
                .filter(lines -> lines.size() > 1)
                .map(LocalErrorDetectorTest::toCase);
    }

    private static Case toCase(List<String> lines) {
        var findings =
                lines.stream()
                        .filter(l -> l.startsWith("--> ") && !l.equals("--> nothing"))
                        .map(l -> l.substring(4).strip())
                        .toList();
        var sql =
                lines.stream().filter(l -> !l.startsWith("--> ")).collect(Collectors.joining("\n"));
        return new Case(sql, findings);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void eachStatementHasExactlyTheFindingsOfItsCase(Case given) {
        // given
        var detector = new LocalErrorDetector(DryRun.NONE, ResultCheck.NONE);
        // when
        var findings = detector.inspect(given.sql(), SCHEMA).findings();
        // then
        assertThat(findings)
                .extracting(f -> (f.code() + " " + f.subject()).strip())
                .containsExactlyElementsOf(given.findings());
        assertThat(findings).allSatisfy(f -> assertThat(f.explanation()).matches(".*[.?]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aStatementIsFatallyFlawedOnlyIfTheDatabaseRefusesIt(Case given) {
        // given
        var detector = new LocalErrorDetector(DryRun.NONE, ResultCheck.NONE);
        // when
        boolean fatal = detector.inspect(given.sql(), SCHEMA).isFatal();
        // then
        boolean reading = given.sql().startsWith("select") && !given.sql().contains(";");
        if (fatal && reading) {
            assertThat(LIBRARY.complaint("library", given.sql(), SqlOrigin.MODEL)).isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "like 'nor%', VALUE_IN_NO_ROW",
        "like 'Nor%',",
        "ilike 'nor%',",
        "ilike '%stan', VALUE_IN_NO_ROW",
    })
    void onServersLikeTellsCasesApart(String comparison, FindingCode expected) {
        // given
        var schema =
                new DatabaseSchema(
                        SCHEMA.id(),
                        SCHEMA.description(),
                        SCHEMA.assumptions(),
                        SCHEMA.now(),
                        SCHEMA.constants(),
                        SCHEMA.tables(),
                        SCHEMA.values(),
                        SCHEMA.semantics(),
                        new Dialect.Postgres("public"));
        var detector = new LocalErrorDetector(DryRun.NONE, ResultCheck.NONE);

        // when
        var findings =
                detector.inspect("select name from author where country " + comparison, schema)
                        .findings();

        // then
        assertThat(findings)
                .extracting(Finding::code)
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @Test
    void theDatabaseHasTheLastWordOnStatementsThatBind() {
        // given
        var detector =
                new LocalErrorDetector(
                        (_, _, _) -> Optional.of("too many terms"), ResultCheck.NONE);
        // when
        var findings = detector.inspect("select title from book", SCHEMA);
        // then
        assertThat(findings.findings())
                .containsExactly(
                        new Finding(
                                FindingCode.DOES_NOT_RUN,
                                "",
                                "The database refuses the statement: too many terms."));
    }

    @ParameterizedTest
    @EnumSource(ResultShape.class)
    void aResultWithoutValuesIsFound(ResultShape shape) {
        // given
        var detector =
                new LocalErrorDetector(DryRun.NONE, (_, _, _) -> new ResultGlance(shape, 7L));
        // when
        var codes = detector.inspect("select title from book", SCHEMA).findings();
        // then
        List<FindingCode> expected =
                switch (shape) {
                    case EMPTY -> List.of(FindingCode.EMPTY_RESULT);
                    case ALL_NULL -> List.of(FindingCode.ALL_NULL_RESULT);
                    case HAS_VALUES, UNKNOWN -> List.of();
                };
        assertThat(codes).extracting(Finding::code).containsExactlyElementsOf(expected);
    }

    @Test
    void aStatementWithAResultIsNotCompiledOnceMore() {
        // given
        var detector =
                new LocalErrorDetector(
                        (_, _, _) -> Optional.of("was compiled"),
                        (_, _, _) -> new ResultGlance(ResultShape.HAS_VALUES, 7L));
        // when
        var findings = detector.inspect("select title from book", SCHEMA);
        // then
        assertThat(findings.findings()).isEmpty();
        assertThat(findings.result()).isEqualTo(7L);
    }

    @Test
    void aTreeThatIsAtHandIsNotParsedAgain() {
        // given
        var other = (SqlParser.Query) SqlParser.of("select titel from book").parse();
        var detector =
                new LocalErrorDetector((_, _) -> Optional.of(other), DryRun.NONE, ResultCheck.NONE);
        // when
        var findings = detector.inspect("select title from book", SCHEMA);
        // then
        assertThat(findings.findings())
                .extracting(Finding::code, Finding::subject)
                .containsExactly(tuple(FindingCode.UNKNOWN_COLUMN, "titel"));
    }

    @Test
    void nobodyIsAskedToParseABomb() {
        // given
        var detector =
                new LocalErrorDetector(
                        (_, _) -> {
                            throw new AssertionError("was read");
                        },
                        DryRun.NONE,
                        ResultCheck.NONE);
        var bomb = "select title from book where book_id in (".repeat(20) + "1" + ")".repeat(20);
        // when
        var findings = detector.inspect(bomb, SCHEMA);
        // then
        assertThat(findings.has(FindingCode.EXCEEDS_LIMITS)).isTrue();
    }

    @Test
    void aFatallyFlawedStatementIsNotRun() {
        // given
        var detector =
                new LocalErrorDetector(
                        DryRun.NONE,
                        (_, _, _) -> {
                            throw new AssertionError("was run");
                        });
        // when
        var findings = detector.inspect("select titel from book", SCHEMA);
        // then
        assertThat(findings.isFatal()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void aStatementThatWouldKeepTheParserBusyIsRefusedUnread(String bomb) {
        // given
        var detector = new LocalErrorDetector(DryRun.NONE, ResultCheck.NONE);
        // when
        var findings = detector.inspect(bomb, SCHEMA);
        // then
        assertThat(findings.has(FindingCode.EXCEEDS_LIMITS)).isTrue();
    }

    static Stream<String> bombs() {
        var nested = "select title from book where book_id in (";
        return Stream.of(
                nested.repeat(20) + "1" + ")".repeat(20),
                "select " + "(".repeat(1_000) + "1" + ")".repeat(1_000),
                "select " + "1 + ".repeat(20_000) + "1",
                "select 1 where " + "not ".repeat(4_900) + "1");
    }

    private static String resource(String name) {
        try (var stream =
                Objects.requireNonNull(
                        LocalErrorDetectorTest.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
