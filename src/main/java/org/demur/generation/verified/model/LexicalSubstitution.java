package org.demur.generation.verified.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.verified.language.Operation;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.QuestionReading.Token;
import org.demur.schema.Column;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FunctionWords;
import org.demur.schema.QuestionWord;
import org.demur.schema.Synonyms;
import org.demur.schema.Table;
import org.demur.schema.WordStem;

/**
 * Puts a word that pairs and schema know in the place of its synonym: "clients" are "customers"
 * where nothing but customers is known. Immutable once fitted.
 */
public final class LexicalSubstitution {
    private static final int SHORTEST_WORD = 3;

    /** By the stem how often each of its forms stands in questions and names. */
    private final Map<String, Map<String, Integer>> known = new HashMap<>();

    private LexicalSubstitution() {}

    /**
     * Learns the words.
     *
     * @param reader tells which of them are values of the database: nobody means one who says
     *     another word
     */
    static LexicalSubstitution of(
            DatabaseSchema schema, List<TrainingPair> pairs, QuestionReader reader) {
        var substitution = new LexicalSubstitution();
        for (TrainingPair pair : pairs) {
            pair.reading().masked().stream()
                    .filter(word -> !QuestionReader.isPlaceholder(word))
                    .forEach(substitution::add);
        }
        for (Table table : schema.tables()) {
            QuestionWord.of(table.name().replace('_', ' '))
                    .forEach(word -> substitution.add(word.folded()));
            for (Column column : table.columns()) {
                QuestionWord.of(column.name().replace('_', ' '))
                        .forEach(word -> substitution.add(word.folded()));
            }
        }
        substitution
                .known
                .values()
                .forEach(forms ->
                        forms.keySet().removeIf(form -> !reader.read(form).values().isEmpty()));
        substitution.known.values().removeIf(Map::isEmpty);
        return substitution;
    }

    private void add(String word) {
        if (word.length() >= SHORTEST_WORD
                && !FunctionWords.ENGLISH.contains(word)
                && word.chars().allMatch(Character::isLetter)) {
            known.computeIfAbsent(WordStem.of(word), _ -> new HashMap<>())
                    .merge(word, 1, Integer::sum);
        }
    }

    /**
     * A question in known words.
     *
     * @param text with what is known in place of each synonym of it
     * @param substituted how many words were replaced
     */
    public record Substituted(String text, int substituted) {}

    /** Reads a question in known words; values, numbers, times and names stay. */
    public Substituted of(QuestionReading question) {
        var out = new StringBuilder(question.text());
        int substituted = 0;
        for (int i = question.tokens().size() - 1; i >= 0; i--) {
            Token token = question.tokens().get(i);
            if (isWord(question, i) && !known.containsKey(WordStem.of(token.text()))) {
                var other = known(token.text());
                if (other.isPresent()) {
                    out.replace(token.start(), token.end(), other.get());
                    substituted++;
                }
            }
        }
        String text = out.toString();
        return substituted > 0 && asksAlike(question.text(), text)
                ? new Substituted(text, substituted)
                : new Substituted(question.text(), 0);
    }

    /** Whether no word was replaced that says what is to be done. */
    private static boolean asksAlike(String one, String other) {
        return QuestionForm.of(one).equals(QuestionForm.of(other))
                && operations(one).equals(operations(other));
    }

    private static Set<Operation> operations(String question) {
        return Operation.saidIn(
                QuestionWord.of(question).stream().map(QuestionWord::folded).toList());
    }

    private boolean isWord(QuestionReading question, int i) {
        Token token = question.tokens().get(i);
        boolean isName = i > 0 && Character.isUpperCase(question.text().charAt(token.start()));
        return token.text().length() >= SHORTEST_WORD
                && token.text().chars().allMatch(Character::isLetter)
                && !isName
                && !FunctionWords.ENGLISH.contains(token.text())
                && !question.isValueOrTime(i);
    }

    /** What a word stands for, the most frequent first. */
    private Optional<String> known(String word) {
        String best = null;
        int most = 0;
        for (String stem : Synonyms.of(word)) {
            var forms = known.get(stem);
            if (forms != null) {
                int frequency = forms.values().stream().mapToInt(Integer::intValue).sum();
                if (frequency > most
                        || (frequency == most && best != null && stem.compareTo(best) < 0)) {
                    most = frequency;
                    best = stem;
                }
            }
        }
        if (best == null) {
            return Optional.empty();
        }
        boolean isPlural = !WordStem.singular(word).equals(word);
        return known.getOrDefault(best, Map.of()).entrySet().stream()
                .max(
                        Map.Entry.<String, Integer>comparingByValue()
                                .thenComparing(form ->
                                        !WordStem.singular(form.getKey()).equals(form.getKey())
                                                == isPlural)
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey);
    }
}
