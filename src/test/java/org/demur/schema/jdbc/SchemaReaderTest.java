package org.demur.schema.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.SemanticLayer;
import org.demur.schema.Table;
import org.demur.schema.TestDatabase;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.demur.schema.declaration.DatabaseDeclarations;
import org.demur.schema.declaration.DeclaredLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaReaderTest {
    private static final ColumnRef TITLE = new ColumnRef("book", "title");

    @TempDir Path home;

    @ParameterizedTest(name = "{0} leaves {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "tables: {exclude: [loan]} | book dear",
                "columns: {exclude: [book.price]} | book loan taken",
                "tables: {include: [taken]} | taken",
                "tables: {exclude: [book]} | loan taken",
            })
    void aViewIsHiddenByWhatItReads(String selection, String shown) throws IOException {
        // given
        TestDatabase.of(
                TestDatabase.library(home.resolve("x.sqlite")),
                "CREATE VIEW dear AS SELECT title FROM book WHERE price > 10",
                "CREATE VIEW taken AS SELECT taken AS day FROM loan");
        // when
        DatabaseSchema schema = read("file: x.sqlite\n" + selection);
        // then
        assertThat(schema.tables()).extracting(Table::name).containsExactly(shown.split(" "));
    }

    @Test
    void tablesAreReadWithKeysAndReferences() throws IOException {
        // given
        TestDatabase.library(home.resolve("x.sqlite"));
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        assertThat(schema.id()).isEqualTo("x");
        assertThat(schema.tables()).extracting(Table::name).containsExactly("book", "loan");
        Table loan = schema.table("LOAN").orElseThrow();
        assertThat(loan.rowCount()).isEqualTo(5);
        assertThat(loan.primaryKey()).containsExactly("id");
        assertThat(loan.foreignKeys())
                .containsExactly(
                        new ForeignKey(
                                new ColumnRef("loan", "book_id"), new ColumnRef("book", "id")));
        assertThat(loan.columns())
                .containsExactly(
                        new Column("id", ColumnType.INTEGER, "INTEGER", false, true, ""),
                        new Column("book_id", ColumnType.INTEGER, "INT", false, false, ""),
                        new Column("taken", ColumnType.TIMESTAMP, "TIMESTAMP", false, true, ""),
                        new Column("returned", ColumnType.DATE, "TEXT", true, true, ""));
    }

    @ParameterizedTest(name = "{0} holding {1} is {2}")
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "INTEGER | 1 | INTEGER",
                "INTEGER | 'one' | TEXT",
                "INTEGER | NULL | INTEGER",
                "REAL | 1 | REAL",
                "NUMERIC | 1 | INTEGER",
                "NUMERIC | 1.5 | REAL",
                "DECIMAL(10, 2) | NULL | REAL",
                "BOOLEAN | 1 | INTEGER",
                "TEXT | 'a' | TEXT",
                "VARCHAR(20) | NULL | TEXT",
                "TEXT | '2024-02-29' | DATE",
                "TEXT | '2024-02-29 10:11:12' | TIMESTAMP",
                "TEXT | '2024-02-29T10:11' | TIMESTAMP",
                "TEXT | '2024-02-29 and so on' | TEXT",
                "DATE | '2024-02-29' | DATE",
                "DATE | '29.02.2024' | TEXT",
                "TIMESTAMP | NULL | TIMESTAMP",
                "DATETIME | 1709164800 | INTEGER",
                "DATE | NULL | DATE",
                "BLOB | x'00' | OTHER",
                " | 'a' | TEXT",
                " | 2 | INTEGER",
                " | NULL | OTHER"
            },
            delimiter = '|')
    void aTypeIsTheDeclaredOneUnlessTheDataContradictIt(
            String declared, String value, ColumnType type) throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (c %s)".formatted(declared == null ? "" : declared),
                "INSERT INTO t VALUES (%s)".formatted(value));
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        assertThat(schema.column(new ColumnRef("t", "c")).orElseThrow().type()).isEqualTo(type);
    }

    @Test
    void uniquenessComesFromConstraintsAndFromTheData() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (a TEXT, b TEXT UNIQUE, c TEXT, d TEXT, PRIMARY KEY (a, b))",
                "CREATE UNIQUE INDEX partial ON t (d) WHERE d > 'm'",
                "INSERT INTO t VALUES ('1', 'x', 'p', 'a'), ('1', 'y', 'q', 'a')");
        // when
        Table table = read("file: x.sqlite").table("t").orElseThrow();
        // then
        assertThat(table.primaryKey()).containsExactly("a", "b");
        assertThat(table.columns())
                .extracting(Column::unique)
                .containsExactly(false, true, true, false);
    }

    @Test
    void aReferenceWithoutColumnsMeansThePrimaryKeyAndOneToNowhereIsLeftOut() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE Parent (A INT, B INT, PRIMARY KEY (B, A))",
                "CREATE TABLE child (x INT, y INT, z INT REFERENCES missing (id), FOREIGN KEY (x, y) REFERENCES parent)");
        // when
        Table child = read("file: x.sqlite").table("child").orElseThrow();
        // then
        assertThat(child.foreignKeys())
                .containsExactly(
                        new ForeignKey(new ColumnRef("child", "x"), new ColumnRef("Parent", "B")),
                        new ForeignKey(new ColumnRef("child", "y"), new ColumnRef("Parent", "A")));
    }

    @Test
    void namesThatNeedQuotesAreRead() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE \"or\"\"der\" (\"from to\" TEXT, \"a.b\" TEXT)",
                "INSERT INTO \"or\"\"der\" VALUES ('x', 'y')",
                "CREATE VIEW names AS SELECT \"from to\" AS name FROM \"or\"\"der\"");
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        assertThat(schema.tables()).extracting(Table::name).containsExactly("or\"der", "names");
        assertThat(schema.values().values(new ColumnRef("or\"der", "from to")))
                .containsExactly("x");
    }

    @Test
    void theDistinctTextsAreFoundExactly() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (c TEXT, day TEXT, n INT)",
                "INSERT INTO t VALUES ('b', '2024-01-01', 1), ('ä', '2024-01-02', 2), ('B', NULL, 3), ('b', NULL, 4), ('', NULL, 5), (NULL, NULL, 6)");
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        ColumnRef column = new ColumnRef("t", "c");
        assertThat(schema.values().columns()).containsExactly(column);
        assertThat(schema.values().values(column)).containsExactly("", "B", "b", "ä");
        assertThat(schema.values().complete(column)).isTrue();
        assertThat(schema.values().contains(column, "ä")).isTrue();
        assertThat(schema.values().contains(column, "Ä")).isFalse();
        assertThat(schema.values().contains(new ColumnRef("T", "C"), "b")).isTrue();
        assertThat(schema.values().contains(new ColumnRef("t", "n"), "1")).isFalse();
        assertThat(schema.values().complete(new ColumnRef("t", "n"))).isFalse();
    }

    @Test
    void aColumnThatIgnoresCaseHasAllSpellingsAndIsNeverComplete() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (c TEXT COLLATE NOCASE, d TEXT COLLATE RTRIM, e TEXT)",
                "INSERT INTO t VALUES ('Emma', 'x', 'a'), ('EMMA', 'y', 'b')");
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        assertThat(values(schema, "c")).containsExactly("EMMA", "Emma");
        assertThat(schema.values().complete(new ColumnRef("t", "c"))).isFalse();
        assertThat(schema.values().complete(new ColumnRef("t", "d"))).isFalse();
        assertThat(schema.values().complete(new ColumnRef("t", "e"))).isTrue();
    }

    @Test
    void rowsThatStillStandInTheWriteAheadLogAreRead() throws Exception {
        // given
        Path file = home.resolve("x.sqlite");
        TestDatabase.of(file, "PRAGMA journal_mode = WAL", "CREATE TABLE t (c TEXT)");
        int before = read("file: x.sqlite").values().values(new ColumnRef("t", "c")).size();
        try (var writer = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = writer.createStatement()) {
            statement.executeUpdate("INSERT INTO t VALUES ('new')");
            // when
            DatabaseSchema schema = read("file: x.sqlite");
            // then
            assertThat(before).isZero();
            assertThat(values(schema, "c")).containsExactly("new");
        }
    }

    @Test
    void aColumnBeyondTheBoundsIsKnownToBeIncomplete() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (many TEXT, long TEXT, last TEXT)",
                "INSERT INTO t VALUES ('a', 'abcdefgh', 'x'), ('b', 'i', 'y'), ('c', 'i', 'z')");
        var bounds = new ReadBounds(100, 100, 2, 7, 5, 1_000_000);
        // when
        DatabaseSchema schema = read("file: x.sqlite", bounds);
        // then
        assertThat(values(schema, "many")).containsExactly("a", "b");
        assertThat(values(schema, "long")).containsExactly("i");
        assertThat(values(schema, "last")).containsExactly("x", "y");
        assertThat(schema.values().columns()).noneMatch(column -> schema.values().complete(column));
    }

    @Test
    void whetherAColumnHasNullsIsToldByItsRows() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (a TEXT NOT NULL, b TEXT, c TEXT)",
                "INSERT INTO t VALUES ('a', 'b', NULL), ('a', 'b', 'c')");
        // when
        var whole = read("file: x.sqlite").table("t").orElseThrow();
        var sampled = read("file: x.sqlite", new ReadBounds(1, 100, 100, 100, 100, 1_000_000));
        // then
        assertThat(whole.columns())
                .extracting(Column::hasNulls)
                .containsExactly(false, false, true);
        assertThat(sampled.table("t").orElseThrow().columns())
                .extracting(Column::hasNulls)
                .containsExactly(false, true, true);
    }

    @Test
    void aTableBeyondTheBoundIsSampled() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (c TEXT)",
                "INSERT INTO t VALUES ('a'), ('b'), ('c')");
        var bounds = new ReadBounds(2, 2, 100, 100, 100, 1_000_000);
        // when
        DatabaseSchema schema = read("file: x.sqlite", bounds);
        // then
        assertThat(schema.table("t").orElseThrow().rowCount()).isEqualTo(3);
        assertThat(schema.table("t").orElseThrow().columns().getFirst().unique()).isFalse();
        assertThat(values(schema, "c")).containsExactly("a", "b");
        assertThat(schema.values().complete(new ColumnRef("t", "c"))).isFalse();
    }

    @Test
    void onlySelectedTablesAndColumnsAreVisibleAndTheyCarryTheirDescriptions() throws IOException {
        // given
        TestDatabase.library(home.resolve("x.sqlite"));
        // when
        DatabaseSchema schema =
                read(
                        """
                        file: x.sqlite
                        tables: {exclude: [LOAN], describe: {Book: What can be borrowed.}}
                        columns: {exclude: [book.ID], describe: {book.Title: As on the cover.}}
                        """);
        // then
        Table book = schema.tables().getFirst();
        assertThat(schema.tables()).hasSize(1);
        assertThat(book.description()).isEqualTo("What can be borrowed.");
        assertThat(book.primaryKey()).isEmpty();
        assertThat(book.columns())
                .extracting(Column::name, Column::description)
                .containsExactly(tuple("title", "As on the cover."), tuple("price", ""));
    }

    @Test
    void commentsOfTheDefinitionDescribeWhatTheDeclarationDoesNot() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE fee ( -- What is owed.\n cents INT, -- with tax\n ssn TEXT /* secret */, paid INT /* 1 or 0 */)");
        // when
        DatabaseSchema schema =
                read(
                        """
                        file: x.sqlite
                        columns: {exclude: [fee.ssn], describe: {fee.paid: Whether it is settled.}}
                        """);
        // then
        Table fee = schema.tables().getFirst();
        assertThat(fee.description()).isEqualTo("What is owed.");
        assertThat(fee.columns())
                .extracting(Column::description)
                .containsExactly("with tax", "Whether it is settled.");
        assertThat(cacheContains("secret")).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "A active, R retired, X gone | A=[active] R=[retired]",
                "A = active; R = in retirement | A=[active] R=[in retirement]",
                "'A': active or 'R': retired | A=[active] R=[retired]",
                "Status: A - active / R - retired | A=[active] R=[retired]",
                "what it does (A means active, R means retired) | A=[active] R=[retired]",
                "open yet to begin, R retired | open=[yet to begin] R=[retired]",
                "A active, R not active | ``",
                "A active | ``",
                "A, R or open | ``",
                "A road that leads from one town to another, R retired | ``",
                "a active, r retired | ``",
                "Ado, Rest | ``",
                "A for active, R->retired | A=[active] R=[retired]",
            })
    void wordsStandForTheValuesThatADescriptionTellsOf(String description, String words)
            throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (id INTEGER, state TEXT)",
                "INSERT INTO t VALUES (1, 'A'), (2, 'R'), (3, 'open')");
        // when
        DatabaseSchema schema =
                read(
                        "file: x.sqlite\ncolumns: {describe: {t.state: \"%s\"}}"
                                .formatted(description));
        // then
        assertThat(words(schema)).isEqualTo(words);
    }

    private static String words(DatabaseSchema schema) {
        return schema.semantics().synonyms().stream()
                .map(synonym -> synonym.value() + "=" + synonym.words())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "country | SK US | SK=[Slovakia] US=[United States, USA, U.S., America]",
                "ship_ctry | CZ DE | CZ=[Czechia, Czech Republic] DE=[Germany]",
                "birthCountry | DE | DE=[Germany]",
                "country | DE XX | ''",
                "state | DE AL | ''",
            })
    void countriesHaveTheNamesOfTheirCodes(String column, String codes, String words)
            throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (id INTEGER, %s TEXT)".formatted(column),
                "INSERT INTO t VALUES (1, '%s')".formatted(codes.replace(" ", "'), (2, '")));
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        assertThat(words(schema)).isEqualTo(words);
    }

    @Test
    void declaredWordsAreNotTakenFromDescriptions() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (id INTEGER, state TEXT /* A gone, R retired */)",
                "INSERT INTO t VALUES (1, 'A'), (2, 'R'), (3, 'X')");
        // when
        DatabaseSchema schema =
                read(
                        """
                        file: x.sqlite
                        semantics:
                          synonyms: [{words: [gone], column: t.state, value: X}]
                        """);
        // then
        assertThat(schema.semantics().synonyms())
                .extracting(SemanticLayer.Synonym::words, SemanticLayer.Synonym::value)
                .containsExactly(tuple(List.of("gone"), "X"), tuple(List.of("retired"), "R"));
    }

    @Test
    void valuesOfExcludedColumnsNeverReachTheCache() throws IOException {
        // given
        TestDatabase.library(home.resolve("x.sqlite"));
        // when
        DatabaseSchema schema = read("file: x.sqlite\ncolumns: {exclude: [book.title]}");
        // then
        assertThat(schema.values().columns()).doesNotContain(TITLE);
        assertThat(cacheContains("Ulysses")).isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "substr(number, 1, 20) | id name",
                "substr(\"NUMBER\", 1, 20) | id name",
                "substr(/* , */ [number], 1, 20) | id name",
                "upper(`number`) | id name",
                "upper(name) | id name made kept"
            })
    void aGeneratedColumnIsShownUnlessItIsMadeOfAnExcludedOne(String expression, String shown)
            throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                """
                CREATE TABLE patient (id INTEGER PRIMARY KEY, name TEXT, "number" TEXT, -- (
                  made TEXT GENERATED ALWAYS AS (%1$s) VIRTUAL,
                  kept TEXT NOT NULL AS (%1$s || made) STORED, CHECK (number <> ''))\
                """
                        .formatted(expression),
                "INSERT INTO patient (id, name, number) VALUES (1, 'Ann', '101')");
        // when
        Table table =
                read("file: x.sqlite\ncolumns: {exclude: [patient.number]}").tables().getFirst();
        // then
        assertThat(table.columns().stream().map(Column::name).collect(Collectors.joining(" ")))
                .isEqualTo(shown);
        assertThat(table.hidesColumns()).isTrue();
        assertThat(cacheContains("101")).isFalse();
    }

    @Test
    void aPartOfACompositeKeyIsNeitherAKeyNorUnique() throws IOException {
        // given
        TestDatabase.of(
                home.resolve("x.sqlite"),
                "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b))",
                "INSERT INTO t VALUES (1, 1), (1, 2)");
        // when
        Table table = read("file: x.sqlite\ncolumns: {exclude: [t.b]}").tables().getFirst();
        // then
        assertThat(table.primaryKey()).isEmpty();
        assertThat(table.columns().getFirst().unique()).isFalse();
    }

    @Test
    void theSecondReadingComesFromTheCache() throws IOException {
        // given
        Path file = TestDatabase.library(home.resolve("x.sqlite"));
        DatabaseSchema first = read("file: x.sqlite");
        DatabaseFile known = DatabaseFile.locate(file, "x", cache());
        Files.delete(file);
        // when
        DatabaseSchema second =
                new SchemaReader(cache()).read(declaration("file: x.sqlite"), known);
        // then
        assertThat(second.tables()).isEqualTo(first.tables());
        assertThat(second.values().values(TITLE)).isEqualTo(first.values().values(TITLE));
        assertThat(second.values().complete(TITLE)).isTrue();
    }

    @Test
    void aChangedDatabaseIsReadAnew() throws IOException {
        // given
        Path file = TestDatabase.library(home.resolve("x.sqlite"));
        read("file: x.sqlite");
        TestDatabase.of(file, "INSERT INTO book VALUES (4, 'Middlemarch', 12)");
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        assertThat(schema.values().contains(TITLE, "Middlemarch")).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"one bit flipped,100", "the start overwritten,0", "cut in half,-1"})
    void aBrokenCacheIsRebuiltSilently(String damage, int position) throws IOException {
        // given
        TestDatabase.library(home.resolve("x.sqlite"));
        DatabaseSchema sound = read("file: x.sqlite");
        Path entry = cachedSchema();
        byte[] bytes = Files.readAllBytes(entry);
        if (position < 0) {
            Files.write(entry, Arrays.copyOf(bytes, bytes.length / 2));
        } else {
            bytes[position] ^= 1;
            Files.write(entry, bytes);
        }
        // when
        DatabaseSchema schema = read("file: x.sqlite");
        // then
        assertThat(schema.tables()).as(damage).isEqualTo(sound.tables());
        assertThat(schema.values().values(TITLE)).containsExactly("Dracula", "Emma", "Ulysses");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "tables: {include: [bok]} | x.yaml:2: the database has no table 'bok'; did you mean 'book'?",
                "tables: {exclude: [reader]} | x.yaml:2: the database has no table 'reader'; it has book, loan",
                "tables: {describe: {lon: x}} | x.yaml:2: the database has no table 'lon'; did you mean 'loan'?",
                "columns: {exclude: [book.titel]} | x.yaml:2: the database has no column 'book.titel'; did you mean 'book.title'?",
                "columns: {describe: {book.pric: x}} | x.yaml:2: the database has no column 'book.pric'; did you mean 'book.price'?",
                "semantics: {filters: [{column: book.title, value: Ema}]} | x.yaml:2: no row has 'Ema' in book.title; did you mean 'Emma'?",
                "tables: {exclude: [book, loan]} | x.yaml:1: the declaration leaves no table visible"
            })
    void aNameThatIsNotThereIsRefusedWithTheNearest(String line, String message)
            throws IOException {
        // given
        TestDatabase.library(home.resolve("x.sqlite"));
        // then
        assertThatThrownBy(() -> read("file: x.sqlite\n" + line))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
                            assertThat(e.getMessage()).isEqualTo(message);
                        });
    }

    @ParameterizedTest
    @CsvSource({"book.title, Emma", "book.price, 9.5", "book.price, 11"})
    void aFilterThatRowsMayPassIsTaken(String column, String value) throws IOException {
        // given
        TestDatabase.library(home.resolve("x.sqlite"));
        // when
        var filters =
                read("file: x.sqlite\nsemantics: {filters: [{column: %s, value: '%s'}]}"
                                .formatted(column, value))
                        .semantics()
                        .filters();
        // then
        assertThat(filters).extracting(SemanticLayer.Filter::value).containsExactly(value);
    }

    @Test
    void aDamagedDatabaseIsRefused() throws IOException {
        // given
        Path file = TestDatabase.library(home.resolve("x.sqlite"));
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 4096, bytes.length, (byte) 7);
        Files.write(file, bytes);
        // then
        assertThatThrownBy(() -> read("file: x.sqlite"))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.DATABASE_UNAVAILABLE))
                .hasMessageContaining("x.yaml:1: the database file " + file + " is damaged")
                .hasMessageEndingWith("; restore it from a copy");
    }

    @Test
    void aDatabaseWithoutTablesIsRefused() throws IOException {
        // given
        TestDatabase.of(home.resolve("x.sqlite"), "CREATE TABLE t (c)", "DROP TABLE t");
        // then
        assertThatThrownBy(() -> read("file: x.sqlite"))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("holds no table");
    }

    private static List<String> values(DatabaseSchema schema, String column) {
        return schema.values().values(new ColumnRef("t", column));
    }

    private Cache cache() {
        return new Cache(home.resolve("cache"));
    }

    private DatabaseDeclaration declaration(String yaml) throws IOException {
        Path file = Files.writeString(home.resolve("x.yaml"), yaml);
        return new DatabaseDeclarations(home, Map.of()).read(file);
    }

    private DatabaseSchema read(String yaml) throws IOException {
        return read(yaml, ReadBounds.DEFAULT);
    }

    private DatabaseSchema read(String yaml, ReadBounds bounds) throws IOException {
        DatabaseDeclaration declaration = declaration(yaml);
        DatabaseFile file =
                DatabaseFile.locate(
                        ((DeclaredLocation.File) declaration.location()).path(),
                        declaration.place(),
                        cache());
        return new SchemaReader(cache(), bounds).read(declaration, file);
    }

    private Path cachedSchema() throws IOException {
        try (Stream<Path> entries = Files.list(home.resolve("cache/schemas"))) {
            return entries.findFirst().orElseThrow();
        }
    }

    private boolean cacheContains(String text) throws IOException {
        return Files.readString(cachedSchema(), StandardCharsets.ISO_8859_1).contains(text);
    }
}
