package org.demur.generation.verified.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TimeGrammarTest {
    /** A time expression of the data file. */
    record Found(String signature, Map<String, String> fields, String words) {}

    /** A question of the data file. */
    record Case(String question, List<Found> times) {
        @Override
        public String toString() {
            return question;
        }
    }

    static List<Case> questions() throws IOException {
        return new YAMLMapper()
                .readValue(
                        BicycleShop.resource("/generation/times.yaml"),
                        new TypeReference<List<Case>>() {});
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("questions")
    void timesAreFoundWithTheirKindAndTheirNumbers(Case asked) {
        // given
        var text = asked.question().toLowerCase(Locale.ROOT);

        // when
        var mentions = TimeGrammar.find(asked.question());

        // then
        assertThat(mentions)
                .map(m -> new Found(m.signature(), m.fields(), text.substring(m.start(), m.end())))
                .isEqualTo(asked.times());
    }
}
