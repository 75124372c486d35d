package org.demur.evaluation.compare.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * PCM-F1 and PCM-EM: both statements are taken apart into sub-trees, clause by clause, and compared
 * as bags; a clause that only one side has scores 0, one that neither has does not count.
 *
 * <p>As in SEDE's scorer, columns go by their name without table or alias, upper and lower case are
 * alike, the arms of a set operation and of WITH are pooled clause by clause, and DISTINCT, the
 * kind of join and the kind of set operation are no parts. Deviation: the order of AND, OR, {@code
 * =}, select list and joins does not matter; the scorer's own comparison of lists matches too much.
 * Stateless, so threads may share one.
 *
 * @see <a href="https://arxiv.org/abs/2106.05006">SEDE, Hazoom et al. 2021, section 4.1</a>
 */
public final class PartialComponentMatchF1 {
    private final SqlDialect dialect;
    private final boolean values;

    private PartialComponentMatchF1(SqlDialect dialect, boolean values) {
        this.dialect = dialect;
        this.values = values;
    }

    /** PCM-F1 and PCM-EM. */
    public static PartialComponentMatchF1 withValues(SqlDialect dialect) {
        return new PartialComponentMatchF1(dialect, true);
    }

    /** PCM-F1-NOVALUES and PCM-EM-NOVALUES: any value equals any other, ON is not looked at. */
    public static PartialComponentMatchF1 withoutValues(SqlDialect dialect) {
        return new PartialComponentMatchF1(dialect, false);
    }

    /** PCM-F1 in [0, 1]; empty if gold cannot be parsed, 0 if only the prediction cannot. */
    public OptionalDouble score(String gold, String prediction) {
        return compare(gold, prediction).stream().mapToDouble(ComponentScores::f1).findFirst();
    }

    /** F1 of every clause; empty if gold cannot be parsed, all 0 if only the prediction cannot. */
    public Optional<ComponentScores> compare(String gold, String prediction) {
        return compare(ReadStatement.of(gold, dialect), ReadStatement.of(prediction, dialect));
    }

    /** The same of statements that are read already, in this dialect. */
    public Optional<ComponentScores> compare(ReadStatement gold, ReadStatement prediction) {
        return ComponentScores.between(
                () -> parts(gold), () -> parts(prediction), PartialComponentMatchF1::f1);
    }

    private Map<QueryClause, List<String>> parts(ReadStatement statement) {
        return new QueryParts(dialect, values).of(statement.tree());
    }

    private static double f1(List<String> due, List<String> given) {
        List<String> missing = new ArrayList<>(due);
        int common = (int) given.stream().filter(missing::remove).count();
        // 2 p r / (p + r) with p = common / given and r = common / due
        return 2.0 * common / (due.size() + given.size());
    }
}
