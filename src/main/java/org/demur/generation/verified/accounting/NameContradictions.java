package org.demur.generation.verified.accounting;

import java.util.Locale;
import java.util.Set;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.schema.WordStem;

/** Words that name a column or a table, against those that a statement uses. */
record NameContradictions(SchemaNames names) implements ContradictionRule {
    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var used = draft.names();
        for (String stem : asked.words()) {
            if (used.stems().contains(stem)) {
                continue;
            }
            boolean isSibling =
                    names.columns(stem).stream().anyMatch(column -> used.readsTableOf(column));
            if (isSibling || names.isTable(stem)) {
                var sort = isSibling ? Sort.COLUMN : Sort.TABLE;
                found.ofQuestion(
                        sort,
                        stem,
                        stem,
                        "Nothing in the draft answers '%s', which names a %s of the database.",
                        said(stem, asked.question()),
                        sort.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    /** The word that has a stem, or that the stem abbreviates. */
    private String said(String stem, QuestionReading question) {
        return question.tokens().stream()
                .map(QuestionReading.Token::text)
                .filter(word -> names.withAbbreviations(Set.of(WordStem.of(word))).contains(stem))
                .findFirst()
                .orElse(stem);
    }
}
