package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.demur.answer.Answer;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A word that turns a question round is never passed over: the demo database as it ships. */
@Tag("slow")
final class TurnedRoundTest {
    /** Of turned questions that are English; many that words alone make are not. */
    private static final double TOLERATED = 0.05;

    record Turned(String asked, String turned) {}

    record Words(@JsonProperty("for") String said, String instead) {}

    record Cases(List<Words> words, List<Turned> questions) {}

    private static Assembly assembly;

    @BeforeAll
    static void open() {
        assembly =
                new Assembly(SettingsFile.read(Path.of("")), System.getenv(), PipelineListener.NOP);
    }

    @AfterAll
    static void close() {
        assembly.close();
    }

    static Cases cases() throws IOException {
        try (var in = TurnedRoundTest.class.getResourceAsStream("/generation/turned-round.yaml")) {
            return new YAMLMapper().readValue(in, Cases.class);
        }
    }

    static List<Turned> questions() throws IOException {
        return cases().questions();
    }

    @ParameterizedTest
    @MethodSource("questions")
    void aTurnedQuestionDoesNotGetTheStatementOfTheOther(Turned given) {
        // when
        var asked = answer(given.asked());
        var turned = answer(given.turned());

        // then
        assertThat(asked).as("is answered as it stands").isPresent();
        assertThat(turned).isNotEqualTo(asked);
    }

    @Test
    void wordsTurnWhatThePairsAskToo() throws IOException {
        // given
        var passedOver = new ArrayList<String>();
        int turned = 0;
        for (var pair : gateway().database("demo").database().verified().current()) {
            for (var words : cases().words()) {
                if (pair.sql() == null || !pair.question().contains(words.said())) {
                    continue;
                }
                // when
                var question = pair.question().replaceFirst(words.said(), words.instead());
                turned++;
                if (answer(question).equals(answer(pair.question()))
                        && answer(question).isPresent()) {
                    passedOver.add(question);
                }
            }
        }
        // then
        assertThat(turned).isGreaterThan(300);
        assertThat(passedOver).hasSizeLessThan((int) (turned * TOLERATED));
    }

    private static Gateway gateway() {
        return assembly.gateway();
    }

    private static Optional<String> answer(String question) {
        var asked = new Question("q", "demo", question);
        return switch (gateway().ask(new Ask(asked, "verified", null, null, null, false))) {
            case Answer.Answered answered -> Optional.of(answered.draft().sql());
            case Answer.Abstained _ -> Optional.empty();
        };
    }
}
