package org.demur.generation.verified.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ElementIndexTest {
    private static final ElementIndex ELEMENTS =
            new ElementIndex(
                    List.of(Set.of("bike", "bell"), Set.of("brand", "bike")),
                    List.of(Set.of("a", "b", "d"), Set.of("b", "c", "e", "f")),
                    2);

    @Test
    void everyElementHasItsOwnNumber() {
        // when
        var numbers =
                IntStream.of(
                        ELEMENTS.symbol("bell"),
                        ELEMENTS.symbol("bike"),
                        ELEMENTS.symbol("brand"),
                        ELEMENTS.piece(0),
                        ELEMENTS.piece(2),
                        ELEMENTS.template(0),
                        ELEMENTS.template(1));

        // then
        assertThat(numbers).containsExactly(0, 1, 2, 3, 5, 6, 7);
        assertThat(ELEMENTS.size()).isEqualTo(3 + 3 + 2);
        assertThat(ELEMENTS.symbol("saddle")).isNegative();
    }

    @Test
    void piecesThatTheSamePairsHaveShareANumber() {
        assertThat(ELEMENTS.pieceNumbers(List.of("a", "b", "c", "d", "e", "f", "g")))
                .containsExactly(0, 1, 2, -1);
    }

    @Test
    void wordsSpeakOfNoTemplateAndOfNothingThatNoPairHas() {
        // given
        var symbols = new BitSet();
        IntStream.of(2, 0, ELEMENTS.template(1), ELEMENTS.size()).forEach(symbols::set);
        var pieces = new BitSet();
        pieces.set(2);

        // when
        int[] uttered = ELEMENTS.uttered(symbols, pieces);

        // then
        assertThat(uttered).containsExactly(0, 2, ELEMENTS.piece(2));
    }
}
