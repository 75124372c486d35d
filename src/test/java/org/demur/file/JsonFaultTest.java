package org.demur.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonFaultTest {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    private record Keys(int a, int b) {}

    /** A text, what is told of it and where; {@code ~} is the end of a line. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\": 1 | it ends too early; close every text, [ and { | line 1, column 8",
                "{\"a\": 1~ \"b\": 2} | a comma is missing | line 2, column 2",
                "{\"a\": 1,~} | a name in double quotes has to stand here; after the last one no comma | line 2, column 1",
                "{a: 1} | a name in double quotes has to stand here | line 1, column 2",
                "{'a': 1} | a name in double quotes has to stand here | line 1, column 2",
                "{\"a\" 1} | a colon has to stand here | line 1, column 6",
                "[1,] | a value has to stand here | line 1, column 4",
                "[1} | } stands where ] has to close | line 1, column 3",
                "[NaN] | JSON has no NaN; write null or a number | line 1, column 5",
                "[None] | a text has to stand in double quotes | line 1, column",
                "[\"a~b\"] | a text ends with its line | line 1",
                "[\"\\d\"] | after \\ stands one of | line 1",
                "{\"a\": 1, \"a\": 2} | 'a' stands twice; remove one | line 1",
                "[01] | a number is written otherwise | line 1",
                "[\"x\"] | it does not hold what it should | line 1",
                "{\"b\": {\"m\": \"secret\"}} | 'b' has to hold another kind of value | line 1"
            })
    void aMistakeIsToldWithoutWhatTheParserSays(String text, String told, String place) {
        // when
        Class<?> type = text.startsWith("{") ? Keys.class : int[].class;
        var failure =
                catchThrowableOfType(
                        JsonProcessingException.class,
                        () -> JSON.readValue(text.replace('~', '\n'), type));
        // then
        assertThat(JsonFault.of(failure)).startsWith(told).doesNotContain("org.demur", "secret");
        assertThat(JsonFault.place(failure)).startsWith(" at " + place);
    }
}
