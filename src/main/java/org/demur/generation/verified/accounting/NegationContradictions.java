package org.demur.generation.verified.accounting;

import static org.demur.generation.verified.accounting.Contradictions.SHORTEST_WORD;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.Comparison;
import org.demur.sql.StatementTokens.NullTest;

/** Rows that are kept or left out for what they lack, against the negative words of a question. */
record NegationContradictions(SchemaNames names) implements ContradictionRule {
    /** What is not done, or not yet. */
    private static final Pattern UNDONE =
            Pattern.compile(
                    "(?i)\\b"
                            + QuestionForm.UNDONE
                            + "(?!known|specified|set|named|listed)-?(\\p{L}{3,})");

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var form = asked.form();
        var tokens = draft.tokens();
        if (!form.says(Phrase.NEGATION)) {
            lacking(asked.question(), tokens, found);
        }
        undone(asked.question(), draft, found);
        kept(form, tokens, found);
        others(form, tokens, found);
        if (draft.keepsAnyRow() && form.says(Phrase.NEVER)) {
            otherRows(tokens, found);
        }
    }

    /** Rows that are kept for lacking something, where no word of the question is negative. */
    private static void lacking(QuestionReading question, StatementTokens tokens, Findings found) {
        Map<String, String> lacking = new LinkedHashMap<>();
        tokens.nullTests().stream()
                .filter(NullTest::isNull)
                .forEach(test -> lacking.put(test.toString(), test.toString()));
        for (String word : List.of("IN", "EXISTS", "LIKE")) {
            if (tokens.has("NOT", word)) {
                lacking.put("NOT " + word, "NOT " + word);
            }
        }
        if (tokens.has("EXCEPT")) {
            lacking.put("EXCEPT", "EXCEPT");
        }
        boolean saysNone = question.numbers().stream().anyMatch(n -> n.is("0"));
        for (var comparison : tokens.comparisons()) {
            boolean isZero = comparison.operator().equals("=") && comparison.right().equals("0");
            if (comparison.isUnequal() && comparison.isWithValue()) {
                lacking.put(comparison.operator(), comparison.toString().strip());
            } else if (isZero && !comparison.left().isEmpty() && !saysNone) {
                lacking.put(comparison.toString(), comparison.toString());
            }
        }
        lacking.forEach((key, what) ->
                found.ofStatement(
                        Sort.NEGATION,
                        key,
                        what,
                        "The draft keeps what lacks something (%s), and nothing in the question is negative.",
                        what));
    }

    /**
     * "Unsubscribed", which alone is negative, and the draft looks for what has no email. A time or
     * a reference that is lacking may be called anything: "unsold", "unassigned".
     */
    private void undone(QuestionReading question, ReadDraft draft, Findings found) {
        var lacked =
                draft.tokens().nullTests().stream()
                        .filter(NullTest::isNull)
                        .filter(test ->
                                draft.statement().columns().stream()
                                        .map(ColumnPath::end)
                                        .filter(column -> column.column().equals(test.name()))
                                        .noneMatch(c -> names.isTime(c) || names.isReference(c)))
                        .toList();
        var undone = UNDONE.matcher(question.text()).results().map(un -> un.group(1)).toList();
        if (lacked.isEmpty()
                || undone.isEmpty()
                || QuestionForm.of(UNDONE.matcher(question.text()).replaceAll(""))
                        .says(Phrase.NEGATION)) {
            return;
        }
        boolean isSaid =
                undone.stream()
                        .map(word -> word.substring(0, SHORTEST_WORD).toLowerCase(Locale.ROOT))
                        .anyMatch(root ->
                                draft.names().stems().stream()
                                        .anyMatch(stem -> stem.startsWith(root)));
        if (!isSaid) {
            found.ofStatement(
                    Sort.NEGATION,
                    "un" + lacked,
                    lacked.getFirst(),
                    "The draft keeps what lacks something (%s), and the question does not ask for that.",
                    lacked.getFirst());
        }
    }

    /** Rows that are kept or left out against words of the question. */
    private static void kept(QuestionForm form, StatementTokens tokens, Findings found) {
        var tests = tokens.nullTests();
        boolean isAnyMeant =
                form.says(Phrase.INCLUSION)
                        || (form.says(Phrase.EVER) && tests.stream().allMatch(NullTest::isNull));
        if (isAnyMeant && !tests.isEmpty()) {
            String what = tests.getFirst().toString();
            found.ofStatement(
                    Sort.INCLUSION,
                    what,
                    what,
                    "The draft keeps only some of what the question includes (%s).",
                    what);
        }
        if (form.says(Phrase.STILL)
                && !tests.isEmpty()
                && tests.stream().noneMatch(NullTest::isNull)) {
            var ended = tests.getFirst();
            found.ofStatement(
                    Sort.NEGATION,
                    ended.toString(),
                    ended,
                    "The draft keeps what has %s, and the question asks for what has not yet.",
                    ended.column());
        }
    }

    /** "Somebody else", or "again", and the draft leaves out nothing. */
    private static void others(QuestionForm form, StatementTokens tokens, Findings found) {
        if (form.says(Phrase.ELSE)
                && !tokens.has("LIMIT")
                && !tokens.has("NOT")
                && !tokens.leavesOutRows()
                && tokens.comparisons().stream().noneMatch(Comparison::isUnequal)) {
            found.ofQuestion(
                    Sort.NEGATION,
                    "else",
                    "else",
                    "The question asks for others, and the draft leaves out nobody.");
        }
        if (form.says(Phrase.AGAIN) && !tokens.has("HAVING")) {
            found.ofQuestion(
                    Sort.STATE,
                    "again",
                    "again",
                    "The question asks for what happened again, and the draft for what happened.");
        }
    }

    /** "Who never applied", and the draft keeps whoever did anything else. */
    private static void otherRows(StatementTokens tokens, Findings found) {
        tokens.comparisons().stream()
                .filter(comparison -> comparison.isUnequal() && comparison.isWithValue())
                .findFirst()
                .ifPresent(comparison ->
                        found.ofStatement(
                                Sort.NEGATION,
                                "never",
                                comparison,
                                "The draft keeps all of which one row is another (%s), and the question asks for those without any.",
                                comparison));
    }
}
