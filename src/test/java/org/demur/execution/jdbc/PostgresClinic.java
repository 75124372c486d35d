package org.demur.execution.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.demur.PostgresForTests;
import org.demur.schema.Database;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.catalog.DeclaredCatalog;

/**
 * What attacks are made on: a column of patients, one of stays, and further tables are hidden. A
 * partition may be read by itself.
 */
final class PostgresClinic {
    final PostgresForTests server;
    final DatabaseSchema schema;
    final PostgresSource source;

    PostgresClinic(Path folder) throws SQLException, IOException {
        server = PostgresForTests.fresh();
        server.run(
                "CREATE TABLE patient (id int PRIMARY KEY, name text, number text)",
                "CREATE TABLE note (id int, patient_id int, body text)",
                "CREATE TABLE visit (id int, patient_id int, seen_at timestamp)",
                "CREATE TABLE \"Ward\" (id int, \"Name\" text, beds numeric(6, 2), open boolean)",
                "CREATE TABLE secret (id int, word text)",
                "CREATE TABLE bank_token (id int, tok text)",
                "CREATE TABLE stay (id int, patient_id int, kind text, code text) PARTITION BY LIST (kind)",
                "CREATE TABLE stay_day PARTITION OF stay FOR VALUES IN ('day')",
                "CREATE TABLE stay_night PARTITION OF stay FOR VALUES IN ('night')",
                "CREATE VIEW numbers AS SELECT id, number FROM patient",
                "CREATE VIEW visitors AS SELECT p.name, v.id FROM patient p JOIN visit v ON v.patient_id = p.id",
                "CREATE FUNCTION secret_word() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT word FROM public.secret LIMIT 1'",
                "CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT word FROM public.secret LIMIT 1'",
                "CREATE SEQUENCE counter",
                "INSERT INTO patient SELECT i, 'name ' || i, '10' || i FROM generate_series(1, 50) i",
                "INSERT INTO note SELECT i, i % 50, repeat('a', 40000) FROM generate_series(1, 60) i",
                "INSERT INTO visit SELECT i, i % 50, TIMESTAMP '2031-01-01' + i * INTERVAL '1 hour' FROM generate_series(1, 2000) i",
                "INSERT INTO \"Ward\" VALUES (1, 'North', 12.50, true), (2, 'South', 8, false)",
                "INSERT INTO stay SELECT i, i % 50, CASE i % 2 WHEN 0 THEN 'day' ELSE 'night' END, '10' || i FROM generate_series(1, 80) i",
                "INSERT INTO secret VALUES (1, 'sesame')",
                "INSERT INTO bank_token VALUES (1, 'token')",
                "GRANT SELECT (id, name) ON patient TO " + server.role(),
                "GRANT SELECT (id, patient_id, kind) ON stay TO " + server.role(),
                "GRANT SELECT ON stay_night TO " + server.role(),
                "GRANT SELECT ON note, visit, \"Ward\", visitors TO " + server.role());
        var database =
                declared(
                        server,
                        folder,
                        """
                        now: 2031-06-30 12:00:00
                        columns: {exclude: [patient.number, stay.code]}
                        tables: {exclude: [secret, bank_token, numbers]}
                        """);
        schema = database.schema();
        source = source(database);
    }

    /**
     * The database of a server as its role sees it.
     *
     * @param more what is declared of it beside its address
     */
    static Database declared(PostgresForTests server, Path folder, String more) throws IOException {
        var databases = Files.createDirectories(folder.resolve("databases"));
        Files.writeString(
                databases.resolve("clinic.yaml"),
                "url: %s\nuser: %s\npassword: ${SECRET}\n%s"
                        .formatted(server.url(), server.role(), more));
        return DeclaredCatalog.of(
                        folder,
                        databases,
                        Map.of(
                                "SECRET", server.password(),
                                "DEMUR_CACHE", folder.resolve("cache").toString()))
                .database("clinic");
    }

    static PostgresSource source(Database database) {
        return new PostgresSource(
                "clinic",
                ((DatabaseLocation.OnServer) database.location()).server(),
                database.schema().tables());
    }

    /** All rows of all tables, and the settings and objects that a statement might change. */
    String state() throws SQLException {
        return server.ask(
                """
                SELECT md5(concat(
                  (SELECT string_agg(t::text, ',' ORDER BY id) FROM patient t),
                  (SELECT string_agg(t::text, ',' ORDER BY id) FROM visit t),
                  (SELECT string_agg(t::text, ',' ORDER BY id) FROM note t),
                  (SELECT string_agg(t::text, ',' ORDER BY id) FROM stay t),
                  (SELECT string_agg(t::text, ',' ORDER BY id) FROM secret t),
                  (SELECT string_agg(t::text, ',' ORDER BY id) FROM bank_token t),
                  (SELECT string_agg(oid::text, ',' ORDER BY oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
                  (SELECT string_agg(oid::text, ',' ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
                  (SELECT string_agg(oid::text, ',' ORDER BY oid) FROM pg_largeobject_metadata),
                  (SELECT string_agg(rolname || rolsuper || coalesce(rolconfig::text, ''), ',' ORDER BY oid) FROM pg_roles),
                  (SELECT last_value FROM counter)))\
                """);
    }
}
