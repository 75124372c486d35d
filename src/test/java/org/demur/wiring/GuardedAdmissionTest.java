package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.demur.answer.Answer;
import org.demur.answer.Trace;
import org.demur.decision.Evidence;
import org.demur.decision.Reason;
import org.demur.decision.Stage;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;

final class GuardedAdmissionTest {
    private static final GuardedAdmission ADMISSION =
            new GuardedAdmission(
                    new Settings.Service() {
                        @Override
                        public int maxConcurrent() {
                            return 1;
                        }

                        @Override
                        public Duration timeLimit() {
                            return Duration.ofMillis(1_500);
                        }

                        @Override
                        public Duration arrivalLimit() {
                            return Duration.ofSeconds(10);
                        }
                    });

    @Test
    void timeThatWentToAModelIsAnAbstention() {
        // when
        var answer = ADMISSION.admit(() -> lateBecauseOf(FailureCode.MODEL_UNAVAILABLE));

        // then
        assertThat(answer).isInstanceOf(Answer.Abstained.class);
    }

    @Test
    void timeThatWentElsewhereIsAProblemWithTheSettingToRaise() {
        assertThatThrownBy(() -> ADMISSION.admit(() -> lateBecauseOf(FailureCode.QUERY_TIME_LIMIT)))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.OVERLOADED))
                .hasMessageContaining("took longer than 1.5 s (demur.service.time-limit)");
    }

    /** What a pipeline does whose thread is interrupted. */
    private static Answer lateBecauseOf(FailureCode code) {
        try {
            Thread.sleep(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Answer.Abstained(
                new Question("q", "shop", "How many?"),
                new Reason.StageFailed(Stage.GENERATION, code, "too late"),
                List.of(),
                null,
                new Trace("s", 10, Map.of(), Evidence.NONE, List.of(), "s", Map.of(), 0, 0));
    }
}
