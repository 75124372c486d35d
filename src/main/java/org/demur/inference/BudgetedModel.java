package org.demur.inference;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A model whose requests are paid from a budget. */
public final class BudgetedModel implements ChatModel {
    private final ChatModel model;
    private final String name;
    private final Budget budget;
    private final Price price;
    private final int maxTokens;
    private final Predicate<RuntimeException> isFree;

    /**
     * A model with a budget.
     *
     * @param name by which what it used is kept
     * @param maxTokens longest completion
     * @param isFree whether a failure costs nothing; any other is taken to have cost what was
     *     expected, for who hangs up still pays
     */
    public BudgetedModel(
            ChatModel model,
            String name,
            Budget budget,
            Price price,
            int maxTokens,
            Predicate<RuntimeException> isFree) {
        this.model = model;
        this.name = name;
        this.budget = budget;
        this.price = price;
        this.maxTokens = maxTokens;
        this.isFree = isFree;
    }

    @Override
    public Completion complete(Prompt prompt) {
        return paid(prompt, 1, () -> List.of(model.complete(prompt))).getFirst();
    }

    @Override
    public List<Completion> samples(Prompt prompt, int count) {
        return paid(prompt, count, () -> model.samples(prompt, count));
    }

    private List<Completion> paid(Prompt prompt, int count, Supplier<List<Completion>> call) {
        var expected = Usage.expected(prompt, count, maxTokens);
        var reserved = budget.reserve(name, expected, price);
        try {
            var completions = call.get();
            var used = completions.stream().map(Completion::usage).reduce(Usage.NONE, Usage::plus);
            if (used.tokens() > 0) { // a server that does not count leaves what was expected
                reserved.settle(used);
            }
            return completions;
        } catch (RuntimeException e) {
            if (isFree.test(e)) {
                reserved.settle(Usage.NONE);
            }
            throw e;
        }
    }
}
