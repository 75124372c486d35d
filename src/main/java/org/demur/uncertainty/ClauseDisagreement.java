package org.demur.uncertainty;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.demur.detection.InspectedDraft;
import org.demur.detection.reading.ParsedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;

/**
 * One minus the share of samples that have a clause as the best draft has it, in the mean of its
 * clauses: 0 is unanimous. In [0, 1). A clause that a draft lacks is one that it has like others
 * that lack it; of a statement that is no plain SELECT the whole counts, as by {@link
 * VoteDisagreement}.
 *
 * @see <a href="https://arxiv.org/abs/2505.23804">Calibrating LLMs for Text-to-SQL Parsing by
 *     Leveraging Sub-clause Frequencies, Liu et al. 2025</a>
 */
public final class ClauseDisagreement implements UncertaintyEstimator {
    private enum Clause {
        SELECT,
        FROM,
        WHERE,
        GROUP_BY,
        HAVING,
        ORDER_BY
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var best = drafts.getFirst();
        double share =
                clauses(best)
                        .map(clauses -> meanShare(clauses, drafts))
                        .orElseGet(() -> VoteDisagreement.share(best));
        return new Estimate(best, new UncertaintyScore(Math.max(0, 1 - share)));
    }

    private static double meanShare(Map<Clause, String> best, List<InspectedDraft> drafts) {
        double sum = 0;
        for (var draft : drafts) {
            double share = VoteDisagreement.share(draft);
            var clauses = clauses(draft).orElse(Map.of());
            long same =
                    Arrays.stream(Clause.values())
                            .filter(clause -> Objects.equals(best.get(clause), clauses.get(clause)))
                            .count();
            sum += share * same;
        }
        return sum / Clause.values().length;
    }

    /** What is selected and required, in the order of its letters; empty texts for no clause. */
    private static Optional<Map<Clause, String>> clauses(InspectedDraft draft) {
        return ParsedDraft.parse(draft.draft().sql())
                .map(ParsedDraft::top)
                .map(ClauseDisagreement::clauses);
    }

    private static Map<Clause, String> clauses(PlainSelect select) {
        Map<Clause, String> clauses = new EnumMap<>(Clause.class);
        clauses.put(Clause.SELECT, sorted(select.getSelectItems()) + select.getDistinct());
        clauses.put(Clause.FROM, text(select.getFromItem()) + text(select.getJoins()));
        clauses.put(Clause.WHERE, sorted(ParsedDraft.conjuncts(select.getWhere())));
        clauses.put(Clause.GROUP_BY, text(select.getGroupBy()));
        clauses.put(Clause.HAVING, sorted(ParsedDraft.conjuncts(select.getHaving())));
        clauses.put(
                Clause.ORDER_BY,
                text(select.getOrderByElements())
                        + text(select.getLimit())
                        + text(select.getOffset()));
        return clauses;
    }

    private static String sorted(List<?> parts) {
        return parts.stream().map(ClauseDisagreement::text).sorted().toList().toString();
    }

    private static String text(@Nullable Object part) {
        return Objects.toString(part, "").toLowerCase(Locale.ROOT);
    }
}
