package org.demur.inference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Answers with what it was given, in order, and remembers what it was asked. */
public final class ScriptedModel implements ChatModel {
    private final Deque<String> completions;
    private final List<Prompt> prompts = new ArrayList<>();

    public ScriptedModel(List<String> completions) {
        this.completions = new ArrayDeque<>(completions);
    }

    public static ScriptedModel of(String... completions) {
        return new ScriptedModel(List.of(completions));
    }

    @Override
    public synchronized Completion complete(Prompt prompt) {
        prompts.add(prompt);
        var next = completions.poll();
        if (next == null) {
            throw new AssertionError("asked once more than scripted:\n" + prompt.input());
        }
        return Completion.of(next);
    }

    /** In the order asked. */
    public synchronized List<Prompt> prompts() {
        return List.copyOf(prompts);
    }

    /** What was not asked for. */
    public synchronized List<String> left() {
        return List.copyOf(completions);
    }

    /** A catalog in which every name is this model. */
    public ModelCatalog asCatalog() {
        return new ModelCatalog() {
            @Override
            public List<String> names() {
                return List.of("scripted");
            }

            @Override
            public java.util.Optional<String> problem(String name) {
                return java.util.Optional.empty();
            }

            @Override
            public Configured model(String name) {
                return new Configured(ScriptedModel.this, 16_000, 1_000);
            }
        };
    }
}
