package org.demur.schema.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Column;
import org.demur.schema.ColumnType;
import org.demur.schema.Database;
import org.demur.schema.Table;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The benchmark databases that ship as configuration; skipped where their data is not there. */
class BenchmarkDatabasesTest {
    private static final Map<String, String> ENVIRONMENT = environment();

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ehrsql,17,5124,450,1163",
        "geography,7,547,0,49",
        "world_1,3,60,0,0",
        "dog_kennels,8,41,0,0",
        "student_transcripts_tracking,11,39,0,0"
    })
    void aBenchmarkDatabaseIsServed(String id, int tables, int pairs, int infeasible, int heldOut) {
        // given
        DeclaredCatalog catalog = DeclaredCatalog.below(Path.of("").toAbsolutePath(), ENVIRONMENT);
        // when
        Database database = database(catalog, id);
        // then
        var schema = database.schema();
        var verified = database.verified().current();
        assertThat(schema.tables()).hasSize(tables);
        assertThat(schema.tables())
                .flatMap(Table::columns)
                .extracting(Column::type)
                .doesNotContain(ColumnType.OTHER);
        assertThat(schema.values().columns()).allMatch(schema.values()::complete);
        assertThat(verified.size()).isEqualTo(pairs);
        assertThat(verified.stream().filter(query -> query.sql() == null).count())
                .isEqualTo(infeasible);
        assertThat(verified.stream().filter(BenchmarkDatabasesTest::isDoublyQuoted).count())
                .isZero();
        assertThat(database.validation().current().size()).isEqualTo(heldOut);
    }

    private static boolean isDoublyQuoted(VerifiedQuery query) {
        return query.sql() != null && query.sql().contains("= \"");
    }

    private static Database database(DeclaredCatalog catalog, String id) {
        try {
            return catalog.database(id);
        } catch (GatewayException missing) {
            assumeFalse(
                    missing.code() == FailureCode.DATABASE_UNAVAILABLE,
                    () -> "skipped, " + missing.getMessage());
            throw missing;
        }
    }

    private static Map<String, String> environment() {
        var environment = new HashMap<>(System.getenv());
        String data = environment.getOrDefault("DEMUR_BENCHMARKS", "../shared/data");
        if (Files.isDirectory(Path.of(data))) {
            environment.putIfAbsent("DEMUR_EHRSQL", data + "/ehrsql-2024");
            environment.putIfAbsent("DEMUR_TEXT2SQL", data + "/text2sql-data");
            environment.putIfAbsent("DEMUR_SPIDER", data + "/spider");
        }
        return environment;
    }
}
