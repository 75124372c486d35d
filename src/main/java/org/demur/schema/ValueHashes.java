package org.demur.schema;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values of a database as hashes of their words: no value's text is kept. Immutable. */
final class ValueHashes {
    /** Values taken at most, over all columns: 20 bytes each, at half load. */
    private static final int MOST_VALUES = 500_000;

    /** A longer value is free text that nobody writes into a question. */
    static final int MOST_WORDS = 16;

    /** Of FNV-1a. */
    private static final long START = 0xcbf29ce484222325L;

    /** By slot; 0 marks a free one. */
    private final long[] keys;

    private final short[] columns;
    private final PackedTexts firstWords;

    /** By first word, how many words a value that begins with it has at most. */
    private final byte[] longest;

    private final PackedTexts stems;

    private ValueHashes(
            long[] keys,
            short[] columns,
            PackedTexts firstWords,
            byte[] longest,
            PackedTexts stems) {
        this.keys = keys;
        this.columns = columns;
        this.firstWords = firstWords;
        this.longest = longest;
        this.stems = stems;
    }

    /** Takes values in. Not thread-safe. */
    static final class Builder {
        private long[] keys = new long[1 << 10];
        private short[] columns = new short[1 << 10];
        private int size;
        private final Map<String, Integer> longestByFirstWord = new HashMap<>();

        /** Most words come again and again and need not be stemmed again. */
        private final Set<String> known = new HashSet<>();

        private final Set<String> stems = new HashSet<>();

        /**
         * Adds a value.
         *
         * @param words of the value, in lower case
         */
        void add(List<String> words, int column) {
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

        ValueHashes build() {
            var firstWords = PackedTexts.of(longestByFirstWord.keySet());
            var longest = new byte[firstWords.size()];
            longestByFirstWord.forEach(
                    (word, words) -> longest[firstWords.placeOf(word)] = words.byteValue());
            return new ValueHashes(keys, columns, firstWords, longest, PackedTexts.of(stems));
        }
    }

    /** Whether a word stands in some value. */
    boolean holdsWord(String stem) {
        return stems.placeOf(stem) >= 0;
    }

    /** The stems of all words of values. */
    PackedTexts stems() {
        return stems;
    }

    /** How many words a value that begins with this word has at most; 0 if there is none. */
    int longestFrom(String folded) {
        int place = firstWords.placeOf(folded);
        return place < 0 ? 0 : longest[place];
    }

    /** The column that holds the value of these words; -1 if there is none. */
    int columnOf(List<QuestionWord> words, int from, int to) {
        int at = slot(keys, hash(words, from, to));
        return keys[at] == 0 ? -1 : columns[at];
    }

    /** All of it, for {@link #read}. */
    byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            var table = ByteBuffer.allocate((Long.BYTES + Short.BYTES) * keys.length);
            table.asLongBuffer().put(keys);
            table.position(Long.BYTES * keys.length).slice().asShortBuffer().put(columns);
            out.writeInt(keys.length);
            out.write(table.array());
            firstWords.write(out);
            out.write(longest);
            stems.write(out);
        } catch (IOException e) {
            throw new IllegalStateException("memory is always written to", e);
        }
        return bytes.toByteArray();
    }

    /**
     * What {@link #bytes} gave.
     *
     * @throws RuntimeException where it did not
     */
    static ValueHashes read(ByteBuffer in) {
        var keys = new long[in.getInt()];
        in.asLongBuffer().get(keys);
        in.position(in.position() + Long.BYTES * keys.length);
        var columns = new short[keys.length];
        in.asShortBuffer().get(columns);
        in.position(in.position() + Short.BYTES * columns.length);
        var firstWords = PackedTexts.read(in);
        var longest = new byte[firstWords.size()];
        in.get(longest);
        return new ValueHashes(keys, columns, firstWords, longest, PackedTexts.read(in));
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
