package org.demur.pipeline;

import java.time.Duration;
import org.demur.answer.Answer;
import org.demur.decision.Stage;

/** Hears what the pipeline does, for metrics; called on the asking thread. Thread-safe. */
public interface PipelineListener {
    /** Hears nothing. */
    PipelineListener NOP = new PipelineListener() {};

    /** A stage has ended, well or not. */
    default void measured(Stage stage, Duration duration) {}

    /** The engine was about to read what the guard had meant to be hidden, and was kept from it. */
    default void disagreed() {}

    /** The question has its answer or its abstention. */
    default void finished(Answer answer, Duration duration) {}
}
