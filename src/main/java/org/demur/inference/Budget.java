package org.demur.inference;

import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Bounds what models may use for one question and on one day (in UTC, since the start of the
 * program). What a request will use at most is set aside before it is sent and corrected when the
 * answer tells, so that requests under way at the same time cannot exceed a bound together.
 * Thread-safe.
 */
public final class Budget {
    public static final Budget UNBOUNDED =
            new Budget(Bounds.NONE, Bounds.NONE, InstantSource.system());

    private final Bounds perQuestion;
    private final Bounds perDay;
    private final InstantSource clock;
    private LocalDate day;
    private Spending today = new Spending();

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

        boolean exceededBy(long usedTokens, double usedCost) {
            return (tokens > 0 && usedTokens > tokens) || (cost > 0 && usedCost > cost);
        }

        @Override
        public String toString() {
            var inTokens = String.format(Locale.ROOT, "%,d tokens", tokens);
            var inMoney = String.format(Locale.ROOT, "a cost of %.2f", cost);
            return tokens > 0 && cost > 0
                    ? inTokens + " and " + inMoney
                    : tokens > 0 ? inTokens : inMoney;
        }
    }

    /**
     * A budget of which nothing is used yet.
     *
     * @param perQuestion holds where work is done {@link Spending#within} a question
     * @param perDay of all questions
     */
    public Budget(Bounds perQuestion, Bounds perDay, InstantSource clock) {
        this.perQuestion = perQuestion;
        this.perDay = perDay;
        this.clock = clock;
        this.day = today();
    }

    /** What is set aside for one request. */
    static final class Reservation {
        private final Spending question;
        private final Spending ofDay;
        private final Usage expected;
        private final Price price;

        private Reservation(Spending question, Spending ofDay, Usage expected, Price price) {
            this.question = question;
            this.ofDay = ofDay;
            this.expected = expected;
            this.price = price;
        }

        /** Replaces what was expected by what was used. */
        void settle(Usage used) {
            long tokens = used.tokens() - expected.tokens();
            double cost = price.of(used) - price.of(expected);
            question.correct(tokens, cost);
            ofDay.correct(tokens, cost);
        }
    }

    /**
     * Sets aside what a request will use at most.
     *
     * @throws GatewayException {@code BUDGET_EXHAUSTED} where that exceeds a bound
     */
    Reservation reserve(Usage expected, Price price) {
        var question = Spending.current().orElseGet(Spending::new);
        double cost = price.of(expected);
        if (!question.add(expected.tokens(), cost, perQuestion)) {
            throw exhausted("this question", perQuestion);
        }
        var ofDay = ofToday();
        if (!ofDay.add(expected.tokens(), cost, perDay)) {
            question.correct(-expected.tokens(), -cost);
            throw exhausted("today", perDay);
        }
        return new Reservation(question, ofDay, expected, price);
    }

    private synchronized Spending ofToday() {
        if (!today().equals(day)) {
            day = today();
            today = new Spending();
        }
        return today;
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
