package org.demur.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SqlTextsTest {
    record Rewriting(String before, String after) {}

    static List<Rewriting> rewritings() throws IOException {
        try (var cases = SqlTextsTest.class.getResourceAsStream("/schema/double-quotes.yaml")) {
            return new YAMLMapper()
                    .readValue(
                            Objects.requireNonNull(cases), new TypeReference<List<Rewriting>>() {});
        }
    }

    @ParameterizedTest
    @MethodSource("rewritings")
    void onlyATextInDoubleQuotesIsRewritten(Rewriting rewriting) {
        // given
        Set<String> names = Set.of("city", "name", "order by");
        // when
        String after = SqlTexts.inSingleQuotes(rewriting.before(), names);
        // then
        assertThat(after).isEqualTo(rewriting.after());
    }
}
