package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether what is returned is in the unit that is asked for. */
final class UnitConversionTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many dollars did trips bring in? | SELECT SUM(Trip.fare_cents) FROM Trip | SELECT SUM(Trip.fare_cents) / 100.0 FROM Trip",
                "Fare in $ by day | SELECT day, SUM(fareCents) FROM Trip GROUP BY day ORDER BY SUM(fareCents) DESC | SELECT day, SUM(fareCents) / 100.0 FROM Trip GROUP BY day ORDER BY SUM(fareCents) DESC",
                "Which trips cost over 20 euros? Euros please | SELECT id, fare_ct FROM Trip WHERE fare_ct > 20 | SELECT id, fare_ct / 100.0 FROM Trip WHERE fare_ct > 2000",
                "Days with fares of more than 200 dollars | SELECT day FROM Trip GROUP BY day HAVING SUM(fare_cents) > 200 | SELECT day FROM Trip GROUP BY day HAVING SUM(fare_cents) > 20000",
                "Trips of 10 to 20 euros | SELECT id FROM Trip WHERE fare_cents BETWEEN 10 AND 20 | SELECT id FROM Trip WHERE fare_cents BETWEEN 1000 AND 2000",
                "Trips with over 10 kilos of luggage | SELECT id FROM Trip WHERE luggage_g > 10 | SELECT id FROM Trip WHERE luggage_g > 10000",
                "Trips of more than 10 kg | SELECT id FROM Trip WHERE g > 10 | SELECT id FROM Trip WHERE g > 10",
                "How many hours did the trips last? | SELECT SUM(duration_minutes) FROM Trip | SELECT SUM(duration_minutes) / 60.0 FROM Trip",
                "How many cents did trips bring in? | SELECT SUM(fare_cents) FROM Trip | SELECT SUM(fare_cents) FROM Trip",
                "How many dollars did trips bring in? | SELECT SUM(fare_cents) / 100 FROM Trip | SELECT SUM(fare_cents) / 100 FROM Trip",
                "How many dollars did trips bring in? | SELECT COUNT(fare_cents) FROM Trip | SELECT COUNT(fare_cents) FROM Trip",
                "How long were trips per day? | SELECT day, AVG(duration_minutes) FROM Trip GROUP BY day | SELECT day, AVG(duration_minutes) FROM Trip GROUP BY day",
                "Who made the second longest trip? | SELECT id, took_ms FROM Trip | SELECT id, took_ms FROM Trip",
                "How many trips were there? | SELECT SUM(fare_cents) FROM Trip | SELECT SUM(fare_cents) FROM Trip",
                "How many dollars and how many hours? | SELECT SUM(fare_cents), SUM(duration_minutes) FROM Trip | SELECT SUM(fare_cents) / 100.0, SUM(duration_minutes) / 60.0 FROM Trip",
                "dollars | SELECT 'fare_cents FROM Trip | SELECT 'fare_cents FROM Trip"
            })
    void whatIsAskedForIsReturned(String question, String sql, String converted) {
        assertThat(UnitConversion.converted(question, sql)).isEqualTo(converted);
    }
}
