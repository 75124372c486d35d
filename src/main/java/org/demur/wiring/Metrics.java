package org.demur.wiring;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.Stage;
import org.demur.pipeline.PipelineListener;

/**
 * Counts and times what the pipeline does; tags are constants of enums, so there are few series.
 */
final class Metrics implements PipelineListener {
    private final Map<Stage, Timer> stages = new EnumMap<>(Stage.class);
    private final Map<ReasonCode, Counter> abstained = new EnumMap<>(ReasonCode.class);
    private final Counter answered;
    private final Counter disagreements;
    private final Timer questions;

    Metrics(MeterRegistry registry) {
        for (var stage : Stage.values()) {
            stages.put(
                    stage,
                    Timer.builder("demur.stage")
                            .description("Time per stage of the pipeline")
                            .tag("stage", stage.name().toLowerCase(Locale.ROOT))
                            .publishPercentileHistogram()
                            .register(registry));
        }
        for (var reason : ReasonCode.values()) {
            abstained.put(reason, outcomes(registry, "abstained", reason.key()));
        }
        answered = outcomes(registry, "answered", "none");
        disagreements =
                Counter.builder("demur.guard.disagreements")
                        .description(
                                "Statements that the guard let through and the engine's own"
                                        + " account of what it reads did not; each is an alarm")
                        .register(registry);
        questions =
                Timer.builder("demur.question")
                        .description("Time from question to answer or abstention")
                        .publishPercentileHistogram()
                        .register(registry);
    }

    private static Counter outcomes(MeterRegistry registry, String decision, String reason) {
        return Counter.builder("demur.outcomes")
                .description("Questions by decision and reason of abstention")
                .tag("decision", decision)
                .tag("reason", reason)
                .register(registry);
    }

    @Override
    public void measured(Stage stage, Duration duration) {
        var timer = stages.get(stage);
        if (timer != null) {
            timer.record(duration);
        }
    }

    @Override
    public void disagreed() {
        disagreements.increment();
    }

    @Override
    public void finished(Answer answer, Duration duration) {
        questions.record(duration);
        switch (answer) {
            case Answer.Answered _ -> answered.increment();
            case Answer.Abstained(var _, var reason, var _, var _, var _) -> {
                var counter = abstained.get(ReasonCode.of(reason));
                if (counter != null) {
                    counter.increment();
                }
            }
        }
    }
}
