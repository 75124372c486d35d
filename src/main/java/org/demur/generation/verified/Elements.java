package org.demur.generation.verified;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for what statements consist of, so that what is counted of an element is found without
 * its name. First come the symbols, in the order of their names: tables, columns, operators, texts
 * that questions do not spell, and look-ups as they are written. Then come the pieces of structure,
 * which {@link VerifiedModel#structures} numbers among themselves, and then the shapes of pairs, by
 * their ids. Immutable.
 */
final class Elements {
    private final Map<String, Integer> symbols = new HashMap<>();
    private final int pieces;
    private final int shapes;

    /**
     * Numbers elements.
     *
     * @param symbols their names, each once
     * @param pieces how many pieces of structure there are
     * @param shapes how many shapes pairs have
     */
    Elements(List<String> symbols, int pieces, int shapes) {
        for (String symbol : symbols) {
            this.symbols.put(symbol, this.symbols.size());
        }
        this.pieces = pieces;
        this.shapes = shapes;
    }

    /** How many elements some pair has; all numbers are lower. */
    int size() {
        return symbols.size() + pieces + shapes;
    }

    /** The number of a symbol; -1 for one that no pair has. */
    int symbol(String name) {
        return symbols.getOrDefault(name, -1);
    }

    /** The number of a piece of structure. */
    int piece(int piece) {
        return symbols.size() + piece;
    }

    /** The number of a shape that pairs have. */
    int shape(int id) {
        return symbols.size() + pieces + id;
    }

    /**
     * What words may speak of, in ascending order: symbols and pieces, but no shape.
     *
     * @param symbols may have others than symbols of pairs, which are left out
     */
    int[] uttered(BitSet symbols, BitSet pieces) {
        int[] uttered = new int[symbols.cardinality() + pieces.cardinality()];
        int n = 0;
        int end = this.symbols.size();
        for (int s = symbols.nextSetBit(0); s >= 0 && s < end; s = symbols.nextSetBit(s + 1)) {
            uttered[n++] = s;
        }
        for (int p = pieces.nextSetBit(0); p >= 0; p = pieces.nextSetBit(p + 1)) {
            uttered[n++] = piece(p);
        }
        return Arrays.copyOf(uttered, n);
    }
}
