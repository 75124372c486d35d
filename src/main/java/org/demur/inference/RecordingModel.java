package org.demur.inference;

import java.nio.file.Path;
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
     * @param model that answers
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
        writing.lock();
        try {
            Recording.append(file, name, prompt, completion);
        } finally {
            writing.unlock();
        }
        return completion;
    }
}
