package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer.Synonym;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GazetteerTest {
    private static final ColumnRef LABEL = new ColumnRef("task", "label");
    private static final ColumnRef BRAND = new ColumnRef("brand", "name");
    private static final ColumnRef CODE = new ColumnRef("repair", "task_code");

    private final Gazetteer gazetteer = gazetteer();

    private static Gazetteer gazetteer() {
        var builder = new Gazetteer.Builder();
        builder.add(LABEL, LABEL, "Brake Check", "Brake Check", false);
        builder.add(LABEL, LABEL, "Brake", "Brake", false);
        builder.add(BRAND, BRAND, "Brake", "Brake", false);
        builder.add(LABEL, LABEL, "Brake", "Brake", false);
        builder.add(CODE, LABEL, "Brake Check & Oil", "Brake Check & Oil", false);
        builder.add(BRAND, BRAND, "K\u00f6nig \ud83d\udeb2", "K\u00f6nig \ud83d\udeb2", false);
        builder.add(LABEL, LABEL, "TYR", "new tyres", true);
        builder.add(LABEL, LABEL, "--", " ", false);
        return builder.build();
    }

    private static List<Reading> readings(@Nullable ValueMention mention) {
        return mention == null ? List.of() : mention.readings();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "over 150,000 km | over 150000 km",
                "1,234,567 in all | 1234567 in all",
                "bikes 12,34 and 1234,567 | bikes 12 , 34 and 1234 , 567",
                "how many P1s | how many p1"
            })
    void aNumberIsOneWordAndCodesMayBeSeveral(String text, String words) {
        assertThat(Gazetteer.tokens(text).stream().map(QuestionReading.Token::text))
                .containsExactly(words.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({
        "the brake check,        1, 3, Brake Check",
        "the brake checks,       1, 3, Brake Check",
        "the checks of brakes,   3, 4, Brake",
        "a brake check & oil,    1, 5, Brake Check & Oil",
        "a brake check and oil,  1, 3, Brake Check",
        "by k\u00f6nig \ud83d\udeb2 now,      1, 4, K\u00f6nig \ud83d\udeb2",
        "with new tyres,         1, 3, TYR"
    })
    void theLongestValueIsFound(String question, int start, int end, String value) {
        // when
        var mention = gazetteer.longest(Gazetteer.tokens(question), start, (phrase, r) -> true);

        // then
        assertThat(mention).isNotNull();
        assertThat(mention)
                .extracting(ValueMention::start, ValueMention::end)
                .containsExactly(start, end);
        assertThat(readings(mention).getFirst().value()).isEqualTo(value);
    }

    @Test
    void aValueOfSeveralColumnsIsReadOnceForEach() {
        // when
        var mention = gazetteer.longest(Gazetteer.tokens("brake"), 0, (phrase, r) -> true);

        // then
        assertThat(readings(mention))
                .containsExactly(
                        new Reading(LABEL, LABEL, "Brake", false),
                        new Reading(BRAND, BRAND, "Brake", false));
    }

    @Test
    void whereALongerValueIsNotAllowedAShorterOneIsMeant() {
        // when
        var mention =
                gazetteer.longest(
                        Gazetteer.tokens("brake check"),
                        0,
                        (phrase, reading) -> !phrase.equals("brake check "));

        // then
        assertThat(readings(mention)).extracting(Reading::value).containsOnly("Brake");
    }

    @ParameterizedTest
    @CsvSource({"check", "oil brake", "''", "unknown"})
    void nothingIsFoundWhereNoValueBegins(String question) {
        assertThat(gazetteer.longest(Gazetteer.tokens("a " + question), 0, (phrase, r) -> true))
                .isNull();
    }

    @Test
    void onlyWordsThatDoNotSpellTheirValueAreAliases() {
        assertThat(gazetteer.aliases())
                .containsExactly(new Synonym(List.of("new tyres"), LABEL, "TYR"));
    }

    @Test
    void aDatabaseWithoutValuesHasNone() {
        // given
        var empty = new Gazetteer.Builder().build();

        // then
        assertThat(empty.longest(Gazetteer.tokens("brake"), 0, (phrase, r) -> true)).isNull();
        assertThat(empty.aliases()).isEmpty();
    }
}
