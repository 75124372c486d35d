package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.demur.generation.verified.language.QuestionForm.Comparison;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What kind of answer a question wants. */
final class QuestionFormTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // question | may count | wants one count | may negate | may compare
                "How many repairs were done? | true | true | false | false",
                "How many repairs does each mechanic have? | true | false | false | false",
                "Which bikes have been sold? | false | false | false | false",
                "Which bikes haven't been sold? | false | false | true | false",
                "Which bikes are unsold? | false | false | true | false",
                "Who currently works here? | false | false | true | false",
                "Which invoices have been paid already? | false | false | false | false",
                "How many hours did it take? | true | false | false | false",
                "Which bikes cost more than 500? | false | false | false | true",
            })
    void readsWhatIsAskedFor(
            String question, boolean counts, boolean one, boolean negates, boolean compares) {
        var form = QuestionForm.of(question);

        assertThat(
                        List.of(
                                form.mayCount(),
                                form.wantsOneCount(),
                                form.mayNegate(),
                                form.mayCompare()))
                .containsExactly(counts, one, negates, compares);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Which shops have at least five bikes? | 5 | >=",
                "Which shops have no fewer than 5 bikes? | 5 | >=",
                "Which shops have 5 bikes or more? | 5 | >=",
                "Which shops have more than 5 bikes? | 5 | >",
                "Who is over the age of 50? | 50 | >",
                "Which shops have at most 5 bikes? | 5 | <=",
                "Which shops have not more than 5 bikes? | 5 | <=",
                "Which shops have fewer than 5 bikes? | 5 | <",
                "Who is under 50? | 50 | <",
            })
    void readsHowANumberIsCompared(String question, String number, String operator) {
        assertThat(QuestionForm.of(question).comparisons())
                .containsExactly(new Comparison(number, operator));
    }
}
