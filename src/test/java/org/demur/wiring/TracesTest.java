package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.SqlCandidate;
import org.demur.pipeline.Library;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.Strategy;
import org.demur.question.Question;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a collector of OpenTelemetry gets. */
final class TracesTest {
    private static final String QUESTION = "How many books are there?";

    @TempDir private Path home = Path.of("");
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private HttpServer collector;

    @BeforeEach
    void collect() throws IOException {
        collector =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext(
                "/v1/traces",
                exchange -> {
                    var body = exchange.getRequestBody();
                    boolean packed =
                            "gzip"
                                    .equals(
                                            exchange.getRequestHeaders()
                                                    .getFirst("Content-Encoding"));
                    (packed ? new GZIPInputStream(body) : body).transferTo(received);
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
        collector.start();
    }

    @AfterEach
    void stop() {
        collector.stop(0);
    }

    private String sentFor(Map<String, String> more) {
        var settings = new HashMap<>(more);
        settings.put(
                "demur.traces.endpoint",
                "http://localhost:%d/v1/traces".formatted(collector.getAddress().getPort()));
        try (var library = new Library();
                var traces = Traces.of(SettingsFile.read(home, settings)).orElseThrow()) {
            new Pipeline(traces)
                    .answer(
                            new Question("q-1", "library", QUESTION),
                            library.open(library.catalog().database("library")),
                            counting());
        }
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    private static Strategy counting() {
        return new Strategy(
                "counting",
                FeasibilityClassifier.ASSUME_FEASIBLE,
                (_, _) ->
                        new Generation.Drafts(
                                List.of(
                                        new SqlCandidate(
                                                "SELECT count(*) FROM book", 1, null, Map.of()))),
                (_, _, _) -> List.of(),
                ErrorDetector.FIND_NOTHING,
                (_, _, drafts) ->
                        new Estimate(
                                drafts.getFirst(),
                                new UncertaintyScore(0.01, CalibrationSource.OWN)),
                new ThresholdPolicy(List.of(), 10));
    }

    @Test
    void aQuestionIsASpanAndEachStageOneBelowItWithoutItsWords() {
        var sent = sentFor(Map.of());

        assertThat(sent)
                .contains("question", "q-1", "library", "counting", "answered")
                .contains(
                        "feasibility",
                        "generation",
                        "detection",
                        "uncertainty",
                        "decision",
                        "execution")
                .doesNotContain(QUESTION)
                .doesNotContain("SELECT");
    }

    @Test
    void itsWordsAreSentWhereThatIsAllowed() {
        assertThat(sentFor(Map.of("demur.traces.questions", "true"))).contains(QUESTION);
    }

    @Test
    void nothingIsThereWhereNoCollectorIsNamed() {
        assertThat(Traces.of(SettingsFile.read(home))).isEmpty();
    }
}
