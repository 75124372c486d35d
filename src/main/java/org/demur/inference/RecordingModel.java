package org.demur.inference;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Writes down what a model answers, so that it can be replayed. */
public final class RecordingModel implements ChatModel {
    private final ChatModel model;
    private final String name;
    private final Path file;
    private final ReentrantLock writing = new ReentrantLock();

    /**
     * A model that is recorded.
     *
     * @param name under which it is recorded
     * @param file a {@code .jsonl} to append to
     */
    public RecordingModel(ChatModel model, String name, Path file) {
        this.model = model;
        this.name = name;
        this.file = file;
    }

    @Override
    public Completion complete(Prompt prompt) {
        var completion = model.complete(prompt);
        write(prompt, List.of(completion));
        return completion;
    }

    @Override
    public List<Completion> samples(Prompt prompt, int count) {
        var completions = model.samples(prompt, count);
        write(prompt, completions);
        return completions;
    }

    private void write(Prompt prompt, List<Completion> completions) {
        writing.lock();
        try {
            Recording.append(file, name, prompt, completions);
        } finally {
            writing.unlock();
        }
    }
}
