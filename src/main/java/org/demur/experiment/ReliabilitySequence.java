package org.demur.experiment;

import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.demur.experiment.sequential.Interval;
import org.demur.experiment.sequential.ProportionSequence;
import org.demur.journal.JournalEntry.Verdict;

/**
 * RS(c) of decisions of which some were rated, with a confidence sequence. How often answers are
 * right and abstentions right is taken from those that were rated, how often there was an answer
 * from all: so that it does no harm that people rate answers more often than abstentions. Within
 * each of the two the rated ones stand for the others, which nobody can know of ratings that people
 * gave by choice. Not thread-safe.
 */
final class ReliabilitySequence {
    /** Of an interval's error: what the answers get, which a large penalty makes weigh most. */
    private static final double OF_ANSWERS = 0.8;

    /** What each of the two others gets. */
    private static final double OF_OTHERS = (1 - OF_ANSWERS) / 2;

    private final double penalty;
    private final ProportionSequence answered = new ProportionSequence();
    private final ProportionSequence right = new ProportionSequence();
    private final ProportionSequence rightlyAbstained = new ProportionSequence();

    ReliabilitySequence(double penalty) {
        this.penalty = penalty;
    }

    void decided(boolean isAnswered) {
        answered.add(isAnswered);
    }

    void rated(Verdict verdict) {
        switch (verdict) {
            case CORRECT, WRONG -> right.add(verdict == Verdict.CORRECT);
            case RIGHTLY_ABSTAINED, SHOULD_HAVE_ANSWERED ->
                    rightlyAbstained.add(verdict == Verdict.RIGHTLY_ABSTAINED);
        }
    }

    long ratedAnswers() {
        return right.all();
    }

    long ratedAbstentions() {
        return rightlyAbstained.all();
    }

    Figure answerRate(double error) {
        return new Figure(answered.share(), answered.at(error));
    }

    /** Share of wrong answers among the rated ones. */
    Figure selectiveRisk(double error) {
        var share = right.share();
        var interval = right.at(error);
        return new Figure(
                share.isPresent() ? OptionalDouble.of(1 - share.getAsDouble()) : share,
                new Interval(1 - interval.high(), 1 - interval.low()));
    }

    /** RS(c) in [-c, 1]. */
    Figure reliability(double error) {
        return new Figure(estimate(), interval(error));
    }

    private OptionalDouble estimate() {
        if (answered.all() == 0) {
            return OptionalDouble.empty();
        }
        double rate = answered.share().orElseThrow();
        boolean isKnown =
                (rate == 0 || right.all() > 0) && (rate == 1 || rightlyAbstained.all() > 0);
        return isKnown
                ? OptionalDouble.of(
                        score(rate, right.share().orElse(0), rightlyAbstained.share().orElse(0)))
                : OptionalDouble.empty();
    }

    /** The score grows with both shares of right ones, and is linear in the rate of answers. */
    private Interval interval(double error) {
        var rate = answered.at(OF_OTHERS * error);
        var answers = right.at(OF_ANSWERS * error);
        var abstentions = rightlyAbstained.at(OF_OTHERS * error);
        return new Interval(
                DoubleStream.of(rate.low(), rate.high())
                        .map(r -> score(r, answers.low(), abstentions.low()))
                        .min()
                        .orElseThrow(),
                DoubleStream.of(rate.low(), rate.high())
                        .map(r -> score(r, answers.high(), abstentions.high()))
                        .max()
                        .orElseThrow());
    }

    private double score(double rate, double rightOfAnswers, double rightOfAbstentions) {
        return rate * (rightOfAnswers - penalty * (1 - rightOfAnswers))
                + (1 - rate) * rightOfAbstentions;
    }
}
