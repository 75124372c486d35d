package org.demur.evaluation.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;

/** Scored items made by hand. */
final class Items {
    private Items() {}

    static ScoredItem item(String id, Outcome outcome) {
        return ScoredItem.of(sample(id, outcome.isFeasible(), id), outcome);
    }

    static List<ScoredItem> items(Outcome... outcomes) {
        var items = new ArrayList<ScoredItem>();
        for (Outcome outcome : outcomes) {
            items.add(item("q" + items.size(), outcome));
        }
        return items;
    }

    static List<ScoredItem> repeated(Outcome outcome, int times) {
        var outcomes = new Outcome[times];
        Arrays.fill(outcomes, outcome);
        return items(outcomes);
    }

    /** A draft for a feasible question, with how likely it was thought to be wrong. */
    static ScoredItem draft(double uncertainty, boolean right) {
        var outcome = Outcome.answered(true, right);
        return new ScoredItem(
                sample("d" + uncertainty, true, "t"),
                outcome,
                Optional.of(right),
                OptionalDouble.of(uncertainty),
                OptionalDouble.empty());
    }

    /** A question with how infeasible it seemed. */
    static ScoredItem question(boolean feasible, double infeasibility) {
        return new ScoredItem(
                sample("q" + infeasibility, feasible, "t"),
                Outcome.abstained(feasible),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(infeasibility));
    }

    static List<ScoredItem> random(Random random) {
        var items = new ArrayList<ScoredItem>();
        int count = 1 + random.nextInt(300);
        Outcome[] all = Outcome.values();
        for (int i = 0; i < count; i++) {
            var outcome = all[random.nextInt(all.length)];
            String template = "t" + random.nextInt(40);
            items.add(
                    new ScoredItem(
                            sample("q" + i, outcome.isFeasible(), template),
                            outcome,
                            Optional.of(outcome == Outcome.CORRECT_SQL),
                            OptionalDouble.of(random.nextInt(50) / 50.0),
                            OptionalDouble.of(random.nextDouble())));
        }
        return items;
    }

    static Sample sample(String id, boolean feasible, String template) {
        Gold gold =
                feasible
                        ? new Gold.FeasibleBy("SELECT 1")
                        : new Gold.Infeasible(InfeasibleKind.NON_SQL);
        return new Sample(new Question(id, "farms", "?"), gold, template, null, null);
    }
}
