package org.demur.pipeline;

import java.time.Duration;
import org.demur.answer.Answer;
import org.demur.decision.Stage;

/**
 * Hears what the pipeline does, for metrics and for who watches; called on the asking thread.
 * Thread-safe.
 */
public interface PipelineListener {
    /** Hears nothing. */
    PipelineListener NOP = new PipelineListener() {};

    /** A stage begins. */
    default void entered(Stage stage) {}

    /** A stage has ended, well or not. */
    default void measured(Stage stage, Duration duration) {}

    /** The engine was about to read what the guard had meant to be hidden, and was kept from it. */
    default void disagreed() {}

    /** The question has its answer or its abstention. */
    default void finished(Answer answer, Duration duration) {}

    /** Both hear everything, this one first. */
    default PipelineListener and(PipelineListener other) {
        var one = this;
        return new PipelineListener() {
            @Override
            public void entered(Stage stage) {
                one.entered(stage);
                other.entered(stage);
            }

            @Override
            public void measured(Stage stage, Duration duration) {
                one.measured(stage, duration);
                other.measured(stage, duration);
            }

            @Override
            public void disagreed() {
                one.disagreed();
                other.disagreed();
            }

            @Override
            public void finished(Answer answer, Duration duration) {
                one.finished(answer, duration);
                other.finished(answer, duration);
            }
        };
    }
}
