package org.demur.generation.verified.accounting;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.Measurement;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.FunctionWords;
import org.demur.schema.Synonyms;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode.ColumnPath;

/**
 * How far a question is covered by the question of the pair that a draft follows and by the names
 * of the draft, both ways.
 *
 * @param added content words that neither the pair's question nor the draft has
 * @param dropped content words of the pair's question that are missing
 * @param unnamed columns that the draft returns and no word of the question names
 * @param opposed words of the question whose opposites the pair's question has in their place
 */
public record WordCoverage(int added, int dropped, int unnamed, int opposed) {
    private static final List<Opposites> OPPOSITES = Opposites.of("opposites.txt");

    /**
     * Compares a question with the pair that a draft follows.
     *
     * @param question its masked words
     * @param pair the masked words of the pair's question
     */
    public static WordCoverage of(List<String> question, List<String> pair, ParsedStatement draft) {
        var asked = content(question);
        var known = content(pair);
        var names = StatementNames.of(draft).stems();
        long added =
                asked.entrySet().stream()
                        .filter(word -> !names.contains(word.getKey()))
                        .filter(word -> isMissing(word, known))
                        .count();
        long dropped = known.entrySet().stream().filter(word -> isMissing(word, asked)).count();
        long unnamed =
                draft.tree().select().stream()
                        .filter(ColumnPath.class::isInstance)
                        .map(node -> ((ColumnPath) node).end())
                        .filter(column -> {
                            var stems = StatementNames.stems(column.column());
                            stems.addAll(StatementNames.stems(column.table()));
                            return stems.stream().noneMatch(asked::containsKey);
                        })
                        .count();
        return new WordCoverage((int) added, (int) dropped, (int) unnamed, opposed(question, pair));
    }

    private static int opposed(List<String> question, List<String> pair) {
        int opposed = 0;
        for (var opposites : OPPOSITES) {
            var asked = opposites.side(question);
            var known = opposites.side(pair);
            opposed += asked.isPresent() && known.isPresent() && !asked.equals(known) ? 1 : 0;
        }
        return opposed;
    }

    /** As evidence. */
    public Map<Measurement, Double> measured() {
        return Map.of(
                Measurement.WORDS_ADDED, (double) added,
                Measurement.WORDS_DROPPED, (double) dropped,
                Measurement.COLUMNS_UNNAMED, (double) unnamed,
                Measurement.WORDS_OPPOSED, (double) opposed);
    }

    private static boolean isMissing(Map.Entry<String, String> word, Map<String, String> among) {
        return !among.containsKey(word.getKey())
                && Synonyms.of(word.getValue()).stream().noneMatch(among::containsKey);
    }

    /** Content words by their stems. */
    private static Map<String, String> content(List<String> words) {
        Map<String, String> content = new HashMap<>();
        for (String word : words) {
            if (!QuestionReader.isPlaceholder(word)
                    && !FunctionWords.ENGLISH.contains(word)
                    && word.chars().allMatch(Character::isLetter)) {
                content.put(WordStem.of(word), word);
            }
        }
        return content;
    }
}
