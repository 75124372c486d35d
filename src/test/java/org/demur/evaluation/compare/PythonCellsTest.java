package org.demur.evaluation.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expectations are what Python 3 prints. */
final class PythonCellsTest {
    @ParameterizedTest
    @CsvSource({
        "0.0005, 0.001", // the binary value lies above the half
        "0.0015, 0.002",
        "1.0005, 1.0", // and here below
        "0.1234, 0.123",
        "1e15, 1000000000000000.0",
        "1e16, 1e+16",
        "123456789012345678, 1.2345678901234568e+17",
        "1.5e300, 1.5e+300",
        "-0.0001, -0.0",
        "12345678.9, 12345678.9",
        "7, 7.0"
    })
    void aNumberIsRoundedAndPrintedAsPythonDoes(double number, String expected) {
        // when
        String text = PythonCells.roundedText(number, UnaryOperator.identity());
        // then
        assertThat(text).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "' 12 ', 12.0",
        "1_000, 1000.0",
        "1__000, 1__000",
        "1e5, 100000.0",
        "5., 5.0",
        ".5, 0.5",
        "+3, 3.0",
        "-Infinity, -inf",
        "nan, nan",
        "0x10, 0x10",
        "'1,000', '1,000'",
        "1d, 1d",
        "2100-12-31, 2100-12-31"
    })
    void aTextThatPythonReadsAsANumberIsRoundedToo(String cell, String expected) {
        // when
        String text = PythonCells.roundedText(cell, UnaryOperator.identity());
        // then
        assertThat(text).isEqualTo(expected);
    }

    @Test
    void whatIsNoNumberIsPrintedByItsType() {
        // given
        byte[] bytes = "it's\n\u0001".getBytes(StandardCharsets.ISO_8859_1);
        // when
        String nothing = PythonCells.roundedText(null, UnaryOperator.identity());
        String blob = PythonCells.roundedText(bytes, UnaryOperator.identity());
        // then
        assertThat(nothing).isEqualTo("None");
        assertThat(blob).isEqualTo("b\"it's\\n\\x01\"");
    }

    @Test
    void advisingReadsYesAndNoAsNumbers() {
        // given
        var words = ScoringRules.TRUSTSQL_ADVISING.words();
        // when
        String no = PythonCells.roundedText("N", words);
        String yes = PythonCells.roundedText("Yes", words);
        // then
        assertThat(no).isEqualTo("0.0");
        assertThat(yes).isEqualTo("1.0");
    }

    @Test
    void wholeNumbersAndRealsAreEqualAsNumbers() {
        // when
        Object whole = PythonCells.comparable(1L);
        Object real = PythonCells.comparable(1.0);
        Object text = PythonCells.comparable("1");
        // then
        assertThat(whole).isEqualTo(real).isNotEqualTo(text);
    }

    @Test
    void rowsAreOrderedByCodePoint() {
        // given
        String last = "\uffee";
        String beyond = "\ud83d\ude00";
        // when
        int order = TextRow.compare(last, beyond);
        // then
        assertThat(order).isNegative();
    }
}
