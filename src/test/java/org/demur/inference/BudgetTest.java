package org.demur.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.Budget.Bounds;
import org.junit.jupiter.api.Test;

final class BudgetTest {
    /** 9 bytes and one token more than a third of them, 96 tokens of completion: 100 in all. */
    private static final Prompt PROMPT = new Prompt("abcde", "fghi");

    private static final int MOST = 96;
    private static final Price PRICE = new Price(1, 10);

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2031-05-17T22:00:00Z"));

    @Test
    void aRequestThatMightExceedTheDayIsNotSent() {
        // given
        var model = model(new Bounds(0, 0), new Bounds(150, 0), new Usage(10, 20));

        // when
        model.complete(PROMPT);
        model.complete(PROMPT);

        // then: 60 are used, and 100 more might be
        assertExhausted(model, "today, 150 tokens");
    }

    @Test
    void anotherDayHasItsOwnBudget() {
        // given
        var model = model(new Bounds(0, 0), new Bounds(110, 0), new Usage(10, 20));
        model.complete(PROMPT);
        assertExhausted(model, "today");

        // when
        now.set(now.get().plus(Duration.ofHours(2)));

        // then
        assertThat(model.complete(PROMPT).text()).isEqualTo("SELECT 1");
    }

    @Test
    void costCountsByThePricesOfPromptsAndCompletions() {
        // given: a request may cost (4 + 96 * 10) / 1,000,000 and costs (10 + 20 * 10) / 1,000,000
        var model = model(new Bounds(0, 0), new Bounds(0, 0.0012), new Usage(10, 20));

        // when
        model.complete(PROMPT);
        model.complete(PROMPT);

        // then
        assertExhausted(model, "today, a cost of 0.0012");
    }

    @Test
    void aQuestionHasItsOwnBudget() {
        // given
        var model = model(new Bounds(110, 0), new Bounds(0, 0), new Usage(10, 20));

        // when
        Spending.within(() -> {
            model.complete(PROMPT);
            assertExhausted(model, "this question, 110 tokens");
            return true;
        });

        // then
        Spending.within(() -> model.complete(PROMPT));
    }

    @Test
    void whatServersDoNotCountIsTakenToBeWhatWasExpected() {
        // given
        var model = model(new Bounds(0, 0), new Bounds(150, 0), Usage.NONE);

        // when
        model.complete(PROMPT);

        // then
        assertExhausted(model, "today");
    }

    @Test
    void aRefusalIsFreeAndACutAnswerIsNot() {
        // given
        var budget = budget(new Bounds(0, 0), new Bounds(150, 0));
        ChatModel broken =
                prompt -> {
                    throw new GatewayException(FailureCode.MODEL_UNAVAILABLE, prompt.input());
                };
        var model =
                new BudgetedModel(
                        broken,
                        "writer",
                        budget,
                        PRICE,
                        MOST,
                        e -> String.valueOf(e.getMessage()).equals("free"));

        // when
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> model.complete(new Prompt("abcde", "free")))
                    .hasMessage("free");
        }
        assertThatThrownBy(() -> model.complete(new Prompt("abcde", "cut!"))).hasMessage("cut!");

        // then
        assertExhausted(model, "today");
    }

    @Test
    void requestsAtTheSameTimeDoNotExceedTheBudgetTogether() throws Exception {
        // given
        var budget = budget(new Bounds(0, 0), new Bounds(1_000, 0));
        ChatModel slow =
                prompt -> {
                    try {
                        Thread.sleep(50);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return new Completion("SELECT 1", List.of(), new Usage(4, 96));
                };
        var model = new BudgetedModel(slow, "writer", budget, PRICE, MOST, e -> true);

        // when
        int answered = 0;
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> asked = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                asked.add(clients.submit(() -> isAnswered(model)));
            }
            for (var one : asked) {
                answered += one.get() ? 1 : 0;
            }
        }

        // then
        assertThat(answered).isEqualTo(10);
    }

    private static boolean isAnswered(ChatModel model) {
        try {
            return model.complete(PROMPT).text().equals("SELECT 1");
        } catch (GatewayException e) {
            return false;
        }
    }

    private ChatModel model(Bounds question, Bounds day, Usage used) {
        return new BudgetedModel(
                prompt -> new Completion("SELECT 1", List.of(), used),
                "writer",
                budget(question, day),
                PRICE,
                MOST,
                e -> true);
    }

    private Budget budget(Bounds question, Bounds day) {
        return new Budget(question, day, now::get, SpendingLog.NONE);
    }

    private static void assertExhausted(ChatModel model, String what) {
        assertThatThrownBy(() -> model.complete(PROMPT))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.BUDGET_EXHAUSTED))
                .hasMessageContaining(what);
    }
}
