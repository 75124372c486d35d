package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import org.demur.generation.verified.language.QuestionForm.Comparison;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What kind of answer a question wants. */
final class QuestionFormTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "How many repairs were done? | COUNT ONE_COUNT",
                "How many repairs does each mechanic have? | COUNT",
                "Which bikes have been sold? |",
                "Which bikes haven't been sold? | NEGATION",
                "Which bikes are unsold? | NEGATION",
                "Who currently works here? | NEGATION PERSON EXTREME",
                "Which invoices have been paid already? |",
                "How many hours did it take? | COUNT",
                "Which bikes cost more than 500? | COMPARISON MORE EXTREME",
                "Which repairs were done before their due date? | COMPARISON LESS",
                "What will the tandem cost? | FUTURE",
                "Why was the tandem returned? | CAUSE",
                "What is the reason that it was returned? | CAUSE",
                "Show the usual price. | AVERAGE",
                "Which is the dearest bike? | EXTREME",
                "Who bought a tandem and a cargo bike? | COMPARISON PERSON BOTH EITHER",
                "Who bought a tandem or a cargo bike? | COMPARISON PERSON EITHER",
            })
    void readsWhatIsAskedFor(String question, String phrases) {
        assertThat(QuestionForm.of(question).said())
                .map(Phrase::name)
                .containsExactlyInAnyOrder(
                        phrases == null ? new String[0] : phrases.split(" ", -1));
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
