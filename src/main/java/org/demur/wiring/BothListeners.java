package org.demur.wiring;

import java.time.Duration;
import org.demur.answer.Answer;
import org.demur.decision.Stage;
import org.demur.pipeline.PipelineListener;

/** Tells two listeners the same. */
record BothListeners(PipelineListener first, PipelineListener second) implements PipelineListener {
    @Override
    public void measured(Stage stage, Duration duration) {
        first.measured(stage, duration);
        second.measured(stage, duration);
    }

    @Override
    public void disagreed() {
        first.disagreed();
        second.disagreed();
    }

    @Override
    public void finished(Answer answer, Duration duration) {
        first.finished(answer, duration);
        second.finished(answer, duration);
    }
}
