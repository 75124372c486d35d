package org.demur.inference.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QuestionTokensTest {
    /** Two columns; a brand that is part of a task's name, and one that both have. */
    private static final QuestionTokens TOKENS =
            new QuestionTokens(
                    List.of(
                            List.of("Kestrel", "Red (fast)", "2100", "bell"),
                            List.of("kestrel overhaul", "bell")));

    /** Each token as word/copy/sources. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    How many Kestrels? | how many kestrels ?
                    a Kestrel, please | a kestrel/Kestrel/[0] , please
                    a kestrel overhaul | a <value>/kestrel overhaul/[1]
                    the RED (FAST) one | the <value>/Red (fast)/[0] one
                    the red fast one | the red fast one
                    a bell | a bell/bell/[0, 1]
                    in 07/2100 | in 07/07 / <4 digits>/2100
                    the top three of 10023117 | the top three/3 of <8 digits>/10023117
                    above 11.0. | above <fraction>/11.0 .
                    """)
    void readsWordsNumbersAndTheLongestMentions(String question, String tokens) {
        assertThat(
                        TOKENS.read(question).stream()
                                .map(t ->
                                        t.word()
                                                + (t.copy() == null ? "" : "/" + t.copy())
                                                + (t.sources().isEmpty() ? "" : "/" + t.sources()))
                                .collect(Collectors.joining(" ")))
                .isEqualTo(tokens);
    }
}
