package org.demur.generation.verified.model;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * What the statement of each pair consists of.
 *
 * @param symbols for each pair the numbers of its symbols
 * @param pieces for each pair the numbers of its pieces among the pieces
 */
record PairElements(ElementIndex index, List<BitSet> symbols, List<BitSet> pieces) {
    /**
     * Numbers the elements of pairs.
     *
     * @param templates how many templates they have
     */
    static PairElements of(List<TrainingPair> pairs, int templates) {
        var symbols = pairs.stream().map(TrainingPair::symbols).toList();
        var pieces = pairs.stream().map(TrainingPair::pieces).toList();
        var index = new ElementIndex(symbols, pieces, templates);
        return new PairElements(
                index, numbers(symbols, index::symbol), numbers(pieces, index::pieceNumber));
    }

    private static List<BitSet> numbers(List<Set<String>> names, ToIntFunction<String> number) {
        return names.stream()
                .map(of -> {
                    var numbers = new BitSet();
                    of.forEach(name -> numbers.set(number.applyAsInt(name)));
                    return numbers;
                })
                .toList();
    }

    /** For each pair its symbols and pieces, as elements. */
    List<int[]> uttered() {
        return IntStream.range(0, symbols.size())
                .mapToObj(i -> index.uttered(symbols.get(i), pieces.get(i)))
                .toList();
    }

    /** For each pair its symbols and its template, as elements. */
    List<int[]> mirrored(List<TrainingPair> pairs) {
        return IntStream.range(0, symbols.size())
                .mapToObj(i -> {
                    var elements = (BitSet) symbols.get(i).clone();
                    elements.set(index.template(pairs.get(i).template().id));
                    return elements.stream().toArray();
                })
                .toList();
    }
}
