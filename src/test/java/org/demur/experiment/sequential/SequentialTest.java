package org.demur.experiment.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What intervals and tests promise, at whatever time one looks. */
final class SequentialTest {
    private static final int SEEDS = 200;
    private static final int OBSERVATIONS = 1_000;

    /** Of 200 with 5 % expected at most: 10, and three standard deviations. */
    private static final int AT_MOST = 19;

    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.3, 0.5, 0.95})
    void theShareIsSeldomEverOutside(double share) {
        assertThat(
                        missed(seed -> {
                            var sequence = new ProportionSequence();
                            var random = new Random(seed);
                            for (int i = 0; i < OBSERVATIONS; i++) {
                                sequence.add(random.nextDouble() < share);
                                if (isLook(i) && !sequence.at(0.05).contains(share)) {
                                    return true;
                                }
                            }
                            return false;
                        }))
                .isLessThanOrEqualTo(AT_MOST);
    }

    @Test
    void theIntervalNarrowsAndHoldsWhatWasSeen() {
        // given
        var sequence = new ProportionSequence();
        assertThat(sequence.at(0.05)).isEqualTo(Interval.WHOLE);
        for (int i = 0; i < 100; i++) {
            sequence.add(i % 5 == 0);
        }
        var early = sequence.at(0.05);
        for (int i = 0; i < 9_900; i++) {
            sequence.add(i % 5 == 0);
        }

        // when
        var late = sequence.at(0.05);

        // then
        assertThat(early.contains(0.2)).isTrue();
        assertThat(late.contains(0.2)).isTrue();
        assertThat(early.high() - early.low()).isBetween(0.2, 0.3);
        assertThat(late.high() - late.low()).isBetween(0.02, 0.04);
    }

    @Test
    void aCertainShareStillHasRoomForDoubt() {
        // given
        var sequence = new ProportionSequence();
        for (int i = 0; i < 50; i++) {
            sequence.add(true);
        }

        // then
        assertThat(sequence.at(0.05).high()).isEqualTo(1);
        assertThat(sequence.at(0.05).low()).isBetween(0.85, 0.95);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05, 0.3})
    void aShareThatKeepsToItsLimitSeldomSoundsTheAlarm(double limit) {
        var watched = new ShareLimit(limit, 0.05);
        assertThat(
                        missed(seed -> {
                            var random = new Random(seed);
                            int yes = 0;
                            for (int i = 1; i <= OBSERVATIONS; i++) {
                                yes += random.nextDouble() < limit ? 1 : 0;
                                if (watched.isExceeded(yes, i)) {
                                    return true;
                                }
                            }
                            return false;
                        }))
                .isLessThanOrEqualTo(AT_MOST);
    }

    @Test
    void whatIsPromisedOfALimitIsKept() {
        // given
        var limit = new ShareLimit(0.05, 0.05);
        long promised = limit.noticedWithin(0.2, 1, 0.95, 5_000).orElseThrow();

        // when
        int late =
                missed(seed -> {
                    var random = new Random(seed);
                    int yes = 0;
                    for (int i = 1; i <= promised; i++) {
                        yes += random.nextDouble() < 0.2 ? 1 : 0;
                        if (limit.isExceeded(yes, i)) {
                            return false;
                        }
                    }
                    return true;
                });

        // then as promised and not much sooner
        assertThat(late).isBetween(2, AT_MOST);
    }

    @Test
    void whoeverIsAlwaysPastTheLimitIsNoticedAtOnce() {
        var limit = new ShareLimit(0.05, 0.05);
        assertThat(limit.noticedWithin(1, 1, 0.95, 100)).hasValue(2);
        assertThat(limit.isExceeded(1, 1)).isFalse();
        assertThat(limit.isExceeded(2, 2)).isTrue();
    }

    @Test
    void whereFewOccasionsAreObservedThePromiseIsLater() {
        // given a tenth of them
        var limit = new ShareLimit(0.05, 0.05);

        // then 2 of 46 with 95 %: 0.9^46 + 46 * 0.1 * 0.9^45 = 0.048
        assertThat(limit.noticedWithin(1, 0.1, 0.95, 1_000)).hasValue(46);
        assertThat(limit.noticedWithin(0.06, 1, 0.95, 50)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.95})
    void aQuantileIsSeldomEverOutside(double quantile) {
        // given of an exponential distribution, as waiting times are
        double truth = -Math.log(1 - quantile);

        // then
        assertThat(
                        missed(seed -> {
                            var random = new Random(seed);
                            var observed = new double[OBSERVATIONS];
                            for (int i = 0; i < OBSERVATIONS; i++) {
                                observed[i] = -Math.log(1 - random.nextDouble());
                                if (isLook(i)
                                        && !new QuantileSequence(quantile)
                                                .at(Arrays.copyOf(observed, i + 1), 0.05)
                                                .contains(truth)) {
                                    return true;
                                }
                            }
                            return false;
                        }))
                .isLessThanOrEqualTo(AT_MOST);
    }

    @Test
    void aQuantileOfFewHasNoUpperEnd() {
        assertThat(new QuantileSequence(0.95).at(new double[] {3, 1, 2}, 0.05))
                .isEqualTo(new Interval(1, Double.POSITIVE_INFINITY));
        assertThat(new QuantileSequence(0.5).estimate(new double[] {3, 1, 2})).hasValue(2);
    }

    @Test
    void theRightRatioSeldomLooksWrongAndAWrongOneDoes() {
        // given
        var shares = List.of(0.5, 0.3);
        assertThat(
                        missed(seed -> {
                            var ratio = new SampleRatio(shares);
                            var random = new Random(seed);
                            for (int i = 0; i < OBSERVATIONS; i++) {
                                ratio.add(random.nextDouble() < 0.625 ? 0 : 1);
                            }
                            return ratio.isMismatch();
                        }))
                .isLessThanOrEqualTo(8); // 1 % of 200, and four standard deviations

        // when a fifth of one variant's units get lost
        var lossy = new SampleRatio(List.of(0.5, 0.5));
        var random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            boolean first = random.nextBoolean();
            if (first || random.nextDouble() < 0.8) {
                lossy.add(first ? 0 : 1);
            }
        }

        // then
        assertThat(lossy.isMismatch()).isTrue();
        assertThat(lossy.p()).isLessThan(0.001);
        assertThat(lossy.expected(0)).isEqualTo(0.5, within(1e-12));
    }

    private static int missed(LongPredicate isMissed) {
        return (int) LongStream.range(0, SEEDS).filter(isMissed).count();
    }

    /** Not at every time, to save some; often enough to catch a bound of one time only. */
    private static boolean isLook(int i) {
        return i < 50 || i % 10 == 0;
    }
}
