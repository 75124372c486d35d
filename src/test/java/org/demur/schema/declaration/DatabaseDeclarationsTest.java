package org.demur.schema.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.demur.failure.FailureCode;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.SemanticLayer;
import org.demur.schema.declaration.DatabaseDeclarations.Loaded;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DatabaseDeclarationsTest {
    @TempDir Path home;
    Path directory = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectories(home.resolve("config/databases"));
    }

    @Test
    void everyKeyArrivesInTheDeclaration() throws IOException {
        // given
        write(
                "library.yaml",
                """
                description: Books and loans.
                file: data/library.sqlite
                optional: true
                assumptions:
                  - A loan without a return is open.
                now: 2024-12-31 23:59:00
                tables:
                  include: [book, loan]
                  exclude: [loan]
                  describe: {book: What can be borrowed.}
                columns:
                  exclude: [book.price]
                  describe: {book.title: As on the cover.}
                limits: {timeLimit: 500ms, maxRows: 7, maxBytes: 2MB, maxMemory: 1048576}
                verified:
                  pairs:
                    - {id: count, questions: ["How many books?", Count the books.], sql: SELECT count(*) FROM book}
                  files:
                    - path: pairs.json
                      format: spider
                      labels: labels.json
                      database: bookshop
                      select: {where: {split: [train, extra]}, every: 2, offset: 1}
                validation:
                  - {question: "What is love?", sql: null}
                semantics:
                  entities: [{table: book, words: [volumes]}]
                  licences: [{elements: [using loan], words: [lent*], also: [out]}]
                  neutral: [library]
                """);
        // when
        DatabaseDeclaration declaration = only(load(Map.of()));
        // then
        assertThat(declaration.id()).isEqualTo("library");
        assertThat(declaration.declaredIn()).isEqualTo(directory.resolve("library.yaml"));
        assertThat(declaration.description()).isEqualTo("Books and loans.");
        assertThat(declaration.location())
                .isEqualTo(new DeclaredLocation.File(home.resolve("data/library.sqlite")));
        assertThat(declaration.place()).isEqualTo("config/databases/library.yaml:2");
        assertThat(declaration.optional()).isTrue();
        assertThat(declaration.assumptions()).containsExactly("A loan without a return is open.");
        assertThat(declaration.now()).isEqualTo(LocalDateTime.of(2024, 12, 31, 23, 59));
        assertThat(declaration.limits())
                .isEqualTo(new DatabaseLimits(Duration.ofMillis(500), 7, 2_000_000, 1_048_576));
        String yaml = "config/databases/library.yaml:";
        assertThat(declaration.semantics().entities())
                .containsExactly(
                        new DeclaredSemantics.Entity(
                                new Located("book", yaml + "27"), null, List.of("volumes")));
        assertThat(declaration.semantics().licences())
                .containsExactly(
                        new SemanticLayer.Licence(
                                List.of("using loan"), List.of("lent*"), List.of("out")));
        assertThat(declaration.semantics().neutral()).containsExactly("library");
        assertThat(declaration.selection())
                .isEqualTo(
                        new Selection(
                                List.of(
                                        new Located("book", yaml + 8),
                                        new Located("loan", yaml + 8)),
                                List.of(new Located("loan", yaml + 9)),
                                List.of(
                                        new Selection.Description(
                                                new Located("book", yaml + 10),
                                                "What can be borrowed.")),
                                List.of(new Located("book.price", yaml + 12)),
                                List.of(
                                        new Selection.Description(
                                                new Located("book.title", yaml + 13),
                                                "As on the cover."))));
        assertThat(declaration.verified())
                .isEqualTo(
                        new DeclaredPairs(
                                List.of(
                                        new DeclaredPairs.Inline(
                                                yaml + 17,
                                                "count",
                                                List.of("How many books?", "Count the books."),
                                                "SELECT count(*) FROM book")),
                                List.of(
                                        new PairFile(
                                                yaml + 19,
                                                home.resolve("pairs.json"),
                                                PairFormat.SPIDER,
                                                home.resolve("labels.json"),
                                                "bookshop",
                                                new PairFile.Select(
                                                        Map.of("split", List.of("train", "extra")),
                                                        2,
                                                        1)))));
        assertThat(declaration.validation().inline())
                .containsExactly(
                        new DeclaredPairs.Inline(yaml + 25, null, List.of("What is love?"), null));
    }

    @Test
    void aFileAloneIsEnough() throws IOException {
        // given
        write("library.yaml", "file: library.sqlite");
        // when
        DatabaseDeclaration declaration = only(load(Map.of()));
        // then
        assertThat(declaration.limits()).isEqualTo(DatabaseLimits.DEFAULT);
        assertThat(declaration.selection()).isEqualTo(Selection.ALL);
        assertThat(declaration.verified()).isEqualTo(DeclaredPairs.NONE);
        assertThat(declaration.now()).isNull();
        assertThat(declaration.optional()).isFalse();
        assertThat(declaration.semantics()).isEqualTo(DeclaredSemantics.NONE);
    }

    @Test
    void aJdbcUrlNamesTheSameFile() throws IOException {
        // given
        write("library.yaml", "url: jdbc:sqlite:library.sqlite");
        // when
        DatabaseDeclaration declaration = only(load(Map.of()));
        // then
        assertThat(declaration.location())
                .isEqualTo(new DeclaredLocation.File(home.resolve("library.sqlite")));
    }

    @Test
    void anEnvironmentVariableReplacesTheDefaultOfAPath() throws IOException {
        // given
        write("library.yaml", "file: ${LIBRARY:-data}/library.sqlite");
        // when
        DatabaseDeclaration byDefault = only(load(Map.of()));
        DatabaseDeclaration empty = only(load(Map.of("LIBRARY", "")));
        DatabaseDeclaration set = only(load(Map.of("LIBRARY", "/srv")));
        // then
        assertThat(byDefault.location())
                .isEqualTo(new DeclaredLocation.File(home.resolve("data/library.sqlite")));
        assertThat(empty.location())
                .isEqualTo(new DeclaredLocation.File(home.resolve("data/library.sqlite")));
        assertThat(set.location())
                .isEqualTo(new DeclaredLocation.File(Path.of("/srv/library.sqlite")));
    }

    @Test
    void aBrokenFileNeverKeepsAnotherFromBeingRead() throws IOException {
        // given
        write("alpha.yaml", "fil: alpha.sqlite");
        write("beta.yaml", "file: beta.sqlite");
        write("not an id.yaml", "file: gamma.sqlite");
        write("notes.txt", "nothing to do with it");
        // when
        Loaded loaded = load(Map.of());
        // then
        assertThat(loaded.declarations())
                .extracting(DatabaseDeclaration::id)
                .containsExactly("beta");
        assertThat(loaded.problems())
                .extracting(DatabaseProblem::database)
                .containsExactly("alpha", "not an id.yaml");
    }

    /** A file's content and what must be said about it. */
    record BadFile(String name, String yaml, String message) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<BadFile> badFiles() throws IOException {
        try (var cases =
                DatabaseDeclarationsTest.class.getResourceAsStream(
                        "/schema/bad-declarations.yaml")) {
            return new YAMLMapper()
                    .readValue(
                            Objects.requireNonNull(cases), new TypeReference<List<BadFile>>() {});
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badFiles")
    void aBadFileIsRefusedWithItsLineItsKeyAndTheRemedy(BadFile bad) throws IOException {
        // given
        write("x.yaml", bad.yaml());
        // when
        Loaded loaded = load(Map.of());
        // then
        assertThat(loaded.declarations()).isEmpty();
        assertThat(loaded.problems())
                .containsExactly(
                        new DatabaseProblem(
                                "x",
                                DatabaseProblem.Severity.ERROR,
                                FailureCode.INVALID_CONFIGURATION,
                                "config/databases/x.yaml" + bad.message()));
    }

    private void write(String name, String yaml) throws IOException {
        Files.writeString(directory.resolve(name), yaml);
    }

    private Loaded load(Map<String, String> environment) {
        return new DatabaseDeclarations(home, environment).load(directory);
    }

    private static DatabaseDeclaration only(Loaded loaded) {
        assertThat(loaded.problems()).isEmpty();
        return loaded.declarations().getFirst();
    }
}
