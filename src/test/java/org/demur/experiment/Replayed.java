package org.demur.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.demur.evaluation.metric.Outcome;
import org.demur.experiment.Experiment.Guardrails;
import org.demur.experiment.Experiment.ShadowBounds;
import org.demur.experiment.Experiment.Unit;
import org.demur.file.Sha256;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Measured;
import org.demur.journal.JournalEntry.Role;
import org.demur.journal.JournalEntry.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Requests of an experiment as they might have been: users, questions drawn at random, and the
 * feedback of some; what each variant decides is known of every question.
 */
final class Replayed {
    static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    /** Of the variants, on the same questions. */
    record Both(List<Outcome> a, List<Outcome> b) {
        List<Outcome> of(String variant) {
            return variant.equals("a") ? a : b;
        }
    }

    /** How probable a decision is to be rated. */
    @FunctionalInterface
    interface Rating {
        double of(Outcome outcome);
    }

    private final Experiment experiment;
    private final Both outcomes;
    private final SplittableRandom random;
    private final Rating rating;
    final ExperimentRecords records;
    final List<Decided> decisions = new ArrayList<>();
    private final Map<String, Outcome> truths = new HashMap<>();

    /**
     * Nobody has asked yet.
     *
     * @param outcomes of each variant, of the same questions
     */
    Replayed(Experiment experiment, Both outcomes, Rating rating, long seed) {
        this.experiment = experiment;
        this.outcomes = outcomes;
        this.rating = rating;
        this.random = new SplittableRandom(seed);
        this.records = new ExperimentRecords(experiment);
    }

    /** Halves of the users each. */
    static Experiment halves(String id, double penalty, Guardrails guardrails) {
        return new Experiment(
                id,
                "",
                Set.of("ehrsql"),
                Unit.USER,
                START,
                START.plusSeconds(86_400),
                penalty,
                List.of(new Variant("a", null, null, 0.5), new Variant("b", null, null, 0.5)),
                List.of(),
                ShadowBounds.DEFAULT,
                guardrails);
    }

    /** One request: a random user asks a random question. */
    void ask(int users) {
        int number = decisions.size();
        var user = Assignment.digest(experiment.id(), "user " + random.nextInt(users));
        var variant = Assignment.of(experiment.variants(), user).orElseThrow().name();
        var known = outcomes.of(variant);
        int question = random.nextInt(known.size());
        var outcome = known.get(question);
        var decided =
                decided(
                        number,
                        question,
                        outcome,
                        new Exposure(experiment.id(), variant, user, Role.SERVED));
        decisions.add(decided);
        truths.put(decided.id(), outcome);
        records.decided(decided, START.plusSeconds(number), null);
        if (random.nextDouble() < rating.of(outcome)) {
            say(decided.id(), verdict(outcome), null);
        }
    }

    void say(String about, Verdict verdict, @Nullable String audit) {
        records.said(
                new Feedback("feedback of " + about, "user", about, verdict, null, "user", audit));
    }

    static Verdict verdict(Outcome outcome) {
        return switch (outcome) {
            case CORRECT_SQL -> Verdict.CORRECT;
            case WRONG_SQL, FALSE_ANSWER -> Verdict.WRONG;
            case MISSED -> Verdict.SHOULD_HAVE_ANSWERED;
            case CORRECT_ABSTENTION -> Verdict.RIGHTLY_ABSTAINED;
        };
    }

    private static Decided decided(int number, int question, Outcome outcome, Exposure exposure) {
        return new Decided(
                "decision " + number,
                "user",
                "ehrsql",
                Sha256.of("question " + question),
                null,
                "verified",
                "verified",
                10,
                outcome.isAnswered() ? Decided.ANSWERED : Decided.ABSTAINED,
                outcome.isAnswered() ? null : "too-uncertain",
                outcome.isAnswered() ? "SELECT " + question : null,
                null,
                null,
                outcome.isAnswered() ? 1 : null,
                new Measured(null, null, null, null, null),
                Map.of("generation", 10.0),
                null,
                null,
                exposure);
    }

    Outcome truth(String decision) {
        return Objects.requireNonNull(truths.get(decision), decision);
    }

    static Exposure exposure(Decided decided) {
        return Objects.requireNonNull(decided.exposure());
    }

    /** RS(c) of a variant over all questions: what an experiment is to find out. */
    static double truth(List<Outcome> outcomes, double penalty) {
        return outcomes.stream().mapToDouble(o -> o.points(penalty)).average().orElseThrow();
    }
}
