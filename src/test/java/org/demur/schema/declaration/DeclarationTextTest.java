package org.demur.schema.declaration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.Stream;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class DeclarationTextTest {
    private static final String TEXT =
            """
            # of the library
            file: "library.sqlite"   # read-only
            assumptions: [Prices are in euro., 'Today is ''now''.']
            semantics:
              # what people say
              synonyms:
                - {words: [the 🦉 house], column: book.publisher, value: Owl} # since May

                # a series
                - words:
                    - the reds # of the back
                    - red ones
                  column: book.series
                  value: R
                # the end
              units:
                book.price: EUR # not cents
                "loan.days": days
              neutral:

            columns:
              describe:
                book.title: |
                  As printed.
                  No subtitle.
            # that is all
            """;

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of(
                        "/semantics/synonyms/0",
                        "{`words`: [`x: y`], `column`: `book.id`, `value`: `7`}",
                        "{words: [the 🦉 house], column: book.publisher, value: Owl}",
                        "{words: [`x: y`], column: book.id, value: `7`}"),
                Arguments.of(
                        "/semantics/synonyms/1",
                        "{`words`: [`reds`], `column`: `book.series`, `value`: `R`}",
                        """
                        words:
                                - the reds # of the back
                                - red ones
                              column: book.series
                              value: R\
                        """,
                        "{words: [reds], column: book.series, value: `R`}"),
                Arguments.of(
                        "/semantics/synonyms/-",
                        "{`words`: [`blues`], `column`: `book.series`, `value`: `Bl`}",
                        "      value: R\n",
                        "      value: R\n    - {words: [blues], column: book.series, value: Bl}\n"),
                Arguments.of(
                        "/semantics/synonyms/0",
                        "null",
                        "    - {words: [the 🦉 house], column: book.publisher, value: Owl} # since May\n",
                        ""),
                Arguments.of(
                        "/semantics/synonyms/1",
                        "null",
                        """
                            - words:
                                - the reds # of the back
                                - red ones
                              column: book.series
                              value: R
                        """,
                        ""),
                Arguments.of("/semantics/units/book.price", "`US $`", "EUR #", "`US $` #"),
                Arguments.of(
                        "/semantics/units/book.pages",
                        "`pages`",
                        "`loan.days`: days\n",
                        "`loan.days`: days\n    book.pages: pages\n"),
                Arguments.of("/semantics/units/loan.days", "null", "    `loan.days`: days\n", ""),
                Arguments.of("/assumptions/-", "`More.`", "''now''.'", "''now''.', `More.`"),
                Arguments.of("/assumptions/0", "`x`", "Prices are in euro.", "`x`"),
                Arguments.of("/assumptions/0", "null", "Prices are in euro., ", ""),
                Arguments.of("/assumptions/1", "null", ", 'Today is ''now''.'", ""),
                Arguments.of(
                        "/semantics/neutral",
                        "[`please`, `a b`]",
                        "  neutral:\n",
                        "  neutral: [please, `a b`]\n"),
                Arguments.of(
                        "/semantics/licences/-",
                        "{`elements`: [`the table book`], `words`: [`novel`]}",
                        "  neutral:\n",
                        "  neutral:\n  licences:\n    - {elements: [`the table book`], words: [novel]}\n"),
                Arguments.of(
                        "/columns/describe/book.title",
                        "`Its name.`",
                        "|\n      As printed.\n      No subtitle.\n",
                        "`Its name.`\n"),
                Arguments.of(
                        "/columns/describe/book.title",
                        "null",
                        "columns:\n  describe:\n    book.title: |\n      As printed.\n      No subtitle.\n",
                        ""),
                Arguments.of(
                        "/tables/describe/my book",
                        "`Each edition.`",
                        "No subtitle.\n",
                        "No subtitle.\ntables:\n  describe:\n    `my book`: `Each edition.`\n"));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("changes")
    void onlyOnePlaceOfTheTextChanges(String at, String value, String before, String after) {
        // given
        var was = before.replace('`', '"');
        assertThat(TEXT).containsOnlyOnce(was);

        // when
        var changed = changed(TEXT, at, value);

        // then
        assertThat(changed).isEqualTo(TEXT.replace(was, after.replace('`', '"')));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{file: a.sqlite} | /assumptions/- | `x y` | {file: a.sqlite, assumptions: [`x y`]}",
                "{file: a.sqlite, assumptions: []} | /assumptions/- | `xy` | {file: a.sqlite, assumptions: [xy]}",
                "{file: a.sqlite, assumptions: [x]} | /assumptions/0 | null | {file: a.sqlite}",
                "file: a.sqlite | /semantics/units/loan.fee | `EUR` | file: a.sqlite%nsemantics:%n  units:%n    loan.fee: EUR",
                "file: a.sqlite%nassumptions:%n- x%n- y%n | /assumptions/1 | null | file: a.sqlite%nassumptions:%n- x%n",
                "file: a.sqlite%nassumptions:%n- x%n | /assumptions/- | `yy` | file: a.sqlite%nassumptions:%n- x%n- yy"
            })
    void otherFormsAreKept(String text, String at, String value, String expected) {
        assertThat(changed(text.formatted(), at, value).strip())
                .isEqualTo(expected.formatted().replace('`', '"').strip());
    }

    @ParameterizedTest
    @CsvSource({
        "'assumptions: [x]', /assumptions/3",
        "'file: a', /file/x",
        "'file: a', assumptions",
        "'file: [', /assumptions/-",
        "'file: &a x\nurl: *a\nassumptions: &b [x]\nsemantics: {neutral: *b}', /semantics/neutral/0"
    })
    void whatCannotBeChangedAloneIsLeft(String text, String at) {
        assertThatThrownBy(() -> changed(text.replace("\\n", "\n"), at, "`y`"))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining(at + " cannot be changed by itself");
    }

    @Test
    void whatIsNotThereCannotBeRemoved() {
        assertThatThrownBy(() -> changed(TEXT, "/semantics/units/loan.fee", "null"))
                .isInstanceOf(GatewayException.class);
    }

    private static String changed(String text, String at, String value) {
        try {
            var node = new ObjectMapper().readTree(value.replace('`', '"'));
            return DeclarationText.with(text, at, node.isNull() ? null : node);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
