package org.demur.schema;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values of a database as hashes of their words: no text is kept. */
final class ValueHashes {
    /** Values taken at most, over all columns: 16 bytes each, at half load. */
    private static final int MOST_VALUES = 500_000;

    /** A longer value is free text that nobody writes into a question. */
    static final int MOST_WORDS = 16;

    /** Of FNV-1a. */
    private static final long START = 0xcbf29ce484222325L;

    private long[] keys = new long[1 << 10];
    private short[] columns = new short[1 << 10];
    private int size;
    private final Map<String, Integer> longestByFirstWord = new HashMap<>();
    private final Set<String> stems = new HashSet<>();

    /**
     * Adds a value.
     *
     * @param words of the value, in lower case
     * @param known words of values so far, which are added to: most come again and again
     */
    void add(List<String> words, int column, Set<String> known) {
        if (words.isEmpty() || words.size() > MOST_WORDS || size >= MOST_VALUES) {
            return;
        }
        long hash = START;
        for (String word : words) {
            if (known.add(word)) {
                stems.add(WordStem.of(word));
            }
            hash = hash(hash, word);
        }
        longestByFirstWord.merge(words.getFirst(), words.size(), Math::max);
        put(mixed(hash), (short) column);
    }

    /** Whether a word stands in some value. */
    boolean holdsWord(String stem) {
        return stems.contains(stem);
    }

    /** The stems of all words of values. */
    Set<String> stems() {
        return stems;
    }

    /** How many words a value that begins with this word has at most; 0 if there is none. */
    int longestFrom(String folded) {
        return longestByFirstWord.getOrDefault(folded, 0);
    }

    /** The column that holds the value of these words; -1 if there is none. */
    int columnOf(List<QuestionWord> words, int from, int to) {
        int at = slot(keys, hash(words, from, to));
        return keys[at] == 0 ? -1 : columns[at];
    }

    private void put(long key, short column) {
        if (2 * size >= keys.length) {
            grow();
        }
        int at = slot(keys, key);
        if (keys[at] == 0) {
            keys[at] = key;
            columns[at] = column;
            size++;
        }
    }

    private void grow() {
        var grownKeys = new long[2 * keys.length];
        var grownColumns = new short[2 * keys.length];
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                int at = slot(grownKeys, keys[i]);
                grownKeys[at] = keys[i];
                grownColumns[at] = columns[i];
            }
        }
        keys = grownKeys;
        columns = grownColumns;
    }

    private static int slot(long[] table, long key) {
        int mask = table.length - 1;
        int at = (int) (key >>> 20) & mask;
        while (table[at] != 0 && table[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private static long hash(List<QuestionWord> words, int from, int to) {
        long hash = START;
        for (int i = from; i < to; i++) {
            hash = hash(hash, words.get(i).folded());
        }
        return mixed(hash);
    }

    /** FNV-1a over the characters of one more word. */
    private static long hash(long before, String word) {
        long hash = before;
        for (int c = 0; c < word.length(); c++) {
            hash = (hash ^ word.charAt(c)) * 0x100000001b3L;
        }
        return (hash ^ ' ') * 0x100000001b3L;
    }

    /** Never 0, which marks a free slot. */
    private static long mixed(long hash) {
        long mixed = hash ^ (hash >>> 32);
        return mixed == 0 ? 1 : mixed;
    }
}
