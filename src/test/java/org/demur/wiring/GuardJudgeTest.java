package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.demur.execution.GuardLimits;
import org.demur.execution.SqlGuard;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.TestDatabase;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.catalog.DeclaredCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuardJudgeTest {
    private final SqlGuard guard = new SqlGuard(GuardLimits.DEFAULT);
    @TempDir private Path home = Path.of("");

    @AfterEach
    void close() {
        guard.close();
    }

    @Test
    void pairsThatTheGuardWouldNeverPassAreLeftOutAndReportedWithTheirLine() throws IOException {
        // given
        TestDatabase.library(home.resolve("library.sqlite"));
        Path pairs =
                Files.writeString(
                        home.resolve("pairs.yaml"),
                        """
                        - {id: sound, question: Count them., sql: SELECT count(*) FROM book}
                        - {id: two, question: Two., sql: SELECT title FROM book; SELECT id FROM book}
                        - {id: code, question: Code., sql: SELECT load_extension('x')}
                        - {id: master, question: Tables., sql: SELECT name FROM sqlite_master}
                        - {id: open, question: Open., sql: "SELECT title FROM book WHERE id = ?"}
                        - {id: hidden, question: Price., sql: SELECT price FROM book}
                        """);
        var databases = Files.createDirectories(home.resolve("config/databases"));
        Files.writeString(
                databases.resolve("library.yaml"),
                """
                file: library.sqlite
                columns: {exclude: [book.price]}
                verified: {files: [{path: pairs.yaml}]}
                """);

        // when
        var catalog =
                DeclaredCatalog.of(
                        home,
                        databases,
                        Map.of("DEMUR_CACHE", home.resolve("cache").toString()),
                        new GuardJudge(guard));

        // then
        assertThat(catalog.database("library").verified().current())
                .extracting(VerifiedQuery::id)
                .containsExactly("sound");
        assertThat(catalog.problems())
                .extracting(DatabaseProblem::message)
                .containsExactly(
                        refused(pairs, 2, "two", "The draft holds more than one statement"),
                        refused(
                                pairs,
                                3,
                                "code",
                                "The function load_extension is not on the list of harmless functions"),
                        refused(pairs, 4, "master", "The database shows no table sqlite_master"),
                        refused(pairs, 5, "open", "The character ? has no place in a query there"),
                        refused(
                                pairs,
                                6,
                                "hidden",
                                "No table that the query reads shows a column price"));
    }

    @Test
    void noPairOfAShippedDatabaseIsRefused() {
        // given
        var environment = new HashMap<>(System.getenv());
        environment.put("DEMUR_CACHE", Path.of("target/test-cache").toAbsolutePath().toString());
        var here = Path.of("").toAbsolutePath();

        // when
        var catalog =
                DeclaredCatalog.of(
                        here, here.resolve("config/databases"), environment, new GuardJudge(guard));

        // then
        assertThat(catalog.ids()).contains("demo");
        assertThat(catalog.problems())
                .extracting(DatabaseProblem::message)
                .noneMatch(message -> message.contains("refused by the guard"));
    }

    private static String refused(Path pairs, int line, String id, String finding) {
        return "%s:%d: the SQL of pair '%s' is refused by the guard: %s; correct it or remove the pair"
                .formatted(pairs, line, id, finding);
    }
}
