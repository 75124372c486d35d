package org.demur.inference;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Bounds what models may use for one question and on one day, in UTC, other starts of the program
 * included. What a request will use at most is set aside before it is sent and corrected when the
 * answer tells, so that requests under way at the same time cannot exceed a bound together.
 * Thread-safe.
 */
public final class Budget {
    public static final Budget UNBOUNDED =
            new Budget(Bounds.NONE, Bounds.NONE, InstantSource.system(), SpendingLog.NONE);

    private final Bounds perQuestion;
    private final Bounds perDay;
    private final InstantSource clock;
    private final SpendingLog log;
    private Day day;

    private record Day(LocalDate date, Spending spending) {}

    /**
     * Bounds of tokens and cost.
     *
     * @param tokens of prompts and completions together; 0 for no bound
     * @param cost in the currency of the prices; 0 for no bound
     */
    public record Bounds(long tokens, double cost) {
        public static final Bounds NONE = new Bounds(0, 0);

        public Bounds {
            if (tokens < 0 || !(cost >= 0)) {
                throw new IllegalArgumentException("a budget is 0 or more");
            }
        }

        boolean exceededBy(SpendingLog.Used used) {
            return (tokens > 0 && used.tokens() > tokens) || (cost > 0 && used.cost() > cost);
        }

        @Override
        public String toString() {
            var inTokens = String.format(Locale.ROOT, "%,d tokens", tokens);
            var inMoney =
                    "a cost of " + BigDecimal.valueOf(cost).stripTrailingZeros().toPlainString();
            return tokens > 0 && cost > 0
                    ? inTokens + " and " + inMoney
                    : tokens > 0 ? inTokens : inMoney;
        }
    }

    /**
     * A budget that goes on where the last start of the program left it.
     *
     * @param log what was used, and where to keep what will be
     */
    public Budget(Bounds perQuestion, Bounds perDay, InstantSource clock, SpendingLog log) {
        this.perQuestion = perQuestion;
        this.perDay = perDay;
        this.clock = clock;
        this.log = log;
        this.day = begun(today());
    }

    private Day begun(LocalDate date) {
        return new Day(date, new Spending(log.of(date)));
    }

    /** What is set aside for one request. */
    final class Reservation {
        private final Spending question;
        private final Day ofDay;
        private final String model;
        private final Usage expected;
        private final Price price;

        private Reservation(
                Spending question, Day ofDay, String model, Usage expected, Price price) {
            this.question = question;
            this.ofDay = ofDay;
            this.model = model;
            this.expected = expected;
            this.price = price;
        }

        /** Replaces what was expected by what was used. */
        void settle(Usage used) {
            var more =
                    new SpendingLog.Used(
                            used.tokens() - expected.tokens(), price.of(used) - price.of(expected));
            question.correct(more);
            ofDay.spending.correct(more);
            log.add(ofDay.date, model, more);
        }
    }

    /**
     * Sets aside what a request will use at most.
     *
     * @throws GatewayException {@code BUDGET_EXHAUSTED} where that exceeds a bound
     */
    Reservation reserve(String model, Usage expected, Price price) {
        var question = Spending.current().orElseGet(Spending::new);
        var most = new SpendingLog.Used(expected.tokens(), price.of(expected));
        if (!question.add(most, perQuestion)) {
            throw exhausted("this question", perQuestion);
        }
        var ofDay = ofToday();
        if (!ofDay.spending.add(most, perDay)) {
            question.correct(new SpendingLog.Used(-most.tokens(), -most.cost()));
            throw exhausted("today", perDay);
        }
        log.add(ofDay.date, model, most);
        return new Reservation(question, ofDay, model, expected, price);
    }

    private synchronized Day ofToday() {
        if (!today().equals(day.date)) {
            day = begun(today());
        }
        return day;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private static GatewayException exhausted(String of, Bounds bounds) {
        return new GatewayException(
                FailureCode.BUDGET_EXHAUSTED,
                "the budget of models for %s, %s, is used up; see demur.budget in docs/configuration.md"
                        .formatted(of, bounds));
    }
}
