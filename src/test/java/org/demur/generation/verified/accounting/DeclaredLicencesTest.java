package org.demur.generation.verified.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.demur.generation.BicycleShop;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a question and a statement do not have in common, by what a person declared. */
final class DeclaredLicencesTest {
    private static final String DECLARED =
            """
            semantics:
              licences:
                - {elements: [using repair], words: [repair*], also: [workshop]}
                - {elements: [using sale], words: [sold, sale*]}
                - {elements: ["returning COUNT *"], words: [how many], also: [number]}
                - {elements: [taking AVG], words: [average]}
                - {elements: [asking whether there is any], words: [^ is], also: ["*"]}
                - {elements: [the rank <=], words: ["top #"]}
              neutral: [bikes, list]
            """;

    private static final String REPAIRS = "SELECT COUNT(*) FROM repair";

    @TempDir Path home;

    /** Reads one model of a bike as a value. */
    private static QuestionReading read(String question) {
        var model = new ColumnRef("bike", "model");
        var gazetteer = new Gazetteer.Builder();
        gazetteer.add(new ColumnRef("sale", "bike_id"), model, "Cargo Whale", "Cargo Whale", false);
        return QuestionReader.fit(gazetteer.build(), List.of(), List.of()).read(question);
    }

    private static DeclaredLicences.Account account(
            BicycleShop shop, String question, String statement) {
        var parsed = ParsedStatement.of(statement, shop.schema()).orElseThrow();
        return new DeclaredLicences(shop.schema().semantics())
                .asked(read(question))
                .account(StatementElements.of(parsed, question));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    How many repairs were there?             | 0 | 0 | 0
                    What is the number of repairs?           | 0 | 0 | 0
                    How many of the bikes in the workshop?   | 0 | 0 | 0
                    List the repairs.                        | 0 | 1 | 0
                    How many bikes were there?               | 0 | 1 | 0
                    How many repairs of sold bikes?          | 1 | 0 | 0
                    Is there any repair, and how many?       | 1 | 0 | 0
                    How many repairs, is it so?              | 0 | 0 | 0
                    How many of the top 3 repairs?           | 1 | 0 | 0
                    How many purple repairs were there?      | 0 | 0 | 1
                    How many Cargo Whale were there?         | 0 | 1 | 0
                    """)
    void countsWhatIsUnheardUnaskedAndStray(
            String question, double unheard, double unasked, double stray) {
        try (var shop = new BicycleShop(home, DECLARED)) {
            assertThat(account(shop, question, REPAIRS).measured())
                    .isEqualTo(
                            Map.of(
                                    Measurement.DECLARED_UNHEARD,
                                    unheard,
                                    Measurement.DECLARED_UNASKED,
                                    unasked,
                                    Measurement.UNDECLARED_WORDS,
                                    stray));
        }
    }

    @Test
    void aValueSaysItsTable() {
        try (var shop = new BicycleShop(home, DECLARED)) {
            assertThat(
                            account(
                                            shop,
                                            "How many Cargo Whale were there?",
                                            "SELECT COUNT(*) FROM sale")
                                    .measured())
                    .containsEntry(Measurement.DECLARED_UNASKED, 0.0);
        }
    }

    @Test
    void saysWhatIsLeftOver() {
        try (var shop = new BicycleShop(home, DECLARED)) {
            // when
            var left = account(shop, "List the average sale.", REPAIRS).left();

            // then
            assertThat(left)
                    .extracting(Unaccounted::what)
                    .containsExactly("using repair", "returning COUNT ( * )", "sale", "average");
            assertThat(left)
                    .extracting(Unaccounted::explanation)
                    .contains(
                            "The draft is about using repair, which no word of the question asks for"
                                    + " ('repair*', 'workshop').",
                            "Nothing in the draft answers 'average' (by taking AVG).");
        }
    }

    @Test
    void withoutADeclarationNothingIsMeasured() {
        try (var shop = new BicycleShop(home, "")) {
            // when
            var account = account(shop, "List the average sale.", REPAIRS);

            // then
            assertThat(account.measured()).isEmpty();
            assertThat(account.left()).isEmpty();
        }
    }
}
