package org.demur.schema.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> KNOWN = List.of("description", "file", "url", "now");

    @ParameterizedTest
    @CsvSource({"descripton,description", "File,file", "fil,file", "nwo,", "urls,url", "tables,"})
    void theNearestNameIsGuessedOnlyWhereItIsNear(String written, String nearest) {
        // when
        var guess = NearestName.of(written, KNOWN);
        // then
        assertThat(guess.orElse(null)).isEqualTo(nearest);
    }

    @Test
    void nothingIsGuessedFromNothing() {
        // when
        String hint = NearestName.hint("file", List.of());
        // then
        assertThat(hint).isEmpty();
    }
}
