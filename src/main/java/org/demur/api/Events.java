package org.demur.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.time.Duration;
import java.util.Locale;
import org.demur.decision.Stage;
import org.demur.pipeline.PipelineListener;

/** Server-sent events with JSON in them; what the pipeline does is among them. */
record Events(SseEventSink sink, Sse sse, ObjectMapper json) implements PipelineListener {
    private record Entered(String stage) {}

    private record Measured(String stage, double milliseconds) {}

    void send(String name, Object data) {
        if (!sink.isClosed()) { // who hung up hears nothing more
            sink.send(sse.newEvent(name, text(data)));
        }
    }

    private String text(Object data) {
        try {
            return json.writeValueAsString(data);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what is sent can always be written", e);
        }
    }

    @Override
    public void entered(Stage stage) {
        send("entered", new Entered(name(stage)));
    }

    @Override
    public void measured(Stage stage, Duration duration) {
        send("measured", new Measured(name(stage), duration.toNanos() / 1e6));
    }

    private static String name(Stage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }
}
