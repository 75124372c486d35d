package org.demur.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which words may stand for others. */
final class SynonymsTest {
    @ParameterizedTest
    @CsvSource({
        "clients, customer, true",
        "telephone, phone, true",
        "reservations, booking, true",
        "visitors, guest, true", // more general
        "renovation, renovated, true", // of the same root
        "truck, vehicle, false", // more special
        "youngest, oldest, false",
        "female, male, false",
        "departure, arrival, false",
        "weather, price, false",
        "qwertz, price, false"
    })
    void aWordStandsForItsSynonymsAndForWhatIsAKindOfIt(String word, String other, boolean stands) {
        assertThat(Synonyms.of(word).contains(WordStem.of(other))).isEqualTo(stands);
    }
}
