package org.demur.generation.verified.accounting;

import java.util.List;
import java.util.Set;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.sql.StatementTokens;

/** Requests that no statement answers, and what a statement does that none asks for. */
record RequestContradictions() implements ContradictionRule {
    /**
     * What a statement may do.
     *
     * @param what any of these functions, each before its bracket, or words
     * @param phrase that asks for it
     */
    private record Unasked(List<String> what, Phrase phrase) {
        boolean isDoneBy(StatementTokens tokens) {
            return what.stream().anyMatch(word -> tokens.has(word.split(" ", -1)));
        }
    }

    private static final List<Unasked> UNASKED =
            List.of(
                    new Unasked(List.of("AVG ("), Phrase.AVERAGE),
                    new Unasked(List.of("LIMIT"), Phrase.EXTREME),
                    new Unasked(List.of("MAX (", "MIN ("), Phrase.EXTREME),
                    new Unasked(List.of("INTERSECT"), Phrase.BOTH),
                    new Unasked(List.of("UNION"), Phrase.EITHER));

    /** The stems of how columns of reasons are called. */
    private static final Set<String> CAUSES = Set.of("reason", "caus", "diagnosi", "why");

    /** Words before what is to be done. */
    private static final Set<String> POLITE = Set.of("please", "kindly", "can", "could", "you");

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        kinds(asked, draft.names(), found);
        for (var unasked : UNASKED) {
            if (!asked.form().says(unasked.phrase()) && unasked.isDoneBy(draft.tokens())) {
                String what = String.join(" or ", unasked.what()).replace(" (", "");
                found.ofStatement(
                        Sort.UNASKED,
                        unasked.phrase().name(),
                        what,
                        "The draft has %s, and nothing in the question asks for it.",
                        what);
            }
        }
    }

    /** Questions whose kind no statement answers. */
    private static void kinds(Asked asked, StatementNames used, Findings found) {
        var form = asked.form();
        if (form.says(Phrase.FUTURE)) {
            found.ofQuestion(
                    Sort.FUTURE,
                    "",
                    "will",
                    "The question asks for what is to come, and no verified query does.");
        }
        if (form.says(Phrase.COMMAND)) {
            found.ofQuestion(
                    Sort.COMMAND,
                    "",
                    asked.question().tokens().stream()
                            .map(QuestionReading.Token::text)
                            .filter(word -> !POLITE.contains(word))
                            .findFirst()
                            .orElseThrow(),
                    "The question asks for something to be done, and a query only reads.");
        }
        if (form.says(Phrase.CAUSE) && used.stems().stream().noneMatch(CAUSES::contains)) {
            found.ofQuestion(
                    Sort.CAUSE,
                    "",
                    "why",
                    "The question asks why, and the draft reads no column of reasons.");
        }
    }
}
