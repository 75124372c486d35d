package org.demur.wiring;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.Stage;
import org.demur.pipeline.PipelineListener;

/**
 * Tells a collector of OpenTelemetry of each question: one span for it, and one below it for each
 * time that a stage was entered. Sends in the background and drops what a collector does not take.
 */
final class Traces implements PipelineListener, AutoCloseable {
    private static final AttributeKey<String> ANSWER = AttributeKey.stringKey("demur.answer");
    private static final AttributeKey<String> DATABASE = AttributeKey.stringKey("demur.database");
    private static final AttributeKey<String> STRATEGY = AttributeKey.stringKey("demur.strategy");
    private static final AttributeKey<String> TIER = AttributeKey.stringKey("demur.tier");
    private static final AttributeKey<String> DECISION = AttributeKey.stringKey("demur.decision");
    private static final AttributeKey<String> REASON = AttributeKey.stringKey("demur.reason");
    private static final AttributeKey<String> QUESTION = AttributeKey.stringKey("demur.question");
    private static final AttributeKey<Long> TOKENS = AttributeKey.longKey("demur.model.tokens");

    private record Measured(Stage stage, Instant end, Duration duration) {}

    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final boolean tellsQuestions;

    /** Of the question that the thread works on. */
    private final ThreadLocal<List<Measured>> stages = ThreadLocal.withInitial(ArrayList::new);

    private Traces(String endpoint, boolean tellsQuestions) {
        this.provider =
                SdkTracerProvider.builder()
                        .setResource(
                                Resource.getDefault()
                                        .merge(
                                                Resource.create(
                                                        Attributes.of(
                                                                AttributeKey.stringKey(
                                                                        "service.name"),
                                                                "demur"))))
                        .addSpanProcessor(
                                BatchSpanProcessor.builder(
                                                OtlpHttpSpanExporter.builder()
                                                        .setEndpoint(endpoint)
                                                        .build())
                                        .build())
                        .build();
        this.tracer = provider.get("org.demur");
        this.tellsQuestions = tellsQuestions;
    }

    /** Empty where no collector is named. */
    static Optional<Traces> of(Settings settings) {
        return settings.traces()
                .endpoint()
                .map(endpoint -> new Traces(endpoint, settings.traces().questions()));
    }

    @Override
    public void measured(Stage stage, Duration duration) {
        stages.get().add(new Measured(stage, Instant.now(), duration));
    }

    @Override
    public void finished(Answer answer, Duration duration) {
        var measured = List.copyOf(stages.get());
        stages.remove();
        var end = Instant.now();
        var question =
                tracer.spanBuilder("question")
                        .setNoParent()
                        .setStartTimestamp(end.minus(duration))
                        .setAttribute(ANSWER, answer.question().id())
                        .setAttribute(DATABASE, answer.question().database())
                        .setAttribute(STRATEGY, answer.trace().strategy())
                        .setAttribute(TIER, answer.trace().tier())
                        .setAttribute(TOKENS, answer.trace().tokens())
                        .startSpan();
        if (tellsQuestions) {
            question.setAttribute(QUESTION, answer.question().text());
        }
        switch (answer) {
            case Answer.Answered _ -> question.setAttribute(DECISION, "answered");
            case Answer.Abstained abstained -> {
                var code = ReasonCode.of(abstained.reason());
                question.setAttribute(DECISION, "abstained").setAttribute(REASON, code.key());
                if (code == ReasonCode.STAGE_FAILED || code == ReasonCode.MODEL_UNAVAILABLE) {
                    question.setStatus(StatusCode.ERROR);
                }
            }
        }
        var within = Context.root().with(question);
        for (var stage : measured) {
            tracer.spanBuilder(stage.stage().name().toLowerCase(Locale.ROOT))
                    .setParent(within)
                    .setStartTimestamp(stage.end().minus(stage.duration()))
                    .startSpan()
                    .end(stage.end());
        }
        question.end(end);
    }

    @Override
    public void close() {
        provider.close(); // what waits is sent
    }
}
