package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;

/**
 * What models see of a question: its words, alone and with their neighbours, as features by name.
 */
public final class QuestionFeatures {
    /** Words of a question's beginning that tell in pairs. */
    private static final int BEGINNING = 1;

    private QuestionFeatures() {}

    /** Its words, each mention as one placeholder. */
    public static Set<String> words(QuestionReading reading) {
        return new HashSet<>(reading.masked());
    }

    /** The words of a question for a linear model, times left out: they attach to anything. */
    public static List<String> ngrams(QuestionReading reading) {
        var words = reading.masked().stream().filter(t -> !t.equals(QuestionReader.TIME)).toList();
        List<String> features = new ArrayList<>(grams(words, 3));
        words.forEach(word -> addSingular(features, word));
        addValues(features, reading);
        return features;
    }

    /**
     * Words and neighbouring pairs of words of a question, without placeholders for times; numbers
     * with their unit, which may decide on what is written otherwise: "6-month" on half of a year.
     */
    public static List<String> bigrams(QuestionReading reading) {
        List<String> words =
                new ArrayList<>(
                        grams(
                                reading.masked().stream()
                                        .filter(t -> !t.equals(QuestionReader.TIME))
                                        .toList(),
                                2));
        for (var number : reading.numbers()) {
            if (!number.unit().isEmpty() && !number.unit().equals(NumberMention.YEAR)) {
                words.add("n:" + number.value() + " " + number.unit());
            }
        }
        return words;
    }

    /**
     * What of a question may give away what it asks for: its words, how it begins, and whose values
     * it has.
     */
    public static Set<String> discriminative(QuestionReading reading) {
        Set<String> discriminative = words(reading);
        discriminative.remove(QuestionReader.TIME);
        var beginning =
                reading.masked().stream()
                        .filter(w -> !w.equals(QuestionReader.TIME))
                        .limit(BEGINNING)
                        .toList();
        String before = "^";
        for (String word : beginning) {
            discriminative.add(before + " " + word);
            before = word;
        }
        addValues(discriminative, reading);
        return discriminative;
    }

    /** What may be the singular of a word, so that both numbers tell of the same thing. */
    private static void addSingular(Collection<String> features, String word) {
        int end = word.length() - 1;
        if (end > 2 && word.charAt(end) == 's' && word.charAt(end - 1) != 's') {
            features.add(word.substring(0, end));
        }
    }

    private static void addValues(Collection<String> features, QuestionReading reading) {
        for (ValueMention mention : reading.values()) {
            for (Reading r : mention.readings()) {
                features.add("v:" + r.root() + ">" + r.column());
            }
        }
    }

    /** Words with the side of a comparison they stand on, for places that come in pairs. */
    public static List<String> sided(QuestionReading reading) {
        List<String> features = new ArrayList<>(grams(reading.masked(), 3));
        for (var number : reading.numbers()) {
            features.add("n:" + number.value() + " " + number.unit());
            if (!number.unit().isEmpty() && !number.unit().equals(NumberMention.YEAR)) {
                features.addAll(around(reading, number));
            }
        }
        int pivot = -1;
        for (int i = 0; i < reading.masked().size(); i++) {
            String word = reading.masked().get(i);
            if (word.equals("than")
                    || word.equals("compared")
                    || word.equals("versus")
                    || word.equals("vs")) {
                pivot = i;
                break;
            }
        }
        if (pivot > 0) {
            grams(reading.masked().subList(0, pivot), 3).forEach(g -> features.add("<" + g));
            grams(reading.masked().subList(pivot, reading.masked().size()), 3)
                    .forEach(g -> features.add(">" + g));
        }
        return features;
    }

    /** The runs of up to three words that a number is part of. */
    private static List<String> around(QuestionReading reading, NumberMention number) {
        List<String> words = new ArrayList<>();
        int last = Math.min(reading.tokens().size() - 1, number.token() + 2);
        for (int t = Math.max(0, number.token() - 2); t <= last; t++) {
            words.add(t == number.token() ? "n:" + number.value() : reading.tokens().get(t).text());
        }
        return grams(words, 3).stream().filter(g -> g.contains("n:")).toList();
    }

    /** All runs of one to {@code longest} tokens, borders marked. */
    private static List<String> grams(List<String> tokens, int longest) {
        List<String> padded = new ArrayList<>(tokens.size() + 2);
        padded.add("^");
        padded.addAll(tokens);
        padded.add("$");
        List<String> grams = new ArrayList<>(padded.size() * longest);
        for (int i = 0; i < padded.size(); i++) {
            var gram = new StringBuilder();
            for (int n = 0; n < longest && i + n < padded.size(); n++) {
                if (n > 0) {
                    gram.append(' ');
                }
                gram.append(padded.get(i + n));
                grams.add(gram.toString());
            }
        }
        return grams;
    }
}
