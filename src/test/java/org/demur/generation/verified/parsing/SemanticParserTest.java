package org.demur.generation.verified.parsing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.generation.Measurement;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Which statement a question's words alone mean, and when none. */
final class SemanticParserTest {
    /** Refers to stations twice. */
    private static final String TRANSFERS =
            "CREATE TABLE transfer (transfer_id INTEGER PRIMARY KEY,"
                    + " station_id INTEGER NOT NULL REFERENCES station (station_id),"
                    + " target_station_id INTEGER NOT NULL REFERENCES station (station_id),"
                    + " transfer_type TEXT NOT NULL, planned_on DATE)";

    @TempDir static Path home;
    private static BicycleShop shop;
    private static SemanticParser parser;

    @BeforeAll
    static void open() {
        List<String> tables =
                new ArrayList<>(BicycleShop.resource("/generation/hire.sql").lines().toList());
        tables.add(TRANSFERS);
        shop = new BicycleShop(home, "", tables);
        parser =
                new SemanticParser(
                        shop.schema(),
                        BicycleShop.resource("/generation/hire-pairs.csv")
                                .lines()
                                .map(line -> line.split(" \\| ", -1))
                                .map(pair -> new VerifiedQuery(pair[0], pair[0], pair[1]))
                                .toList());
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @ParameterizedTest
    @CsvFileSource(
            resources = "/generation/hire-questions.csv",
            delimiter = '|',
            quoteCharacter = '`')
    void allContentWordsMakeTheStatement(String question, String sql) {
        var parses = parser.parse(question);

        if (sql == null) {
            assertThat(parses).isEmpty();
        } else {
            assertThat(parses).isNotEmpty();
            assertThat(parses.getFirst().sql()).isEqualTo(sql);
            assertThat(shop.rows(sql)).isNotNull();
        }
    }

    @Test
    void aWordThatNothingAnswersIsCounted() {
        var parses = parser.parse("Which shiny stations are in Cork?");

        assertThat(parses.getFirst().evidence()).containsEntry(Measurement.PARSE_UNHEARD, 1.0);
    }

    @Test
    void timesOfTablesThatNoOneWayRelatesAreNotCompared() {
        assertThat(parser.parse("How many bays started later than planned?")).isEmpty();
    }

    @Test
    void twoWordsThatNothingAnswersAreTooMany() {
        assertThat(parser.parse("Which shiny stations in Cork sparkle?")).isEmpty();
    }

    @Test
    void withoutPairsRowsAreListedByTheirNames() {
        var parses =
                new SemanticParser(shop.schema(), List.of()).parse("Which stations are in Cork?");

        assertThat(parses.getFirst().sql())
                .isEqualTo("SELECT station_name FROM station WHERE city = 'Cork'");
        assertThat(parses.getFirst().evidence()).containsEntry(Measurement.PARSE_LISTED, 0.0);
    }
}
