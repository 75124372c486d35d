package org.demur.schema;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import net.sf.extjwnl.JWNLException;
import net.sf.extjwnl.data.POS;
import net.sf.extjwnl.data.PointerType;
import net.sf.extjwnl.data.Synset;
import net.sf.extjwnl.data.Word;
import net.sf.extjwnl.dictionary.Dictionary;

/**
 * English nouns that may stand for others, by WordNet 3.1, which is read at first use, in half a
 * second. Thread-safe.
 */
public final class Synonyms {
    /** Of a word, the most common first; of rarer ones questions to databases hardly speak. */
    private static final int SENSES = 4;

    /** So that a noun may stand for something more special: visitors for guests. */
    private static final int GENERAL_SENSES = 2;

    /** Room for the synonyms of some 2,000 words. */
    private static final long ROOM = 20_000;

    private static final Recent<String, Set<String>> FOUND = new Recent<>(ROOM);

    private Synonyms() {}

    private static final class Loaded {
        private static final Dictionary WORD_NET = dictionary();

        private Loaded() {}

        private static Dictionary dictionary() {
            try {
                return Dictionary.getDefaultResourceInstance();
            } catch (JWNLException e) {
                throw new IllegalStateException("WordNet is a part of this program", e);
            }
        }
    }

    /**
     * The stems of single words that a noun may stand for: those of the same meaning, of the same
     * root, and what is a kind of it. Opposites and what is more general are none, because they
     * would answer another question; nor has any other word, since verbs and adjectives turn the
     * meaning round more easily.
     *
     * @param word in any inflection
     * @return empty where the word is no noun
     */
    public static Set<String> of(String word) {
        String folded = word.toLowerCase(Locale.ROOT);
        var known = FOUND.get(folded);
        if (known == null) {
            known = found(folded);
            FOUND.put(folded, folded, known);
        }
        return known;
    }

    private static synchronized Set<String> found(String word) {
        Set<String> stems = new HashSet<>();
        try {
            var entry = Loaded.WORD_NET.lookupIndexWord(POS.NOUN, word);
            if (entry == null) {
                return Set.of();
            }
            int sense = 0;
            for (Synset meaning : entry.getSenses()) {
                if (sense++ == SENSES) {
                    break;
                }
                add(meaning, stems);
                for (Word one : meaning.getWords()) {
                    if (one.getLemma().equalsIgnoreCase(entry.getLemma())) {
                        for (var pointer : one.getPointers(PointerType.DERIVATION)) {
                            if (pointer.getTarget() instanceof Word derived) {
                                add(derived, stems);
                            }
                        }
                    }
                }
                if (sense <= GENERAL_SENSES) {
                    for (var pointer : meaning.getPointers(PointerType.HYPONYM)) {
                        if (pointer.getTarget() instanceof Synset kind) {
                            add(kind, stems);
                        }
                    }
                }
            }
        } catch (JWNLException e) {
            throw new IllegalStateException("WordNet could not be read", e);
        }
        stems.remove(WordStem.of(word));
        return Set.copyOf(stems);
    }

    private static void add(Synset meaning, Set<String> stems) {
        meaning.getWords().forEach(word -> add(word, stems));
    }

    private static void add(Word word, Set<String> stems) {
        if (word.getLemma().chars().allMatch(Character::isLetter)) {
            stems.add(WordStem.of(word.getLemma()));
        }
    }
}
