package org.demur.curation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.demur.answer.Answer;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.question.Question;
import org.demur.schema.Database;
import org.demur.schema.VerifiedQuery;

/**
 * How many of its own pairs' questions a database answers that does not have these pairs, taught
 * with half of the others and with all of them, and what as many pairs again would earn if each
 * doubling left the same share of what was unanswered. Of a database with too few pairs it is told
 * what others answer.
 *
 * @param pairs that the database has, unanswerable ones aside
 * @param elsewhere whether other databases were measured, each with as many pairs
 * @param measured with fewer pairs and with more; elsewhere, once for each database
 * @param expected with as many as it has, and with twice as many; elsewhere, with as many as the
 *     others have
 */
public record CoverageOutlook(
        int pairs, boolean elsewhere, List<Measured> measured, List<Expected> expected) {
    /** Below, folds hold too few pairs to teach and to ask anything. */
    static final int FEWEST = 12;

    /** Above, fitting takes so long that only one fold of at most so many is asked. */
    static final int MOST = 300;

    /**
     * Twelve invented business databases with 60 pairs each, as docs/results.md has them ({@code
     * ./demur results business}): of the 100 questions to each 65 can be answered.
     */
    static final List<Measured> OTHERS =
            List.of(
                    new Measured(60, 65, 47, 0),
                    new Measured(60, 65, 41, 0),
                    new Measured(60, 65, 30, 0),
                    new Measured(60, 65, 24, 0),
                    new Measured(60, 65, 27, 0),
                    new Measured(60, 65, 26, 0),
                    new Measured(60, 65, 35, 1),
                    new Measured(60, 65, 42, 0),
                    new Measured(60, 65, 20, 0),
                    new Measured(60, 65, 21, 1),
                    new Measured(60, 65, 31, 0),
                    new Measured(60, 65, 32, 0));

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
        /** Takes seconds to a minute, longer with thousands of pairs. */
        CoverageOutlook of(Database database);
    }

    /** Makes the database's own gateway with other pairs instead of its own. */
    @FunctionalInterface
    public interface Retaught {
        Gateway with(List<VerifiedQuery> pairs);
    }

    /**
     * Takes a fit of a model for each fold, twice: seconds to a minute.
     *
     * @param sameResult of two statements
     */
    public static CoverageOutlook of(
            Database database, Retaught retaught, BiPredicate<String, String> sameResult) {
        var all = new ArrayList<>(database.verified().current());
        int feasible = feasible(all);
        if (feasible < FEWEST) {
            return ofOthers(feasible);
        }
        Collections.shuffle(all, new Random(SEED));
        var folds = IntStream.range(0, FOLDS).mapToObj(fold -> everyNth(all, FOLDS, fold)).toList();
        var asked =
                feasible <= MOST ? folds : List.of(folds.getFirst().stream().limit(MOST).toList());
        var half = measured(database, all, asked, 2, retaught, sameResult);
        var whole = measured(database, all, asked, 1, retaught, sameResult);
        return new CoverageOutlook(
                feasible, false, List.of(half, whole), expected(feasible, half, whole));
    }

    private static CoverageOutlook ofOthers(int pairs) {
        int asked = OTHERS.stream().mapToInt(Measured::asked).sum();
        int answered = OTHERS.stream().mapToInt(Measured::answered).sum();
        return new CoverageOutlook(
                pairs,
                true,
                OTHERS,
                List.of(new Expected(OTHERS.getFirst().taught(), (double) answered / asked)));
    }

    private static int feasible(List<VerifiedQuery> pairs) {
        return (int) pairs.stream().filter(pair -> pair.sql() != null).count();
    }

    private static List<VerifiedQuery> everyNth(List<VerifiedQuery> pairs, int n, int from) {
        return IntStream.iterate(from, i -> i < pairs.size(), i -> i + n)
                .mapToObj(pairs::get)
                .toList();
    }

    /**
     * Asks the questions of each fold without its pairs.
     *
     * @param everyNth of the other pairs is taught
     */
    private static Measured measured(
            Database database,
            List<VerifiedQuery> all,
            List<List<VerifiedQuery>> folds,
            int everyNth,
            Retaught retaught,
            BiPredicate<String, String> sameResult) {
        int asked = 0;
        int answered = 0;
        int wrong = 0;
        int taughtPairs = 0;
        for (var held : folds) {
            var others = new ArrayList<>(all);
            others.removeAll(new HashSet<>(held));
            var teaching = everyNth(others, everyNth, 0);
            taughtPairs += feasible(teaching);
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
                    if (taught.ask(Ask.of(question)) instanceof Answer.Answered said) {
                        answered++;
                        wrong += sameResult.test(gold, said.sql()) ? 0 : 1;
                    }
                }
            }
        }
        return new Measured(taughtPairs / folds.size(), asked, answered, wrong);
    }

    /** No further than the next doubling: nobody has measured how long it goes on. */
    private static List<Expected> expected(int pairs, Measured half, Measured whole) {
        double left =
                half.coverage() < 1
                        ? Math.min(1, (1 - whole.coverage()) / (1 - half.coverage()))
                        : 1;
        double doublings = Math.log((double) pairs / whole.taught()) / Math.log(2);
        double unanswered = (1 - whole.coverage()) * Math.pow(left, doublings);
        return List.of(
                new Expected(pairs, 1 - unanswered),
                new Expected(2 * pairs, 1 - unanswered * left));
    }
}
