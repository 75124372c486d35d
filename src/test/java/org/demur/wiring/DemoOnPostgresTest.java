package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.PostgresForTests;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlOrigin;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.PostgresServer;
import org.demur.schema.jdbc.PostgresLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo database, copied into PostgreSQL, gives what its file gives. */
final class DemoOnPostgresTest {
    /** Statements of which each is tried; one run of all takes minutes. */
    private static final int EVERY = 12;

    @TempDir private Path folder;

    @Test
    void goldStatementsOfTheDemoGiveTheSameRowsInTheFileAndOnTheServer()
            throws IOException, SQLException {
        onBoth((file, same) -> {
            // when
            var differing = new TreeMap<String, String>();
            for (var sql : statements(EVERY)) {
                var expected = rows(file, sql);
                var given = rows(same, sql);
                if (!given.equals(expected)) {
                    differing.put(sql, expected + " / " + given);
                }
            }
            // then
            assertThat(same.schema().tables()).hasSameSizeAs(file.schema().tables());
            assertThat(same.database().verified().current())
                    .hasSameSizeAs(file.database().verified().current());
            assertThat(differing).isEmpty();
        });
    }

    @Test
    void predictionsScoreOnTheServerAsInTheFile() throws IOException, SQLException {
        onBoth((file, same) -> {
            // given: each statement, and another one's
            var gold = statements(3 * EVERY);
            var cache = new ContentCache(folder.resolve("cache"));
            try (var inFile = scorer(file, cache);
                    var onServer = scorer(same, cache)) {
                var differing = new TreeMap<String, String>();
                int right = 0;
                for (int i = 0; i < gold.size(); i++) {
                    var own = gold.get(i);
                    for (var prediction :
                            List.of(own + " -- again", gold.get((i + 1) % gold.size()))) {
                        // when
                        var expected = inFile.compare("demo", own, prediction);
                        var given = onServer.compare("demo", own, prediction);
                        if (given.isRight() != expected.isRight()) {
                            differing.put(prediction, expected + " / " + given);
                        }
                        right += given.isRight() ? 1 : 0;
                    }
                }
                // then
                assertThat(differing).isEmpty();
                assertThat(right).isBetween(gold.size(), gold.size() + gold.size() / 4);
                assertThat(onServer.databases().engine()).isEqualTo("PostgreSQL");
            }
        });
    }

    private static ExecutionScorer scorer(OpenDatabase database, ContentCache cache) {
        return new ExecutionScorer(
                ScoringRules.DEMUR,
                Databases.declared(name -> database, cache),
                cache,
                ExecutionLimits.STANDARD);
    }

    private interface OnBoth {
        void see(OpenDatabase inFile, OpenDatabase onServer) throws IOException;
    }

    private void onBoth(OnBoth test) throws IOException, SQLException {
        var environment = new HashMap<>(System.getenv());
        try (var onFile = assembly("config/databases", environment)) {
            var file = onFile.gateway().database("demo");
            var server = PostgresForTests.fresh();
            PostgresLoader.load(
                    file.schema(),
                    file.database().file(),
                    new PostgresServer(server.url(), "public", "postgres", null),
                    server.role());
            environment.put("SECRET", server.password());
            var declarations = Files.createDirectory(folder.resolve("databases"));
            Files.writeString(
                    declarations.resolve("demo.yaml"),
                    Files.readString(Path.of("config/databases/demo.yaml"))
                            .replace(
                                    "generator: demo",
                                    "url: %s\nuser: %s\npassword: ${SECRET}"
                                            .formatted(server.url(), server.role())));
            try (var onServer = assembly(declarations.toString(), environment)) {
                test.see(file, onServer.gateway().database("demo"));
            }
        }
    }

    private static Assembly assembly(String databases, Map<String, String> environment) {
        return new Assembly(
                SettingsFile.read(Path.of(""), Map.of("demur.databases", databases)),
                environment,
                PipelineListener.NOP);
    }

    private static List<String> statements(int every) throws IOException {
        var statements = new ArrayList<String>();
        var mapper = JsonMapper.builder().build();
        for (var file : List.of("config/benchmarks/demo.json", "config/verified/demo.json")) {
            int number = 0;
            for (var pair : mapper.readTree(Path.of(file).toFile())) {
                if (pair.path("sql").isTextual() && number++ % every == 0) {
                    statements.add(pair.path("sql").asText());
                }
            }
        }
        return statements;
    }

    /** Sorted, and sums to nine digits: engines add in different orders. */
    private static List<String> rows(OpenDatabase database, String sql) {
        return switch (database.guard().check(sql, SqlOrigin.PROGRAM, database.schema())) {
            case Guarded.Refused(var finding) -> List.of(finding.explanation());
            case ReadOnlySql safe -> {
                try {
                    yield database.executor().execute(safe, database.limits()).rows().stream()
                            .map(row -> row.stream().map(DemoOnPostgresTest::shown).toList())
                            .map(Object::toString)
                            .sorted()
                            .toList();
                } catch (GatewayException e) {
                    yield List.of(e.code() + ": " + e.getCause());
                }
            }
        };
    }

    private static String shown(@Nullable Object cell) {
        return cell instanceof Number number
                ? "%.9g".formatted(number.doubleValue())
                : String.valueOf(cell);
    }
}
