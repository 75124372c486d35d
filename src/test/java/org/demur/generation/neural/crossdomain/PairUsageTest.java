package org.demur.generation.neural.crossdomain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a verified statement reads, by clause. */
final class PairUsageTest {
    private static NumberedSchema schema;
    private static BicycleShop shop;

    @BeforeAll
    static void open(@TempDir Path home) {
        shop =
                new BicycleShop(
                        home, "", BicycleShop.resource("/generation/hire.sql").lines().toList());
        schema = new NumberedSchema(shop.schema());
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT city FROM station | station.city selected",
                "SELECT s.city FROM station AS s WHERE s.docks > 9 | station.city selected, station.docks tested",
                "SELECT city, COUNT(*) FROM station GROUP BY city ORDER BY docks | station.city ordered, station.docks ordered",
                "SELECT h.status FROM hire h JOIN station t ON h.station_id = t.station_id WHERE t.city = 'Cork' | station.city tested, hire.status selected",
                "SELECT city FROM station WHERE station_id IN (SELECT station_id FROM hire WHERE status = 'open') AND docks > 9 | station.station_id tested, station.city selected, station.docks tested, hire.status tested",
                "SELECT \"city\" FROM [station] WHERE `docks` <> 3 | station.city selected, station.docks tested",
                "SELECT pace FROM horse | ",
                "SELECT 'no end FROM station | ",
            })
    void tellsWhatIsDoneWithEachColumn(String sql, String expected) {
        var usage = new PairUsage(sql, schema);

        assertThat(
                        usage.columns().entrySet().stream()
                                .map(e ->
                                        schema.ref(e.getKey()).table()
                                                + "."
                                                + schema.ref(e.getKey()).column()
                                                + " "
                                                + e.getValue().name().toLowerCase(Locale.ROOT)))
                .containsExactlyInAnyOrder(expected == null ? new String[0] : expected.split(", "));
    }

    @Test
    void tellsTheTextsThatColumnsAreComparedWith() {
        var usage =
                new PairUsage(
                        "SELECT 'x' FROM station s WHERE s.city = 'O''Hara' AND station_name LIKE '%Mill%'",
                        schema);

        assertThat(usage.constants())
                .extracting(PairUsage.Constant::text)
                .containsExactly("O'Hara");
        assertThat(schema.ref(usage.constants().getFirst().column()).column()).isEqualTo("city");
        assertThat(usage.tables()).hasSize(1);
    }

    @Test
    void ofPiecesThatBeginAlikeTheLongestIsMeant() {
        var pieces = List.of("count (", "count ( * )", "select", "!=", "where", "max (");

        var usage = new PairUsage("SELECT COUNT(*) FROM station WHERE docks <> 3", schema);

        assertThat(usage.pieces(new PairUsage.Pieces(pieces))).containsExactly(1, 2, 3, 4);
    }
}
