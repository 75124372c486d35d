package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The questions of 32 clients on a bad day, inside of the process. With {@code -Dfaults.haste=1
 * -Dfaults.questions=2000} the test takes some ten minutes and its figures, in {@code
 * target/faults.txt}, are those of docs/performance.md.
 *
 * @see FaultsOverHttpTest
 */
@Tag("slow")
final class FaultsTest {
    @TempDir private Path home = Path.of("");

    @Test
    void noFaultMakesADecisionOrLeavesAnythingBehind() throws Exception {
        // given
        var day = new BadDay(home);
        List<BadDay.Outcome> outcomes;
        long grown;
        int port;
        long requests;
        int threadsBefore = threadsAfterOneQuestion(day);
        try (var server = day.serve(true)) {
            port = server.url().getPort();
            try (var assembly =
                    new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
                // when
                ask(assembly, BadDay.QUESTIONS / 10); // opens the database
                long heapEarly = BadDay.heap();
                outcomes = ask(assembly, BadDay.QUESTIONS);
                grown = BadDay.heapGrown(heapEarly);
            }
            requests = server.requests();
        }

        // then
        var counts = BadDay.report("faults.txt", outcomes, requests, grown);
        BadDay.assertNoneIsWrongOrLost(outcomes, counts);
        BadDay.eventually(() ->
                assertThat(BadDay.threads())
                        .as("threads: %s", BadDay.threadsByPool())
                        .isLessThanOrEqualTo(threadsBefore));
        BadDay.eventually(() -> assertThat(BadDay.connections(port)).isZero());
    }

    /** What libraries start once and keep is no leak. */
    private int threadsAfterOneQuestion(BadDay day) throws Exception {
        try (var _ = day.serve(false);
                var assembly =
                        new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP)) {
            ask(assembly, 1);
        }
        return BadDay.threads();
    }

    private static List<BadDay.Outcome> ask(Assembly assembly, int most) throws Exception {
        var admission = new GuardedAdmission(service());
        return BadDay.ask(
                most,
                number -> {
                    var question =
                            new Question(String.valueOf(number), "store", BadDay.text(number));
                    try {
                        return decision(
                                admission.admit(() -> assembly.gateway().ask(Ask.of(question))));
                    } catch (GatewayException e) {
                        return e.code() == FailureCode.OVERLOADED
                                ? BadDay.UNAVAILABLE
                                : e.code().name();
                    }
                });
    }

    private static String decision(Answer answer) {
        return switch (answer) {
            case Answer.Answered answered ->
                    "answered " + answered.result().rows().getFirst().getFirst();
            case Answer.Abstained abstained ->
                    switch (ReasonCode.of(abstained.reason())) {
                        case MODEL_UNAVAILABLE -> BadDay.UNAVAILABLE;
                        case ReasonCode other -> other.key();
                    };
        };
    }

    private static Settings.Service service() {
        return new Settings.Service() {
            @Override
            public int maxConcurrent() {
                return BadDay.CLIENTS;
            }

            @Override
            public Duration timeLimit() {
                return BadDay.QUESTION_LIMIT;
            }

            @Override
            public Duration arrivalLimit() {
                return Duration.ofSeconds(10);
            }
        };
    }
}
