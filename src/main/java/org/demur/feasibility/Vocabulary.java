package org.demur.feasibility;

import java.util.HashSet;
import java.util.Set;
import org.demur.schema.Degrees;
import org.demur.schema.QuestionWord;
import org.demur.schema.SchemaLinker;
import org.demur.schema.Synonyms;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.WordForms;

/**
 * What the words of a question are to a database. Immutable.
 *
 * @param linker its names and values
 * @param phrasing its verified questions
 * @param misspellings of the words of both
 */
record Vocabulary(SchemaLinker linker, Phrasing phrasing, Misspellings misspellings) {
    private static final int SHORTEST_ROOT = 5;

    /** With which a noun is made of a verb, as far as its stem keeps them. */
    private static final Set<String> ENDINGS =
            Set.of(
                    "", "e", "er", "or", "ee", "y", "i", "ion", "ation", "lation", "ment", "al",
                    "anc");

    static Vocabulary of(SchemaLinker linker, Phrasing phrasing) {
        var known = new HashSet<>(linker.names());
        phrasing.feasibleWords().forEach(known::add);
        return new Vocabulary(linker, phrasing, Misspellings.of(known));
    }

    WordKind[] kinds(ReadQuestion question) {
        var words = question.links().words();
        var kinds = new WordKind[words.size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] =
                    ReadQuestion.isValue(question.links(), i) ? WordKind.VALUE : kind(words.get(i));
        }
        return kinds;
    }

    private WordKind kind(QuestionWord word) {
        if (word.hasDigit()) {
            return WordKind.NUMBER;
        }
        if (ReadQuestion.isFunction(word)) {
            return WordKind.FUNCTION;
        }
        if (phrasing.feasible(word.stem()) > 0) {
            return WordKind.PHRASING;
        }
        if (linker.isName(word.stem())) {
            return WordKind.NAME;
        }
        if (WordLists.ANSWER_WORDS.contains(word.folded())) {
            return WordKind.FUNCTION;
        }
        if (phrasing.infeasible(word.stem()) > 0) {
            return WordKind.INFEASIBLE_PHRASING;
        }
        if (misspellings.standsForKnown(word.stem()) || isRelatedToKnown(word)) {
            return WordKind.PHRASING;
        }
        return linker.isWordOfValue(word.stem()) ? WordKind.PART_OF_VALUE : WordKind.UNKNOWN;
    }

    /**
     * Whether a word means a known one, is made of the same (who supervises is a supervisor), or
     * measures what a name holds ("heavier" a weight). Of many questions one has every word that is
     * asked with.
     */
    private boolean isRelatedToKnown(QuestionWord word) {
        return VerifiedQueries.areFew(phrasing.feasibleQuestions())
                && (linker.names().stream().anyMatch(name -> areOfOneRoot(name, word.stem()))
                        || isMeasuredByKnown(word)
                        || Synonyms.of(word.folded()).stream()
                                .anyMatch(stem ->
                                        phrasing.feasible(stem) > 0 || linker.isName(stem)));
    }

    private boolean isMeasuredByKnown(QuestionWord word) {
        var columns = Degrees.measuredIn(word.folded());
        return !columns.isEmpty()
                && linker.names().stream().map(WordForms::stem).anyMatch(columns::contains);
    }

    private static boolean areOfOneRoot(String one, String other) {
        int root = 0;
        while (root < Math.min(one.length(), other.length())
                && one.charAt(root) == other.charAt(root)) {
            root++;
        }
        return root >= SHORTEST_ROOT
                && ENDINGS.contains(one.substring(root))
                && ENDINGS.contains(other.substring(root));
    }
}
