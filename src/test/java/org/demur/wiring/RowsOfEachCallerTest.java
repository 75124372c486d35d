package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.demur.PostgresForTests;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.SessionCaller;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Ask;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseLimits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A database on a server whose policies show each caller rows of its own. */
final class RowsOfEachCallerTest {
    @TempDir private Path folder;
    private PostgresForTests server;
    private Assembly assembly;
    private OpenDatabase shop;

    @BeforeEach
    void open() throws IOException, SQLException {
        server = PostgresForTests.fresh();
        server.run(
                "CREATE TABLE sale (id int PRIMARY KEY, seller text, item text)",
                "INSERT INTO sale SELECT i, (ARRAY['ann', 'bob', 'c''; DROP TABLE sale --'])[1 + i % 3],"
                        + " 'item ' || i FROM generate_series(1, 30) i",
                "ALTER TABLE sale ENABLE ROW LEVEL SECURITY",
                "CREATE POLICY own ON sale USING (seller = current_setting('app.user'))",
                "GRANT SELECT ON sale TO " + server.role());
        var environment = new HashMap<>(System.getenv());
        environment.put("SECRET", server.password());
        environment.put("DEMUR_CACHE", folder.resolve("cache").toString());
        var declarations = Files.createDirectory(folder.resolve("databases"));
        Files.writeString(
                declarations.resolve("shop.yaml"),
                """
                url: %s
                user: %s
                password: ${SECRET}
                session:
                  app.user: ${caller}
                """
                        .formatted(server.url(), server.role()));
        assembly =
                new Assembly(
                        SettingsFile.read(
                                Path.of(""),
                                java.util.Map.of("demur.databases", declarations.toString())),
                        environment,
                        PipelineListener.NOP);
        shop = assembly.gateway().database("shop");
    }

    @AfterEach
    void close() {
        if (assembly != null) {
            assembly.close();
        }
    }

    private List<Object> items(String sql) {
        var safe = (ReadOnlySql) shop.guard().check(sql, shop.schema());
        return new ArrayList<>(
                shop.executor().execute(safe, patient(shop.limits())).rows().stream()
                        .map(row -> String.valueOf(row.getFirst()))
                        .toList());
    }

    private List<Object> sellers() {
        return items("SELECT DISTINCT seller FROM sale");
    }

    @Test
    void twoCallersSeeDifferentRows() {
        // given, when
        var ofAnn = SessionCaller.as("ann", this::sellers);
        var ofBob = SessionCaller.as("bob", this::sellers);
        // then
        assertThat(ofAnn).containsExactly("ann");
        assertThat(ofBob).containsExactly("bob");
    }

    @Test
    void nothingRunsWithoutACaller() {
        // when, then
        assertThatThrownBy(this::sellers)
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.UNKNOWN_CALLER));
        assertThatThrownBy(() -> assembly.gateway().ask(ask(null)))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.UNKNOWN_CALLER));
        assertThatThrownBy(() -> assembly.gateway().ask(ask(" ")))
                .isInstanceOf(GatewayException.class);
        assertThat(SessionCaller.asNobody(this::sellers)).isEmpty();
    }

    private static Ask ask(@Nullable String caller) {
        return Ask.of(new Question("1", "shop", "How many sales are there?")).by(caller);
    }

    static Stream<String> hostileNames() {
        return Stream.of(
                "ann' OR '1' = '1",
                "'ann'",
                "ANN",
                "ann ",
                "%",
                "${caller}",
                "x', true), set_config('app.user', 'ann",
                "ann; RESET app.user",
                "$$ann$$",
                "\\",
                "аnn",
                "x".repeat(10_000));
    }

    @ParameterizedTest
    @MethodSource("hostileNames")
    void aNameIsNothingButAName(String name) {
        // when
        var seen = SessionCaller.as(name, this::sellers);
        // then
        assertThat(seen).isEmpty();
        assertThat(SessionCaller.as("ann", this::sellers)).containsExactly("ann");
    }

    @Test
    void aNameWithQuotesSeesItsOwnRows() {
        // given
        var name = "c'; DROP TABLE sale --";
        // when, then
        assertThat(SessionCaller.as(name, this::sellers)).containsExactly(name);
    }

    /** A busy machine is no failure here. */
    private static DatabaseLimits patient(DatabaseLimits limits) {
        return new DatabaseLimits(
                Duration.ofMinutes(1),
                limits.maxRows(),
                limits.maxBytes(),
                limits.maxMemory(),
                limits.maxSteps());
    }

    @Test
    void noConnectionKeepsWhoUsedItBefore() throws Exception {
        // given: more work than connections
        var work = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < 200; i++) {
            var name = i % 2 == 0 ? "ann" : "bob";
            work.add(() -> SessionCaller.as(name, this::sellers).equals(List.of(name)));
        }
        // when
        try (var threads = Executors.newFixedThreadPool(16)) {
            for (var seen : threads.invokeAll(work)) {
                // then
                assertThat(seen.get()).isTrue();
            }
        }
        assertThat(SessionCaller.asNobody(this::sellers)).isEmpty();
    }

    @Test
    void aProbeForOneCallerIsNotHandedToAnother() {
        // given
        var safe =
                (ReadOnlySql) shop.guard().check("SELECT DISTINCT seller FROM sale", shop.schema());
        // when
        SessionCaller.as("ann", () -> shop.executor().probe(safe, shop.limits()));
        // then
        assertThat(SessionCaller.as("bob", this::sellers)).containsExactly("bob");
    }

    @Test
    void aStatementCannotNameAnotherCaller() {
        // given
        var attempts =
                List.of(
                        "SELECT set_config('app.user', 'bob', true), seller FROM sale",
                        "SELECT seller FROM sale WHERE set_config('app.user', 'bob', false) = 'bob'",
                        "SELECT current_setting('app.user') FROM sale",
                        "SET app.user = 'bob'");
        for (var sql : attempts) {
            // when, then
            assertThat(shop.guard().check(sql, shop.schema()))
                    .as(sql)
                    .isNotInstanceOf(ReadOnlySql.class);
        }
    }

    @Test
    void whatIsKeptOfTheDatabaseHoldsNoCallersRows() {
        // when
        var schema = shop.schema();
        // then
        assertThat(schema.tables().getFirst().rowCount()).isZero();
        assertThat(schema.values().values(new ColumnRef("sale", "seller"))).isEmpty();
        assertThat(new GuardedRows(shop).of(schema.tables().getFirst(), 3)).isEmpty();
        assertThat(
                        SessionCaller.as(
                                "ann",
                                () -> new GuardedRows(shop).of(schema.tables().getFirst(), 3)))
                .isEmpty();
    }
}
