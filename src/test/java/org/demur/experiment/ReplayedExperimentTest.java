package org.demur.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.demur.evaluation.metric.Outcome;
import org.demur.experiment.AuditDrawing.Kind;
import org.demur.experiment.Experiment.Guardrails;
import org.demur.experiment.Replayed.Both;
import org.demur.experiment.Replayed.Rating;
import org.demur.experiment.sequential.ShareLimit;
import org.demur.journal.JournalEntry.Audit;
import org.junit.jupiter.api.Test;

/** What an experiment promises, on requests as they might have been. */
final class ReplayedExperimentTest {
    private static final int REQUESTS = 10_000;
    private static final int USERS = 2_500;
    private static final double PENALTY = 10;
    private static final int SEEDS = 100;
    private static final Rating ONE_IN_FIVE = outcome -> 0.2;

    /** Of 500 questions a tenth infeasible; the one answers more, and errs more. */
    private static final Both VARIANTS =
            new Both(outcomes(380, 8, 62, 48, 2), outcomes(330, 2, 118, 50, 0));

    private static List<Outcome> outcomes(
            int right, int wrong, int missed, int rightAbstentions, int falseAnswers) {
        var outcomes = new ArrayList<Outcome>();
        add(outcomes, Outcome.CORRECT_SQL, right);
        add(outcomes, Outcome.WRONG_SQL, wrong);
        add(outcomes, Outcome.MISSED, missed);
        add(outcomes, Outcome.CORRECT_ABSTENTION, rightAbstentions);
        add(outcomes, Outcome.FALSE_ANSWER, falseAnswers);
        assertThat(outcomes).hasSize(500);
        return outcomes;
    }

    private static void add(List<Outcome> outcomes, Outcome outcome, int times) {
        for (int i = 0; i < times; i++) {
            outcomes.add(outcome);
        }
    }

    private static Replayed replayed(long seed, Rating rating) {
        var experiment = Replayed.halves("e" + seed, PENALTY, Guardrails.NONE);
        var replayed = new Replayed(experiment, VARIANTS, rating, seed);
        for (int i = 0; i < REQUESTS; i++) {
            replayed.ask(USERS);
        }
        return replayed;
    }

    private static ExperimentResults results(Replayed replayed) {
        return ExperimentResults.of(replayed.records, Replayed.START.plusSeconds(REQUESTS));
    }

    private static double trueDifference() {
        return Replayed.truth(VARIANTS.b(), PENALTY) - Replayed.truth(VARIANTS.a(), PENALTY);
    }

    @Test
    void theIntervalCoversTheTrueDifferenceAlsoWhereAnswersAreRatedMoreOftenThanAbstentions() {
        assertThat(covered(ONE_IN_FIVE)).isGreaterThanOrEqualTo(95);
        assertThat(covered(outcome -> outcome.isAnswered() ? 0.3 : 0.05))
                .isGreaterThanOrEqualTo(95);
    }

    private static int covered(Rating rating) {
        return count(seed -> {
            var difference = results(replayed(seed, rating)).differences().getFirst();
            return difference.reliability().interval().contains(trueDifference());
        });
    }

    @Test
    void unitsArriveAsDeclaredAndFiguresAddUp() {
        // when
        var results = results(replayed(1, ONE_IN_FIVE));

        // then
        assertThat(results.ratio().isMismatch()).isFalse();
        assertThat(results.ratio().units().stream().mapToLong(Long::longValue).sum())
                .isBetween(2_300L, 2_500L);
        var a = results.variants().getFirst();
        assertThat(
                        a.decisions()
                                + a.repetitions()
                                + results.variants().get(1).decisions()
                                + results.variants().get(1).repetitions())
                .isEqualTo(REQUESTS);
        assertThat(a.answerRate().interval().contains(390 / 500.0)).isTrue();
        assertThat(a.selectiveRisk().interval().contains(10 / 390.0)).isTrue();
        assertThat(a.reliability().interval().contains(Replayed.truth(VARIANTS.a(), PENALTY)))
                .isTrue();
        assertThat(a.overTime()).hasSize(60);
        assertThat(a.overTime().getLast().interval()).isEqualTo(a.reliability().interval());
        assertThat(a.spent().medianMillis().estimate()).hasValue(10);
    }

    @Test
    void whoeverComplainsOnlyMisleadsTheRatingsButNotAnAudit() {
        // given wrong answers are rated nine times as often as right ones
        Rating complaints = outcome -> outcome.isWrongAnswer() ? 0.9 : 0.1;
        int naive = 0;
        int audited = 0;
        double sum = 0;
        double truth = 0;
        int seeds = 40;
        for (long seed = 0; seed < seeds; seed++) {
            var replayed = replayed(seed, complaints);
            double trueDifference = served(replayed, "b") - served(replayed, "a");

            // when
            var audit = audit(replayed, 400, seed);
            audit.strata()
                    .forEach(s ->
                            s.drawn()
                                    .forEach(id ->
                                            replayed.say(
                                                    id,
                                                    Replayed.verdict(replayed.truth(id)),
                                                    audit.id())));
            var results = results(replayed);

            // then
            naive +=
                    results.differences()
                                    .getFirst()
                                    .reliability()
                                    .interval()
                                    .contains(trueDifference)
                            ? 1
                            : 0;
            var estimate = results.audits().getFirst().differences().getFirst().reliability();
            audited += estimate.interval().contains(trueDifference) ? 1 : 0;
            sum += estimate.estimate().orElseThrow();
            truth += trueDifference;
        }
        assertThat(naive).isLessThan(seeds / 2);
        assertThat(audited).isGreaterThanOrEqualTo(seeds - 4);
        // unbiased: the mean of 40 estimates, each with a standard error of about 0.13
        assertThat(sum / seeds).isBetween(truth / seeds - 0.08, truth / seeds + 0.08);
    }

    private static double served(Replayed replayed, String variant) {
        return replayed.decisions.stream()
                .filter(d -> Replayed.exposure(d).variant().equals(variant))
                .mapToDouble(d -> replayed.truth(d.id()).points(PENALTY))
                .average()
                .orElseThrow();
    }

    private static Audit audit(Replayed replayed, int wanted, long seed) {
        var byKind = new LinkedHashMap<Kind, List<String>>();
        for (var variant : List.of("a", "b")) {
            for (var decision : List.of("answered", "abstained")) {
                byKind.put(
                        new Kind(variant, decision),
                        replayed.decisions.stream()
                                .filter(d -> Replayed.exposure(d).variant().equals(variant))
                                .filter(d -> d.decision().equals(decision))
                                .map(d -> d.id())
                                .toList());
            }
        }
        var audit =
                new Audit(
                        "audit " + seed,
                        "auditor",
                        "e" + seed,
                        null,
                        seed,
                        AuditDrawing.draw(byKind, wanted, seed));
        replayed.records.drawn(audit);
        return audit;
    }

    @Test
    void aGuardrailStopsAVariantThatAnswersWronglyWithinThePromise() {
        // given a variant of which a fifth of the answers are wrong, where a twentieth may be
        var limit = new ShareLimit(0.05, Guardrail.ERROR);
        double wrong = 0.2;
        double rated = 0.5 * 0.8 * 0.2; // of requests: the variant's, answered, rated
        long promised = limit.noticedWithin(wrong, rated, 0.95, 3_000).orElseThrow();
        var variants = new Both(outcomes(400, 0, 100, 0, 0), outcomes(320, 80, 100, 0, 0));

        // when
        int stopped =
                count(seed -> {
                    var replayed =
                            new Replayed(
                                    Replayed.halves(
                                            "g" + seed, PENALTY, new Guardrails(0.05, null, null)),
                                    variants,
                                    ONE_IN_FIVE,
                                    seed);
                    for (int i = 0; i < promised; i++) {
                        replayed.ask(USERS);
                        var count = replayed.records.count("b", Guardrail.WRONG);
                        if (limit.isExceeded(count.exceeded(), count.of())) {
                            return true;
                        }
                    }
                    return false;
                });

        // then 95 of 100, and two standard deviations
        assertThat(stopped).isGreaterThanOrEqualTo(90);
    }

    private static int count(LongPredicate holds) {
        return (int) LongStream.range(0, SEEDS).filter(holds).count();
    }
}
