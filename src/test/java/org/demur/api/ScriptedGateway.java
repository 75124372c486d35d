package org.demur.api;

import io.quarkus.test.Mock;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.execution.jdbc.QueryThreads;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.inference.Budget;
import org.demur.inference.BudgetedModel;
import org.demur.inference.ChatModel;
import org.demur.inference.Completion;
import org.demur.inference.Price;
import org.demur.inference.Prompt;
import org.demur.inference.Usage;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.Library;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.pipeline.Strategy;
import org.demur.pipeline.StrategyCatalog;
import org.demur.uncertainty.CalibrationSource;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;

/** A gateway over a small real database whose drafts are written down here. */
@Mock
final class ScriptedGateway {
    /** Calls of a model that never answers: how many began, and how many were stopped. */
    static final AtomicInteger WAITING = new AtomicInteger();

    static final AtomicInteger STOPPED = new AtomicInteger();

    /** Takes 60 tokens, a million of which cost 1. */
    private static final ChatModel MODEL =
            new BudgetedModel(
                    _ -> new Completion("SELECT 1", List.of(), new Usage(50, 10)),
                    "scripted",
                    Budget.UNBOUNDED,
                    new Price(1, 1),
                    100,
                    _ -> false);

    private static final Map<String, String> DRAFTS =
            Map.of(
                    "How many books are there?",
                    "SELECT count(*) FROM book",
                    "Which books are there?",
                    "SELECT title, year FROM book ORDER BY title",
                    "How many books are there of each year?",
                    "SELECT title, year FROM book WHERE year IS NOT NULL AND title < 'P'",
                    "What is hostile?",
                    "SELECT '<img src=x onerror=document.title=1>' AS \"<b>cell</b>\"",
                    "What is a formula?",
                    "SELECT '=1+1' AS title FROM book LIMIT 1",
                    "Who is unsure?",
                    "SELECT reader FROM loan",
                    "Who is uncalibrated?",
                    "SELECT reader FROM loan",
                    "What is unsure and hidden?",
                    "SELECT lent_on FROM loan",
                    "Count for ever",
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
                    "Delete the loans",
                    "DELETE FROM loan");

    @Produces
    @Singleton
    Library library() {
        return new Library();
    }

    void close(@Disposes Library library) {
        library.close();
    }

    /** In a header, as no service would believe it. */
    @Produces
    @Singleton
    CallerName caller(CurrentVertxRequest request) {
        return () -> {
            var name = request.getCurrent().request().getHeader("Test-Caller");
            return name == null ? Caller.ANYONE.name() : name;
        };
    }

    @Produces
    @Singleton
    QueryThreads queryThreads(Library library) {
        return library.threads();
    }

    @Produces
    @Singleton
    Gateway gateway(Library library, PipelineListener listener) {
        return new Gateway(
                library.catalog(),
                library::open,
                new Scripted(),
                "scripted",
                new Pipeline(listener));
    }

    static final class Scripted implements StrategyCatalog {
        @Override
        public List<Declared> declared() {
            return List.of(
                    new Declared(
                            "scripted",
                            "Knows a few answers.",
                            Map.of("generator", "script"),
                            null));
        }

        @Override
        public void requireDeclared(String name) {
            if (!name.equals("scripted")) {
                throw new GatewayException(
                        FailureCode.UNKNOWN_STRATEGY,
                        "there is no strategy \""
                                + name
                                + "\""
                                + NearestName.hint(name, List.of("scripted")));
            }
        }

        @Override
        public Strategy strategy(String name, OpenDatabase database) {
            requireDeclared(name);
            return new Strategy(
                    name,
                    (question, schema) ->
                            question.text().contains("weather")
                                    ? new Feasibility(
                                            0.97,
                                            InfeasibleKind.COLUMN_UNRELATED,
                                            List.of("weather"))
                                    : new Feasibility(0.001, InfeasibleKind.NON_SQL, List.of()),
                    (question, schema) -> generation(question.text()),
                    (question, schema, limit) -> List.of("How many books are there?"),
                    ErrorDetector.FIND_NOTHING,
                    (question, feasibility, drafts) ->
                            new Estimate(
                                    drafts.getFirst(),
                                    new UncertaintyScore(
                                            question.text().contains("unsure") ? 0.5 : 0.02,
                                            question.text().contains("uncalibrated")
                                                    ? CalibrationSource.NONE
                                                    : CalibrationSource.OWN)),
                    new ThresholdPolicy(List.of(), 10));
        }

        private static Generation generation(String question) {
            if (question.equals("Wait for a model")) {
                waitForModel();
            }
            if (question.startsWith("Spend 60 tokens")) {
                MODEL.complete(new Prompt("", question));
                if (question.endsWith("fail")) {
                    throw new GatewayException(FailureCode.OVERLOADED, "broken on purpose");
                }
            }
            if (question.startsWith("Fail with ")) {
                throw new GatewayException(
                        FailureCode.valueOf(question.substring("Fail with ".length())),
                        "broken on purpose");
            }
            var sql = DRAFTS.get(question);
            return sql == null
                    ? new Generation.Declined("No verified query is near enough to follow.")
                    : new Generation.Drafts(
                            List.of(
                                    new SqlCandidate(
                                            sql,
                                            1.0,
                                            "count-books",
                                            Map.of(Measurement.NEAR_BINDING, 0.98))));
        }

        private static void waitForModel() {
            WAITING.incrementAndGet();
            try {
                Thread.sleep(Duration.ofHours(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                STOPPED.incrementAndGet();
            }
        }
    }
}
