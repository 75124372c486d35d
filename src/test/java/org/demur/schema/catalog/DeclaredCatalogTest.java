package org.demur.schema.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.ColumnRef;
import org.demur.schema.Database;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.DatabaseProblem.Severity;
import org.demur.schema.SemanticLayer;
import org.demur.schema.TestDatabase;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclaredCatalogTest {
    @TempDir Path home;

    @BeforeEach
    void makeDatabase() throws IOException {
        TestDatabase.library(home.resolve("library.sqlite"));
        Files.createDirectories(home.resolve("config/databases"));
    }

    @Test
    void aDatabaseOffersItsSchemaItsPairsAndItsLimits() throws IOException {
        // given
        Files.writeString(
                home.resolve("held-out.json"), "[{\"question\": \"Why?\", \"sql\": null}]");
        declare(
                "library",
                """
                file: library.sqlite
                limits: {maxRows: 7}
                verified: [{id: count, question: Count them., sql: SELECT count(*) FROM book}]
                validation: {files: [{path: held-out.json}]}
                semantics: {units: {Book.price: EUR}}
                """);
        // when
        Database database = catalog().database("library");
        // then
        assertThat(database.id()).isEqualTo("library");
        assertThat(database.schema().table("book")).isPresent();
        assertThat(database.limits().maxRows()).isEqualTo(7);
        assertThat(database.verified().current())
                .containsExactly(
                        new VerifiedQuery("count", "Count them.", "SELECT count(*) FROM book"));
        assertThat(database.validation().current())
                .containsExactly(new VerifiedQuery("held-out-1", "Why?", null));
        assertThat(database.schema().semantics().units())
                .containsExactly(new SemanticLayer.Unit(new ColumnRef("book", "price"), "EUR"));
        assertThat(database.file()).isEqualTo(home.resolve("library.sqlite"));
        assertThat(database.digest()).hasSize(64);
        assertThat(database.declaredIn()).isEqualTo(home.resolve("config/databases/library.yaml"));
    }

    @Test
    void oneBadDatabaseNeverStopsTheOthers() throws IOException {
        // given
        Files.writeString(home.resolve("broken.sqlite"), "nothing of the kind");
        declare("broken", "file: broken.sqlite");
        declare("library", "file: library.sqlite");
        declare("misspelt", "fiel: library.sqlite");
        declare("missing", "file: nowhere.sqlite");
        // when
        DeclaredCatalog catalog = catalog();
        // then
        assertThat(catalog.ids()).containsExactly("library");
        assertThat(catalog.database("library").schema().tables()).hasSize(2);
        assertThat(catalog.problems())
                .extracting(DatabaseProblem::database, DatabaseProblem::severity)
                .containsExactly(
                        tuple("misspelt", Severity.ERROR),
                        tuple("broken", Severity.ERROR),
                        tuple("missing", Severity.ERROR));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "libary | UNKNOWN_DATABASE | there is no database 'libary'; known: library, missing; did you mean 'library'?",
                "warehouse | UNKNOWN_DATABASE | there is no database 'warehouse'; known: library, missing",
                "misspelt | INVALID_CONFIGURATION | config/databases/misspelt.yaml:1: unknown key 'fiel'; did you mean 'file'?",
                "missing | DATABASE_UNAVAILABLE | config/databases/missing.yaml:1: the database file {home}/nowhere.sqlite does not exist; correct the path or put the file there"
            })
    void whoAsksForADatabaseThatIsNotServedIsToldWhy(String id, FailureCode code, String message)
            throws IOException {
        // given
        declare("library", "file: library.sqlite");
        declare("misspelt", "fiel: library.sqlite");
        declare("missing", "file: nowhere.sqlite");
        DeclaredCatalog catalog = catalog();
        // then
        assertThatThrownBy(() -> catalog.database(id))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(code);
                            assertThat(e.getMessage())
                                    .isEqualTo(message.replace("{home}", home.toString()));
                        });
    }

    @Test
    void anOverlongIdIsNotRepeatedInFull() throws IOException {
        // given
        declare("library", "file: library.sqlite");
        // then
        assertThatThrownBy(() -> catalog().database("x".repeat(1_000_000)))
                .isInstanceOf(GatewayException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void missingFilesOfAnOptionalDatabaseAreOnlyANotice() throws IOException {
        // given
        declare("extra", "file: nowhere.sqlite\noptional: true");
        declare(
                "half",
                "file: library.sqlite\noptional: true\nvalidation: {files: [{path: nowhere.json}]}");
        // when
        DeclaredCatalog catalog = catalog();
        // then
        assertThat(catalog.ids()).isEmpty();
        assertThat(catalog.problems())
                .containsExactly(
                        new DatabaseProblem(
                                "extra",
                                Severity.NOTICE,
                                FailureCode.DATABASE_UNAVAILABLE,
                                "not available: config/databases/extra.yaml:1: the database file %s does not exist; correct the path or put the file there"
                                        .formatted(home.resolve("nowhere.sqlite"))),
                        new DatabaseProblem(
                                "half",
                                Severity.NOTICE,
                                FailureCode.DATABASE_UNAVAILABLE,
                                "not available: config/databases/half.yaml:3: the file of pairs %s does not exist; correct the path or put the file there"
                                        .formatted(home.resolve("nowhere.json"))));
    }

    @Test
    void aBrokenFileOfAnOptionalDatabaseIsAnError() throws IOException {
        // given
        Files.writeString(home.resolve("broken.sqlite"), "nothing of the kind");
        declare("extra", "file: broken.sqlite\noptional: true");
        // when
        var problems = catalog().problems();
        // then
        assertThat(problems).extracting(DatabaseProblem::severity).containsExactly(Severity.ERROR);
    }

    @Test
    void anInlinePairThatDoesNotParseKeepsTheDatabaseFromBeingServed() throws IOException {
        // given
        declare(
                "library",
                "file: library.sqlite\nverified:\n  - {id: a, question: Q., sql: SELEC 1}\n  - {id: b, question: Q., sql: SELECT a FROM b}");
        // when
        var problems = catalog().problems();
        // then
        assertThat(problems)
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
                    assertThat(problem.message().lines())
                            .hasSize(2)
                            .first()
                            .isEqualTo(
                                    "config/databases/library.yaml:3: the SQL of pair 'a' is rejected by the database: [SQLITE_ERROR] SQL error or missing database (near \"SELEC\": syntax error); correct it or remove the pair");
                });
    }

    @Test
    void aPairInAFileThatDoesNotParseIsAWarning() throws IOException {
        // given
        Files.writeString(
                home.resolve("pairs.json"),
                "[{\"question\": \"Bad.\", \"sql\": \"SELEC 1\"}, {\"question\": \"Good.\", \"sql\": \"SELECT 1 FROM book\"}]");
        declare("library", "file: library.sqlite\nverified: {files: [{path: pairs.json}]}");
        // when
        DeclaredCatalog catalog = catalog();
        // then
        assertThat(catalog.ids()).containsExactly("library");
        assertThat(catalog.database("library").verified().current()).hasSize(1);
        assertThat(catalog.problems())
                .extracting(DatabaseProblem::severity)
                .containsExactly(Severity.WARNING);
    }

    @Test
    void eachOfTenBadPairsIsNamedWithItsLineAndTheOthersAreCounted() throws IOException {
        // given
        var pairs = new StringBuilder("[");
        for (int i = 1; i <= 12; i++) {
            pairs.append(i == 1 ? "" : ",\n")
                    .append("{\"question\": \"Bad.\", \"sql\": \"SELEC 1\"}");
        }
        Path file = Files.writeString(home.resolve("pairs.json"), pairs + "]");
        declare("library", "file: library.sqlite\nverified: {files: [{path: pairs.json}]}");
        // when
        var problems = catalog().problems();
        // then
        assertThat(problems).hasSize(11);
        for (int i = 0; i < 10; i++) {
            assertThat(problems.get(i).message())
                    .startsWith(file + ":" + (i + 1) + ": the SQL of pair 'pairs-" + (i + 1) + "'");
        }
        assertThat(problems.getLast().message()).isEqualTo("and 2 more pairs are at fault");
    }

    @Test
    void newPairsTakeEffectWithoutARestart() throws IOException, InterruptedException {
        // given
        declare("library", "file: library.sqlite\nverified: [{question: Q., sql: null}]");
        Database database = catalog().database("library");
        // when
        Path yaml =
                declare(
                        "library",
                        "file: library.sqlite\nverified: [{question: Q., sql: null}, {question: R., sql: null}]");
        Files.setLastModifiedTime(yaml, FileTime.from(Instant.now().plusSeconds(5)));
        Thread.sleep(1_100); // the files are looked at once a second
        // then
        assertThat(database.verified().version()).isEqualTo(1);
        assertThat(database.verified().current())
                .extracting(VerifiedQuery::question)
                .containsExactly("Q.", "R.");
    }

    @Test
    void aMissingDirectoryIsRefused() {
        // then
        assertThatThrownBy(() -> DeclaredCatalog.below(home.resolve("nowhere"), Map.of()))
                .isInstanceOf(GatewayException.class)
                .hasMessage(
                        "config/databases: no such directory, or not readable; it holds one <id>.yaml per database");
    }

    private Path declare(String id, String yaml) throws IOException {
        return Files.writeString(home.resolve("config/databases/" + id + ".yaml"), yaml);
    }

    private DeclaredCatalog catalog() {
        return DeclaredCatalog.below(home, Map.of("DEMUR_CACHE", home.resolve("cache").toString()));
    }
}
