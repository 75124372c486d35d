package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.evaluation.compare.sql.SedeScriptParts.Element;
import org.demur.evaluation.compare.sql.SedeScriptParts.Word;
import org.demur.evaluation.compare.sql.SedeScriptParts.Wrapper;

/**
 * PCM-F1 as SEDE's script computes it rather than as its text says, which published figures depend
 * on. It parts from {@link PartialComponentMatchF1} in what it takes from a statement ({@link
 * SedeScriptParts}), in that case and quotes count, and in how lists are found among others: where
 * only words are left, a list is found if each of its elements is, and the first word is used up;
 * else only the first list left is looked at, and one element in common is enough. Stateless, so
 * threads may share one.
 *
 * @see <a href="https://github.com/hirupert/sede">SEDE's script, {@code partial_match_eval}</a>
 */
public final class SedeScriptMatch {
    private final SqlDialect dialect;
    private final boolean values;

    private SedeScriptMatch(SqlDialect dialect, boolean values) {
        this.dialect = dialect;
        this.values = values;
    }

    /** PCM-F1-SCRIPT and PCM-EM-SCRIPT. */
    public static SedeScriptMatch withValues(SqlDialect dialect) {
        return new SedeScriptMatch(dialect, true);
    }

    /** Their NOVALUES variants: any value equals any other, ON is not looked at. */
    public static SedeScriptMatch withoutValues(SqlDialect dialect) {
        return new SedeScriptMatch(dialect, false);
    }

    /** F1 of every clause; empty if gold cannot be parsed, all 0 if only the prediction cannot. */
    public Optional<ComponentScores> compare(String gold, String prediction) {
        return compare(ReadStatement.of(gold, dialect), ReadStatement.of(prediction, dialect));
    }

    /** The same of statements that are read already, in this dialect. */
    public Optional<ComponentScores> compare(ReadStatement gold, ReadStatement prediction) {
        return ComponentScores.between(
                () -> parts(gold), () -> parts(prediction), SedeScriptMatch::f1);
    }

    private Map<QueryClause, List<Element>> parts(ReadStatement statement) {
        return new SedeScriptParts(values).of(statement.tree());
    }

    private static double f1(List<Element> due, List<Element> given) {
        double precision = (double) found(given, due) / Math.max(1, given.size());
        double recall = (double) found(due, given) / Math.max(1, due.size());
        return precision + recall == 0 ? 0 : 2 * recall * precision / (recall + precision);
    }

    /** How many of the elements are found among the others, each of which is used once. */
    private static int found(List<Element> elements, List<Element> others) {
        List<Element> left = new ArrayList<>(others);
        int found = 0;
        for (Element element : elements) {
            int index = indexOf(left, element);
            if (index >= 0) {
                left.remove(index);
                found++;
            }
        }
        return found;
    }

    private static int indexOf(List<Element> elements, Element sought) {
        return switch (sought) {
            case Word word -> elements.indexOf(word);
            case Wrapper wrapper -> indexOf(elements, wrapper);
        };
    }

    private static int indexOf(List<Element> elements, Wrapper sought) {
        if (elements.stream().allMatch(Word.class::isInstance)) {
            boolean all = sought.elements().stream().allMatch(e -> indexOf(elements, e) >= 0);
            return all && !elements.isEmpty() ? 0 : -1;
        }
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof Wrapper first) {
                boolean any =
                        sought.elements().stream().anyMatch(e -> indexOf(first.elements(), e) >= 0);
                return any ? i : -1;
            }
        }
        return -1;
    }
}
