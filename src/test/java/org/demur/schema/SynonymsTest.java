package org.demur.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import net.sf.extjwnl.JWNLException;
import net.sf.extjwnl.data.POS;
import net.sf.extjwnl.data.PointerType;
import net.sf.extjwnl.data.Synset;
import net.sf.extjwnl.data.Word;
import net.sf.extjwnl.dictionary.Dictionary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which words may stand for others, and how the list of them is made from WordNet. */
final class SynonymsTest {
    private static final Path LIST = Path.of("src/main/resources/org/demur/schema/synonyms.txt");

    /** Of a word, the most common first; of rarer ones questions to databases hardly speak. */
    private static final int SENSES = 4;

    /** So that a noun may stand for something more special: visitors for guests. */
    private static final int GENERAL_SENSES = 2;

    /** Of the nouns, so many are asked for in other inflections. */
    private static final int EVERY = 10;

    @ParameterizedTest
    @CsvSource({
        "clients, customer, true",
        "telephone, phone, true",
        "reservations, booking, true",
        "visitors, guest, true", // more general
        "renovation, renovated, true", // of the same root
        "20km, kilometer, true",
        "feet, foot, true",
        "truck, vehicle, false", // more special
        "youngest, oldest, false",
        "female, male, false",
        "departure, arrival, false",
        "weather, price, false",
        "qwertz, price, false"
    })
    void aWordStandsForItsSynonymsAndForWhatIsAKindOfIt(String word, String other, boolean stands) {
        assertThat(Synonyms.of(word).contains(WordStem.of(other))).isEqualTo(stands);
    }

    @Test
    void theListHoldsWhatWordNetSaysOfEveryNoun() throws Exception {
        // given
        var wordNet = Dictionary.getDefaultResourceInstance();
        var nouns = new TreeSet<String>();
        wordNet.getIndexWordIterator(POS.NOUN).forEachRemaining(word -> nouns.add(word.getLemma()));
        wordNet.getExceptionIterator(POS.NOUN).forEachRemaining(form -> nouns.add(form.getLemma()));
        nouns.removeIf(noun -> !noun.chars().allMatch(Character::isLetterOrDigit));

        // when
        var made = new StringBuilder();
        Files.readString(LIST)
                .lines()
                .takeWhile(line -> line.startsWith("#"))
                .forEach(line -> made.append(line).append('\n'));
        for (var noun : nouns) {
            made.append(noun)
                    .append(' ')
                    .append(String.join(" ", standsFor(wordNet, noun)))
                    .append('\n');
        }

        // then
        var copy = Path.of("target/synonyms.txt");
        Files.writeString(copy, made);
        assertThat(Files.mismatch(LIST, copy))
                .as("%s is what %s should be", copy, LIST)
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "%ss", "%ses", "%sies", "%smen", "%sing", "12%s"})
    void wordsAreReadAsWordNetReadsThem(String inflection) throws Exception {
        // given
        var wordNet = Dictionary.getDefaultResourceInstance();
        var words = wordNet.getIndexWordIterator(POS.NOUN);
        for (int i = 0; words.hasNext(); i++) {
            var noun = words.next().getLemma();
            if (i % EVERY == 0 && noun.chars().allMatch(Character::isLetter)) {
                var word = inflection.formatted(noun);

                // when
                var synonyms = Synonyms.of(word);

                // then
                var expected = new HashSet<String>();
                standsFor(wordNet, word).forEach(other -> expected.add(WordStem.of(other)));
                expected.remove(WordStem.of(word));
                assertThat(synonyms).as(word).isEqualTo(expected);
            }
        }
    }

    private static Set<String> standsFor(Dictionary wordNet, String noun) throws JWNLException {
        var words = new TreeSet<String>();
        var entry = wordNet.lookupIndexWord(POS.NOUN, noun);
        var senses = entry == null ? List.<Synset>of() : entry.getSenses();
        for (int i = 0; i < Math.min(senses.size(), SENSES); i++) {
            add(senses.get(i), words);
            for (Word one : senses.get(i).getWords()) {
                if (one.getLemma().equalsIgnoreCase(entry.getLemma())) {
                    for (var pointer : one.getPointers(PointerType.DERIVATION)) {
                        if (pointer.getTarget() instanceof Word derived) {
                            add(derived, words);
                        }
                    }
                }
            }
            if (i < GENERAL_SENSES) {
                for (var pointer : senses.get(i).getPointers(PointerType.HYPONYM)) {
                    if (pointer.getTarget() instanceof Synset kind) {
                        add(kind, words);
                    }
                }
            }
        }
        return words;
    }

    private static void add(Synset meaning, Set<String> words) {
        meaning.getWords().forEach(word -> add(word, words));
    }

    private static void add(Word word, Set<String> words) {
        if (word.getLemma().chars().allMatch(Character::isLetter)) {
            words.add(word.getLemma().toLowerCase(Locale.ROOT));
        }
    }
}
