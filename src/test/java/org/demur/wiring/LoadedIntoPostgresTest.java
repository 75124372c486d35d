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
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.demur.PostgresForTests;
import org.demur.answer.Answer;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ExecutionScorer;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlOrigin;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.PostgresServer;
import org.demur.schema.jdbc.PostgresLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A SQLite database that was copied into PostgreSQL gives what its file gives. */
final class LoadedIntoPostgresTest {
    /** Statements of which each is tried; one run of all takes minutes. */
    private static final int EVERY = 12;

    /** Of EHRSQL's training pairs. */
    private static final int EVERY_PAIR = 40;

    /** Of the demo's questions. */
    private static final int EVERY_QUESTION = 20;

    @TempDir private Path folder;
    private final Map<String, String> environment = new HashMap<>(System.getenv());

    @Test
    void goldStatementsOfTheDemoGiveTheSameRowsInTheFileAndOnTheServer()
            throws IOException, SQLException {
        onBoth(
                "demo",
                "generator: demo",
                (onFile, onServer) -> {
                    var file = onFile.database("demo");
                    var same = onServer.database("demo");
                    assertThat(differing(file, same, statements(EVERY))).isEmpty();
                    assertThat(same.schema().tables()).hasSameSizeAs(file.schema().tables());
                    assertThat(same.database().verified().current())
                            .hasSameSizeAs(file.database().verified().current());
                });
    }

    @Test
    void goldStatementsOfEhrsqlGiveTheSameRowsInTheFileAndOnTheServer()
            throws IOException, SQLException {
        environment.put("DEMUR_EHRSQL", Benchmarks.require("ehrsql-2024").toString());
        onBoth(
                "ehrsql",
                "file: ${DEMUR_EHRSQL:-../shared/data/ehrsql-2024}/mimic_iv.sqlite.gz",
                (onFile, onServer) -> {
                    var file = onFile.database("ehrsql");
                    var pairs = file.database().verified().current();
                    var statements =
                            IntStream.range(0, pairs.size() / EVERY_PAIR)
                                    .mapToObj(i -> pairs.get(i * EVERY_PAIR).sql())
                                    .filter(Objects::nonNull)
                                    .toList();
                    // the server refuses two things that SQLite makes something of
                    assertThat(differing(file, onServer.database("ehrsql"), statements))
                            .hasSizeLessThan(statements.size() / 25)
                            .allSatisfy((sql, given) ->
                                    assertThat(given)
                                            .containsAnyOf(
                                                    "function sum(text) does not exist",
                                                    "must appear in the GROUP BY clause"));
                });
    }

    @Test
    void questionsAreAnsweredOnTheServerAsFromTheFile() throws IOException, SQLException {
        onBoth(
                "demo",
                "generator: demo",
                (onFile, onServer) -> {
                    var differing = new TreeMap<String, String>();
                    int answered = 0;
                    for (var text : questions()) {
                        var ask =
                                new Ask(
                                        new Question("q", "demo", text),
                                        "verified",
                                        10.0,
                                        null,
                                        null,
                                        false);
                        var expected = told(onFile.ask(ask));
                        var given = told(onServer.ask(ask));
                        answered += expected.startsWith("[") ? 1 : 0;
                        if (!given.equals(expected)) {
                            differing.put(text, expected + " / " + given);
                        }
                    }
                    assertThat(differing).isEmpty();
                    assertThat(answered).isGreaterThan(5);
                });
    }

    private static String told(Answer answer) {
        return switch (answer) {
            case Answer.Answered answered -> rows(answered.result().rows()).toString();
            case Answer.Abstained abstained -> abstained.reason().toString();
        };
    }

    private static Map<String, String> differing(
            OpenDatabase file, OpenDatabase same, List<String> statements) {
        var differing = new TreeMap<String, String>();
        for (var sql : statements) {
            var expected = rows(file, sql);
            var given = rows(same, sql);
            if (!given.equals(expected)) {
                differing.put(sql, expected + " / " + given);
            }
        }
        return differing;
    }

    @Test
    void predictionsScoreOnTheServerAsInTheFile() throws IOException, SQLException {
        onBoth(
                "demo",
                "generator: demo",
                (onFile, onServer) -> {
                    var file = onFile.database("demo");
                    var same = onServer.database("demo");
                    // given: each statement, and another one's
                    var gold = statements(3 * EVERY);
                    var cache = new ContentCache(folder.resolve("cache"));
                    try (var here = scorer(file, cache);
                            var there = scorer(same, cache)) {
                        var differing = new TreeMap<String, String>();
                        int right = 0;
                        for (int i = 0; i < gold.size(); i++) {
                            var own = gold.get(i);
                            for (var prediction :
                                    List.of(own + " -- again", gold.get((i + 1) % gold.size()))) {
                                // when
                                var expected = here.compare("demo", own, prediction);
                                var given = there.compare("demo", own, prediction);
                                if (given.isRight() != expected.isRight()) {
                                    differing.put(prediction, expected + " / " + given);
                                }
                                right += given.isRight() ? 1 : 0;
                            }
                        }
                        // then
                        assertThat(differing).isEmpty();
                        assertThat(right).isBetween(gold.size(), gold.size() + gold.size() / 4);
                        assertThat(there.databases().engine()).isEqualTo("PostgreSQL");
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
        void see(Gateway onFile, Gateway onServer) throws IOException;
    }

    /**
     * Opens a database in its file and on a server.
     *
     * @param place the line of its declaration that says where it is
     */
    private void onBoth(String database, String place, OnBoth test)
            throws IOException, SQLException {
        try (var onFile = assembly("config/databases", environment)) {
            var file = onFile.gateway().database(database);
            var server = PostgresForTests.fresh();
            PostgresLoader.load(
                    file.schema(),
                    file.database().file(),
                    new PostgresServer(server.url(), "public", "postgres", null),
                    server.role());
            environment.put("SECRET", server.password());
            var declarations = Files.createDirectory(folder.resolve("databases"));
            var declared = Files.readString(Path.of("config/databases", database + ".yaml"));
            assertThat(declared).contains(place);
            Files.writeString(
                    declarations.resolve(database + ".yaml"),
                    declared.replace(
                            place,
                            "url: %s\nuser: %s\npassword: ${SECRET}"
                                    .formatted(server.url(), server.role())));
            try (var onServer = assembly(declarations.toString(), environment)) {
                test.see(onFile.gateway(), onServer.gateway());
            }
        }
    }

    private static Assembly assembly(String databases, Map<String, String> environment) {
        return new Assembly(
                SettingsFile.read(Path.of(""), Map.of("demur.databases", databases)),
                environment,
                PipelineListener.NOP);
    }

    private static List<String> questions() throws IOException {
        var questions = new ArrayList<String>();
        int number = 0;
        for (var asked :
                JsonMapper.builder()
                        .build()
                        .readTree(Path.of("config/benchmarks/demo.json").toFile())) {
            if (number++ % EVERY_QUESTION == 0) {
                questions.add(asked.path("question").asText());
            }
        }
        return questions;
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
                    yield rows(database.executor().execute(safe, database.limits()).rows());
                } catch (GatewayException e) {
                    yield List.of(e.code() + ": " + e.getCause());
                }
            }
        };
    }

    private static List<String> rows(List<? extends List<?>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(LoadedIntoPostgresTest::shown).toList())
                .map(Object::toString)
                .sorted()
                .toList();
    }

    private static String shown(@Nullable Object cell) {
        return cell instanceof Number number
                ? "%.9g".formatted(number.doubleValue())
                : String.valueOf(cell);
    }
}
