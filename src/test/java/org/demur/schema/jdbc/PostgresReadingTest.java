package org.demur.schema.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.demur.PostgresForTests;
import org.demur.failure.GatewayException;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.ForeignKey;
import org.demur.schema.SemanticLayer;
import org.demur.schema.Table;
import org.demur.schema.declaration.DatabaseDeclarations;
import org.demur.schema.declaration.DeclaredLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresReadingTest {
    @TempDir private Path home;
    private PostgresForTests database;

    @BeforeEach
    void aLibrary() throws SQLException {
        database = PostgresForTests.fresh();
        database.run(
                "CREATE TYPE state AS ENUM ('new', 'worn')",
                "CREATE TABLE author (id int PRIMARY KEY, name text NOT NULL, email text)",
                """
                CREATE TABLE "Book" (id bigint PRIMARY KEY, "Title" varchar(40), pages numeric(6),
                  price numeric(8, 2), condition state, printed date, added timestamp, seen text,
                  author_id int REFERENCES author(id))\
                """,
                "CREATE VIEW mails AS SELECT id, email FROM author",
                "CREATE VIEW mails_again AS SELECT id AS number FROM mails",
                "CREATE VIEW titles AS SELECT \"Title\" FROM \"Book\"",
                "INSERT INTO author VALUES (1, 'Linden', 'a@x'), (2, 'Moor', NULL)",
                """
                INSERT INTO "Book" VALUES (1, 'Tides', 120, 9.5, 'new', '2030-01-02', '2031-01-01 10:00', '2031-05-06', 1),
                  (2, 'Moons', 80, 12, 'worn', '2030-01-03', '2031-01-01 11:00', '2031-05-07', 1)\
                """);
    }

    private void grant(String... rights) throws SQLException {
        for (var right : rights) {
            database.run("GRANT SELECT %s TO %s".formatted(right, database.role()));
        }
    }

    private DatabaseSchema read(String yaml) throws IOException {
        var file = Files.writeString(home.resolve("library.yaml"), "url: ${URL}\n" + yaml);
        var declaration =
                new DatabaseDeclarations(
                                home,
                                Map.of(
                                        "URL", database.url(),
                                        "USER", database.role(),
                                        "SECRET", database.password()))
                        .read(file);
        var server = ((DeclaredLocation.Server) declaration.location()).server();
        return new SchemaReader(new Cache(home.resolve("cache")))
                .read(declaration, server)
                .schema();
    }

    private static final String CREDENTIALS = "user: ${USER}\npassword: ${SECRET}\n";

    @Test
    void tablesColumnsAndKeysAreThoseThatTheRoleMayRead() throws Exception {
        // given
        grant("ON author", "ON \"Book\"");
        // when
        var schema = read(CREDENTIALS);
        // then
        assertThat(schema.dialect()).isEqualTo(new Dialect.Postgres("public"));
        assertThat(schema.tables().stream().map(Table::name)).containsExactly("author", "Book");
        var book = schema.table("book").orElseThrow();
        assertThat(book.columns().stream().map(Column::type))
                .containsExactly(
                        ColumnType.INTEGER,
                        ColumnType.TEXT,
                        ColumnType.INTEGER,
                        ColumnType.REAL,
                        ColumnType.TEXT,
                        ColumnType.DATE,
                        ColumnType.TIMESTAMP,
                        ColumnType.DATE,
                        ColumnType.INTEGER);
        assertThat(book.primaryKey()).containsExactly("id");
        assertThat(book.rowCount()).isEqualTo(2);
        assertThat(book.foreignKeys())
                .containsExactly(
                        new ForeignKey(
                                new ColumnRef("Book", "author_id"), new ColumnRef("author", "id")));
        assertThat(book.hidesColumns()).isFalse();
        assertThat(book.column("title").orElseThrow().unique()).isTrue();
        assertThat(book.column("author_id").orElseThrow().unique()).isFalse();
        assertThat(book.columns()).noneMatch(Column::hasNulls);
    }

    @Test
    void commentsOfTheDatabaseDescribeTablesColumnsAndValues() throws Exception {
        // given
        grant("ON \"Book\"");
        database.run(
                "COMMENT ON TABLE \"Book\" IS 'What can be borrowed.'",
                "COMMENT ON COLUMN \"Book\".condition IS 'new = mint, worn = dog-eared'");
        // when
        var schema = read(CREDENTIALS);
        // then
        var book = schema.table("Book").orElseThrow();
        assertThat(book.description()).isEqualTo("What can be borrowed.");
        assertThat(book.column("condition").orElseThrow().description())
                .isEqualTo("new = mint, worn = dog-eared");
        assertThat(book.column("pages").orElseThrow().description()).isEmpty();
        assertThat(schema.semantics().synonyms())
                .extracting(SemanticLayer.Synonym::words)
                .containsExactly(List.of("mint"), List.of("dog-eared"));
    }

    @Test
    void valuesOfTextsAndEnumerationsAreKept() throws Exception {
        // given
        grant("ON \"Book\"");
        // when
        var values = read(CREDENTIALS).values();
        // then
        assertThat(values.values(new ColumnRef("Book", "Title"))).containsExactly("Moons", "Tides");
        assertThat(values.complete(new ColumnRef("Book", "Title"))).isTrue();
        assertThat(values.values(new ColumnRef("Book", "condition")))
                .containsExactly("new", "worn");
    }

    @Test
    void aColumnThatTheRoleMayNotReadIsHidden() throws Exception {
        // given
        grant("(id, name) ON author");
        // when
        var author = read(CREDENTIALS).table("author").orElseThrow();
        // then
        assertThat(author.columns().stream().map(Column::name)).containsExactly("id", "name");
        assertThat(author.hidesColumns()).isTrue();
        assertThat(author.rowCount()).isEqualTo(2);
    }

    @Test
    void whatIsExcludedAndViewsOverItMayNotBeReadableEither() throws Exception {
        // given
        grant("ON author", "ON mails", "ON mails_again", "ON titles");
        var exclusion = CREDENTIALS + "columns: {exclude: [author.email]}\n";
        // when, then
        assertThatThrownBy(() -> read(exclusion))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("may read what the declaration does not show")
                .hasMessageContaining("GRANT SELECT (\"id\", \"name\") ON \"public\".\"author\"")
                .hasMessageContaining("REVOKE SELECT ON \"public\".\"mails\"")
                .hasMessageContaining("REVOKE SELECT ON \"public\".\"mails_again\"")
                .hasMessageNotContaining("titles")
                .hasMessageNotContaining(database.password());
    }

    @Test
    void whatIsExcludedMayBeUnreadable() throws Exception {
        // given
        grant("(id, name) ON author", "ON titles");
        // when
        var schema = read(CREDENTIALS + "columns: {exclude: [author.email]}\n");
        // then
        assertThat(schema.tables().stream().map(Table::name)).containsExactly("author", "titles");
        assertThat(schema.table("author").orElseThrow().columns()).hasSize(2);
    }

    @Test
    void aTableThatShowsRowsOfAnExcludedOneMayNotBeReadableEither() throws Exception {
        // given
        database.run(
                "CREATE TABLE writer (born date) INHERITS (author)",
                "CREATE VIEW everyone AS SELECT id, name FROM author",
                "CREATE VIEW elders AS SELECT id, name FROM ONLY author");
        grant("(id, name) ON author", "ON everyone", "ON \"Book\"");
        var exclusion = CREDENTIALS + "tables: {exclude: [writer]}\n";
        // when, then
        assertThatThrownBy(() -> read(exclusion))
                .hasMessageContaining("REVOKE SELECT ON \"public\".\"author\"")
                .hasMessageContaining("REVOKE SELECT ON \"public\".\"everyone\"");
        database.run("REVOKE SELECT ON everyone, author FROM " + database.role());
        database.run("REVOKE SELECT (id, name) ON author FROM " + database.role());
        assertThat(read(exclusion).tables().stream().map(Table::name)).containsExactly("Book");
        // and
        grant("(id, name) ON author");
        assertThat(
                        read(CREDENTIALS + "columns: {exclude: [author.email, writer.email]}\n")
                                .tables())
                .hasSize(2);
        assertThatThrownBy(() -> read(CREDENTIALS + "columns: {exclude: [writer.name]}\n"))
                .hasMessageContaining("REVOKE SELECT ON \"public\".\"author\"");
    }

    @Test
    void aPartitionIsReadThroughItsTableAndCannotBeDeclared() throws Exception {
        // given
        database.run(
                "CREATE TABLE loan (book_id bigint, year int) PARTITION BY LIST (year)",
                "CREATE TABLE loan_2030 PARTITION OF loan FOR VALUES IN (2030)",
                "INSERT INTO loan VALUES (1, 2030)");
        grant("ON loan");
        // when, then
        var loan = read(CREDENTIALS).tables();
        assertThat(loan.stream().map(Table::name)).containsExactly("loan");
        assertThat(loan.getFirst().rowCount()).isEqualTo(1);
        for (var part :
                List.of("tables: {exclude: [loan_2030]}", "columns: {exclude: [loan_2030.year]}")) {
            assertThatThrownBy(() -> read(CREDENTIALS + part))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("the database has no");
        }
    }

    @Test
    void aGeneratedColumnMadeOfAnExcludedOneMayNotBeReadableEither() throws Exception {
        // given
        database.run(
                "CREATE FUNCTION own(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
                """
                ALTER TABLE author
                ADD mail text GENERATED ALWAYS AS (substr(email, 1, 20)) STORED,
                ADD loud text GENERATED ALWAYS AS (upper(name)) STORED,
                ADD opaque text GENERATED ALWAYS AS (own(name)) STORED\
                """);
        var exclusion = CREDENTIALS + "columns: {exclude: [author.email]}\n";
        grant("(id, name, mail, loud) ON author");
        // when, then
        assertThatThrownBy(() -> read(exclusion))
                .hasMessageContaining(
                        "GRANT SELECT (\"id\", \"name\", \"loud\") ON \"public\".\"author\"");
        database.run("REVOKE SELECT (mail) ON author FROM " + database.role());
        assertThat(
                        read(exclusion).table("author").orElseThrow().columns().stream()
                                .map(Column::name))
                .containsExactly("id", "name", "loud");
    }

    @Test
    void aRoleThatMayWriteIsRefused() throws Exception {
        // given
        grant("ON author");
        database.run("GRANT UPDATE (name) ON author TO " + database.role());
        // when, then
        assertThatThrownBy(() -> read(CREDENTIALS))
                .hasMessageContaining("may write to public.author");
    }

    @Test
    void aRoleWithPowersOfItsOwnIsRefused() throws Exception {
        for (var power : List.of("SUPERUSER", "BYPASSRLS", "CREATEROLE", "CREATEDB")) {
            // given
            grant("ON author");
            database.run("ALTER ROLE %s %s".formatted(database.role(), power));
            // when, then
            assertThatThrownBy(() -> read(CREDENTIALS))
                    .as(power)
                    .hasMessageContaining("name one that may only read what is shown");
            database.run("ALTER ROLE %s NO%s".formatted(database.role(), power));
        }
        database.run("GRANT pg_read_server_files TO " + database.role());
        assertThatThrownBy(() -> read(CREDENTIALS))
                .hasMessageContaining("is a member of pg_read_server_files");
    }

    @Test
    void aServerThatDoesNotLetTheRoleInIsUnavailable() throws Exception {
        assertThatThrownBy(() -> read("user: nobody\npassword: ${SECRET}"))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> read(CREDENTIALS))
                .hasMessageContaining("may read no table there; grant SELECT");
    }
}
