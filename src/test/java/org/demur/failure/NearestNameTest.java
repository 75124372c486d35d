package org.demur.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestNameTest {
    private static final List<String> KNOWN = List.of("database", "question", "strategy");

    @ParameterizedTest
    @CsvSource({
        "databse, database",
        "Question, question",
        "strategi, strategy",
        "qeustion, question"
    })
    void aTypoFindsTheNameThatWasMeant(String typo, String meant) {
        assertThat(NearestName.of(typo, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"colour", "q", "''"})
    void nonsenseFindsNothing(String nonsense) {
        assertThat(NearestName.of(nonsense, KNOWN)).isEmpty();
    }

    @Test
    void anotherLetterIsNotNear() {
        assertThat(NearestName.of("L", List.of("C", "D"))).isEmpty();
    }

    @Test
    void theHintListsWhatIsKnownWhenNothingIsNear() {
        assertThat(NearestName.hint("colour", KNOWN))
                .isEqualTo("; known are database, question, strategy");
    }
}
