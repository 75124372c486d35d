package org.demur.generation.verified.model;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Numbers for what statements consist of, so that what is counted of an element is found without
 * its name. First come the symbols, in the order of their names: tables, columns, operators, texts
 * that questions do not spell, and look-ups as they are written. Then come the pieces of structure,
 * which are numbered among themselves too, and then the templates of pairs, by their ids.
 * Immutable.
 */
public final class ElementIndex {
    private final Map<String, Integer> symbols = new HashMap<>();

    /** Those that the same pairs have share a number. */
    private final Map<String, Integer> pieces = new HashMap<>();

    private final int pieceCount;
    private final int templates;

    /**
     * Numbers elements.
     *
     * @param symbols for each pair its symbols, by name
     * @param pieces for each pair its pieces of structure, by name
     * @param templates how many templates pairs have
     */
    ElementIndex(List<Set<String>> symbols, List<Set<String>> pieces, int templates) {
        pairsOf(symbols).keySet().forEach(name -> this.symbols.put(name, this.symbols.size()));
        Map<BitSet, Integer> numbers = new HashMap<>();
        pairsOf(pieces)
                .forEach((name, pairs) -> {
                    int next = numbers.size();
                    this.pieces.put(name, numbers.computeIfAbsent(pairs, k -> next));
                });
        this.pieceCount = numbers.size();
        this.templates = templates;
    }

    /** To each name the pairs that have it, in the order of the names. */
    private static Map<String, BitSet> pairsOf(List<Set<String>> names) {
        Map<String, BitSet> pairs = new TreeMap<>();
        for (int pair = 0; pair < names.size(); pair++) {
            for (String name : names.get(pair)) {
                pairs.computeIfAbsent(name, k -> new BitSet()).set(pair);
            }
        }
        return pairs;
    }

    /** How many elements some pair has; all numbers are lower. */
    public int size() {
        return symbols.size() + pieceCount + templates;
    }

    /** The number of a symbol; -1 for one that no pair has. */
    public int symbol(String name) {
        return symbols.getOrDefault(name, -1);
    }

    /** How many symbols some pair has. */
    int symbols() {
        return symbols.size();
    }

    /** How many pieces of structure some pair has, each number once. */
    int pieces() {
        return pieceCount;
    }

    /** The number of a piece among the pieces; -1 for one that no pair has. */
    public int pieceNumber(String name) {
        return pieces.getOrDefault(name, -1);
    }

    /** The same of several, each once. */
    IntStream pieceNumbers(Collection<String> names) {
        return names.stream().mapToInt(this::pieceNumber).distinct();
    }

    /** The number of a piece of structure. */
    int piece(int piece) {
        return symbols.size() + piece;
    }

    /** The number of a template that pairs have. */
    public int template(int id) {
        return symbols.size() + pieceCount + id;
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
