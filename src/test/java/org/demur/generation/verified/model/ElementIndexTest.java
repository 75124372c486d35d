package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ElementIndexTest {
    private static final ElementIndex ELEMENTS =
            new ElementIndex(List.of("bell", "bike", "brand"), 4, 2);

    @Test
    void everyElementHasItsOwnNumber() {
        // when
        var numbers =
                IntStream.of(
                        ELEMENTS.symbol("bell"),
                        ELEMENTS.symbol("bike"),
                        ELEMENTS.symbol("brand"),
                        ELEMENTS.piece(0),
                        ELEMENTS.piece(3),
                        ELEMENTS.template(0),
                        ELEMENTS.template(1));

        // then
        assertThat(numbers).containsExactly(0, 1, 2, 3, 6, 7, 8);
        assertThat(ELEMENTS.size()).isEqualTo(3 + 4 + 2);
        assertThat(ELEMENTS.symbol("saddle")).isNegative();
    }

    @Test
    void wordsSpeakOfNoTemplateAndOfNothingThatNoPairHas() {
        // given
        var symbols = new BitSet();
        IntStream.of(2, 0, ELEMENTS.template(1), ELEMENTS.size()).forEach(symbols::set);
        var pieces = new BitSet();
        pieces.set(3);

        // when
        int[] uttered = ELEMENTS.uttered(symbols, pieces);

        // then
        assertThat(uttered).containsExactly(0, 2, ELEMENTS.piece(3));
    }
}
