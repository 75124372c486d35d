package org.demur.generation.verified.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers for what statements consist of, so that what is counted of an element is found without
 * its name. First come the symbols, in the order of their names: tables, columns, operators, texts
 * that questions do not spell, and look-ups as they are written. Then come the pieces of structure,
 * which {@link VerifiedModel#structures} numbers among themselves, and then the templates of pairs,
 * by their ids. Immutable.
 */
public final class ElementIndex {
    private final Map<String, Integer> symbols = new HashMap<>();
    private final int pieces;
    private final int templates;

    /**
     * Numbers elements.
     *
     * @param symbols their names, each once
     * @param pieces how many pieces of structure there are
     * @param templates how many templates pairs have
     */
    ElementIndex(List<String> symbols, int pieces, int templates) {
        for (String symbol : symbols) {
            this.symbols.put(symbol, this.symbols.size());
        }
        this.pieces = pieces;
        this.templates = templates;
    }

    /** How many elements some pair has; all numbers are lower. */
    public int size() {
        return symbols.size() + pieces + templates;
    }

    /** The number of a symbol; -1 for one that no pair has. */
    public int symbol(String name) {
        return symbols.getOrDefault(name, -1);
    }

    /** The number of a piece of structure. */
    int piece(int piece) {
        return symbols.size() + piece;
    }

    /** The number of a template that pairs have. */
    public int template(int id) {
        return symbols.size() + pieces + id;
    }

    /**
     * What words may speak of, in ascending order: symbols and pieces, but no template.
     *
     * @param symbols may have others than symbols of pairs, which are left out
     */
    public int[] uttered(BitSet symbols, BitSet pieces) {
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
