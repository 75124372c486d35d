package org.demur.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What adjectives measure, and which end of it. */
final class DegreesTest {
    @ParameterizedTest
    @CsvSource({
        "the cheapest room, false, pric",
        "the most expensive room, true, pric",
        "the least expensive room, false, pric",
        "the priciest room, true, pric",
        "the biggest room, true, capacity",
        "the heaviest parcel, true, weigh",
        "the shortest course, false, duration",
    })
    void aSuperlativeSaysOfWhatAndWhichEnd(String words, boolean isMuch, String column) {
        var found = Degrees.superlatives(List.of(words.split(" ", -1)));

        assertThat(found).hasSize(1);
        assertThat(found.getFirst().degree().isMuch()).isEqualTo(isMuch);
        assertThat(found.getFirst().degree().columns()).contains(column);
    }

    @Test
    void atLeastIsNoSuperlative() {
        assertThat(Degrees.superlatives(List.of("at", "least", "two", "rooms"))).isEmpty();
    }

    @Test
    void aComparativeAndHowAskForTheSame() {
        assertThat(Degrees.compared("longer")).contains("duration");
        assertThat(Degrees.measured("long")).contains("duration");
        assertThat(Degrees.measured("short")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heavy", "heavier", "heaviest", "light", "lightest"})
    void anyFormOfAnAdjectiveIsOfWhatItMeasures(String word) {
        assertThat(Degrees.measuredIn(word)).containsExactly(WordForms.stem("weight"));
    }

    @Test
    void aNounMeasuresNothing() {
        assertThat(Degrees.measuredIn("parcel")).isEmpty();
    }
}
