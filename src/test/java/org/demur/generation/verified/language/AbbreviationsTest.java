package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that leave out letters. */
final class AbbreviationsTest {
    @ParameterizedTest
    @CsvSource({
        "phn, phone, true",
        "RSLV, resolve, true",
        "rslv, resolv, true",
        "clse, close, true",
        "amt, amount, true",
        "escl, escalat, true",
        "tckt, ticket, true",
        "phone, phone, false",
        "cat, client, false",
        "dt, date, false",
        "ord, order, false",
        "name, number, false",
        "amt, apartments, false",
    })
    void aPartOfANameIsShortForAWord(String part, String word, boolean expected) {
        assertThat(Abbreviations.isShort(part, word)).isEqualTo(expected);
    }
}
