package org.demur.curation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.demur.answer.Answer;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Ask;
import org.demur.question.Question;
import org.demur.schema.Database;
import org.demur.schema.VerifiedQuery;

/**
 * How many of its own pairs' questions a database answers that does not have these pairs, taught
 * with half of the others and with all of them, and what more pairs would earn if each doubling
 * went on to earn as much.
 *
 * @param pairs that the database has, unanswerable ones aside
 * @param measured with fewer pairs and with more
 * @param expected with twice and four times as many as it has; what it has comes first
 */
public record CoverageOutlook(int pairs, List<Measured> measured, List<Expected> expected) {
    /** Below, folds hold too few pairs to teach and to ask anything. */
    static final int FEWEST = 12;

    /** Above, fitting takes minutes, and {@code ./demur calibrate} tells more. */
    static final int MOST = 300;

    private static final int FOLDS = 4;

    /** Of folds; the same pairs have the same ones. */
    private static final long SEED = 19;

    public CoverageOutlook {
        measured = List.copyOf(measured);
        expected = List.copyOf(expected);
    }

    /**
     * Questions asked of a database that knows none of their pairs.
     *
     * @param taught how many other pairs it has
     */
    public record Measured(int taught, int asked, int answered, int wrong) {
        double coverage() {
            return (double) answered / asked;
        }
    }

    /**
     * What may be hoped for.
     *
     * @param pairs in all
     * @param coverage share of such questions that would be answered, 0 to 1
     */
    public record Expected(int pairs, double coverage) {}

    /** Measures the outlook of a database. */
    @FunctionalInterface
    public interface Measuring {
        /**
         * Takes seconds to a minute.
         *
         * @throws GatewayException MALFORMED_REQUEST where there are too few pairs or too many
         */
        CoverageOutlook of(Database database);
    }

    /** Makes the database's own gateway with other pairs instead of its own. */
    @FunctionalInterface
    public interface Retaught {
        Teaching.Taught with(List<VerifiedQuery> pairs);
    }

    /**
     * Takes a fit of a model for each fold, twice: seconds to a minute.
     *
     * @param sameResult of two statements
     * @throws GatewayException MALFORMED_REQUEST where there are too few pairs or too many
     */
    public static CoverageOutlook of(
            Database database, Retaught retaught, BiPredicate<String, String> sameResult) {
        var all = new ArrayList<>(database.verified().current());
        int feasible = (int) all.stream().filter(pair -> pair.sql() != null).count();
        if (feasible < FEWEST || feasible > MOST) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "what more pairs would earn is told of %d to %d pairs; there are %d"
                            .formatted(FEWEST, MOST, feasible));
        }
        Collections.shuffle(all, new Random(SEED));
        var half = measured(database, all, 2, retaught, sameResult);
        var whole = measured(database, all, 1, retaught, sameResult);
        return new CoverageOutlook(feasible, List.of(half, whole), expected(feasible, half, whole));
    }

    private static Measured measured(
            Database database,
            List<VerifiedQuery> all,
            int everyNth,
            Retaught retaught,
            BiPredicate<String, String> sameResult) {
        int asked = 0;
        int answered = 0;
        int wrong = 0;
        int taughtPairs = 0;
        for (int fold = 0; fold < FOLDS; fold++) {
            var held = new ArrayList<VerifiedQuery>();
            var others = new ArrayList<VerifiedQuery>();
            for (int i = 0; i < all.size(); i++) {
                (i % FOLDS == fold ? held : others).add(all.get(i));
            }
            var teaching = new ArrayList<VerifiedQuery>();
            for (int i = 0; i < others.size(); i += everyNth) {
                teaching.add(others.get(i));
            }
            taughtPairs += (int) teaching.stream().filter(pair -> pair.sql() != null).count();
            try (var taught = retaught.with(teaching)) {
                for (var pair : held) {
                    var gold = pair.sql();
                    if (gold == null) {
                        continue;
                    }
                    asked++;
                    var question =
                            new Question(
                                    UUID.randomUUID().toString(), database.id(), pair.question());
                    if (taught.gateway().ask(Ask.of(question)) instanceof Answer.Answered said) {
                        answered++;
                        wrong += sameResult.test(gold, said.sql()) ? 0 : 1;
                    }
                }
            }
        }
        return new Measured(taughtPairs / FOLDS, asked, answered, wrong);
    }

    /** On the line through both measures over the logarithm of pairs, between them and 1. */
    private static List<Expected> expected(int pairs, Measured half, Measured whole) {
        double doubling = Math.max(0, whole.coverage() - half.coverage());
        double now =
                whole.coverage()
                        + doubling * Math.log((double) pairs / whole.taught()) / Math.log(2);
        var expected = new ArrayList<Expected>();
        for (int doublings = 0; doublings <= 2; doublings++) {
            expected.add(new Expected(pairs << doublings, Math.min(1, now + doublings * doubling)));
        }
        return expected;
    }
}
