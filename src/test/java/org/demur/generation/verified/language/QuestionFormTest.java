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
                "How many repairs were done? | COUNT ONE_COUNT HOW_MANY",
                "How many repairs does each mechanic have? | COUNT HOW_MANY",
                "Which bikes have been sold? | WHICH",
                "Which bikes haven't been sold? | NEGATION NEVER WHICH",
                "Which bikes are unsold? | NEGATION WHICH",
                "Who currently works here? | NEGATION PERSON EXTREME",
                "Which invoices have been paid already? | WHICH",
                "How many hours did it take? | COUNT HOW_MANY",
                "Which bikes cost more than 500? | COMPARISON MORE EXTREME WHICH",
                "Which repairs were done before their due date? | COMPARISON LESS WHICH",
                "What will the tandem cost? | FUTURE",
                "Why was the tandem returned? | CAUSE",
                "What is the reason that it was returned? | CAUSE",
                "Show the usual price. | AVERAGE",
                "How much did the tandem cost? | COUNT HOW_MUCH AMOUNT",
                "Where was the tandem built? | PLACE",
                "What did boxes cost, all together this year? | COMPARISON AMOUNT IN_ALL EITHER BOTH",
                "Who else rode the tandem again last year? | NEGATION PERSON ELSE AGAIN COMPARISON EXTREME",
                "How many clerks were working on Sunday? | COUNT HOW_MANY ONE_COUNT BEING_THERE",
                "Is the tandem still there? | NEGATION STILL WHETHER",
                "Who ever rode the tandem? | COMPARISON PERSON EVER",
                "Are there any tandems? | COUNT EITHER WHETHER",
                "Show the number of boxes of tubes. | COUNT HOW_MANY COMPARISON NUMBER_OF",
                "Who really owns the tandem? | PERSON OWNER OWNING",
                "Name the owners of tandems. | OWNER",
                "Name the clerks on sick leave. | LEAVE",
                "Was the shop open on Sunday? | NEGATION WHETHER BEING_OPEN",
                "Show the sales, open or closed ones. | NEGATION COMPARISON EITHER INCLUSION",
                "Of the clerks who left, what percentage fell ill? | COUNT HOW_MANY SHARE_OF_SOME",
                "Of all the bikes that we have, what share is red? | COUNT HOW_MANY BOTH EITHER",
                "Which bikes came back more than a day late? | COMPARISON MORE WHICH MARGIN",
                "Which is the dearest bike? | EXTREME WHICH",
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
                "Which shops have 30 bikes to sell or less? | 30 | <=",
                "Which shops have an average above 3.5? | 3.5 | >",
            })
    void readsHowANumberIsCompared(String question, String number, String operator) {
        assertThat(QuestionForm.of(question).comparisons())
                .containsExactly(new Comparison(number, operator));
    }
}
