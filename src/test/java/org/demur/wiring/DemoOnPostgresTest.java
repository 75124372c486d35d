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
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.GatewayException;
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
        // given
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
            Files.writeString(
                    folder.resolve("demo.yaml"),
                    Files.readString(Path.of("config/databases/demo.yaml"))
                            .replace(
                                    "generator: demo",
                                    "url: %s\nuser: %s\npassword: ${SECRET}"
                                            .formatted(server.url(), server.role())));
            try (var onServer = assembly(folder.toString(), environment)) {
                // when
                var same = onServer.gateway().database("demo");
                var differing = new TreeMap<String, String>();
                for (var sql : statements()) {
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
            }
        }
    }

    private static Assembly assembly(String databases, Map<String, String> environment) {
        return new Assembly(
                SettingsFile.read(Path.of(""), Map.of("demur.databases", databases)),
                environment,
                PipelineListener.NOP);
    }

    private static List<String> statements() throws IOException {
        var statements = new ArrayList<String>();
        var mapper = JsonMapper.builder().build();
        for (var file : List.of("config/benchmarks/demo.json", "config/verified/demo.json")) {
            int number = 0;
            for (var pair : mapper.readTree(Path.of(file).toFile())) {
                if (pair.path("sql").isTextual() && number++ % EVERY == 0) {
                    statements.add(pair.path("sql").asText());
                }
            }
        }
        return statements;
    }

    /** Sorted, and sums to nine digits: engines add in different orders. */
    private static List<String> rows(OpenDatabase database, String sql) {
        return switch (database.guard().check(sql, database.schema())) {
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
