package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.language.WordRole;
import org.demur.generation.verified.template.TemplateInduction.Pair;
import org.demur.schema.ColumnRef;
import org.demur.schema.FunctionWords;
import org.demur.schema.SqlTexts;
import org.demur.schema.WordForms;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Word;

/**
 * Words that pairs say for a condition whose value no word of the question is: "current" for {@code
 * left_on IS NULL}, "pickers" for {@code role = 'PK'}. Immutable once learned.
 */
final class ConditionWords {
    private static final String EQUAL = " = ";

    private static final String UNEQUAL = " <> ";

    /** Pairs that say a word, from which on what all of them do is what it means. */
    private static final int SURE = 2;

    /**
     * A condition on one column.
     *
     * @param column whose rows it keeps
     * @param test what follows the column in SQL
     */
    record Condition(ColumnRef column, String test) {
        /** Whether it asks for a value, whichever. */
        boolean isThere() {
            return test.equals(" IS NOT NULL");
        }

        /** What holds of all other rows that have a value where one is asked for. */
        Condition opposite() {
            if (isThere()) {
                return new Condition(column, " IS NULL");
            }
            if (test.startsWith(EQUAL)) {
                return new Condition(column, UNEQUAL + test.substring(EQUAL.length()));
            }
            return new Condition(
                    column,
                    test.startsWith(UNEQUAL)
                            ? EQUAL + test.substring(UNEQUAL.length())
                            : " IS NOT NULL");
        }
    }

    /**
     * What a pair says.
     *
     * @param words by their stems, as far as they may mean a condition
     * @param unsaid conditions whose values its question does not say
     */
    private record Said(Set<String> words, Set<Condition> unsaid) {}

    /** What words do that say the same of rows of any table; "current" is decisive. */
    private static final Set<WordRole> SAID_OF_ANY =
            EnumSet.complementOf(EnumSet.of(WordRole.DECISIVE));

    /** By stem. */
    private final Map<String, Set<Condition>> meanings = new HashMap<>();

    /** Columns that pairs ask whether they are NULL. */
    private final Set<ColumnRef> tested = new HashSet<>();

    ConditionWords(List<Pair> pairs, QuestionReader reader, Lexicon lexicon) {
        Map<String, Integer> times = new HashMap<>();
        Map<String, Set<Condition>> always = new HashMap<>();
        List<Said> all = new ArrayList<>();
        for (Pair pair : pairs) {
            var reading = reader.read(pair.question());
            var unsaid = unsaid(pair, reading);
            int end = denied(reading);
            all.add(new Said(words(reading, 0, end), unsaid));
            Set<String> denied = words(reading, end, reading.tokens().size());
            denied.removeIf(word -> lexicon.at(List.of(word), 0).isPresent());
            Set<Condition> opposites = new LinkedHashSet<>();
            unsaid.forEach(condition -> opposites.add(condition.opposite()));
            if (!opposites.isEmpty()) {
                all.add(new Said(denied, opposites));
            }
        }
        for (var said : all) {
            for (String word : said.words()) {
                times.merge(word, 1, Integer::sum);
                always.computeIfAbsent(word, _ -> new HashSet<>(said.unsaid()))
                        .retainAll(said.unsaid());
            }
        }
        for (var said : all) {
            for (Condition condition : said.unsaid()) {
                List<String> meant =
                        said.words().stream()
                                .filter(word ->
                                        always.getOrDefault(word, Set.of()).contains(condition))
                                .filter(word -> !isName(word, condition, lexicon))
                                .toList();
                for (String word : meant) {
                    if (times.getOrDefault(word, 0) >= SURE || meant.size() == 1) {
                        meanings.computeIfAbsent(word, _ -> new LinkedHashSet<>()).add(condition);
                    }
                }
            }
        }
    }

    /** What a word stands for; possibly nothing. */
    Set<Condition> meanings(String stem) {
        return meanings.getOrDefault(stem, Set.of());
    }

    /** Whether pairs ask of a column whether it is NULL. */
    boolean isTested(ColumnRef column) {
        return tested.contains(column);
    }

    /** Whether a word names the table whose rows a condition keeps. */
    private static boolean isName(String stem, Condition condition, Lexicon lexicon) {
        return lexicon.at(List.of(stem), 0)
                .filter(name -> name.tables.contains(condition.column().table()))
                .isPresent();
    }

    /** Where what is denied begins: of "not returned" returned is the opposite. */
    private static int denied(QuestionReading reading) {
        int end = 0;
        while (end < reading.tokens().size()
                && !WordRole.NEGATION.has(reading.tokens().get(end).text())) {
            end++;
        }
        return end;
    }

    /** The stems of words that may mean something of the database, beside values and times. */
    static Set<String> words(QuestionReading reading) {
        return words(reading, 0, reading.tokens().size());
    }

    private static Set<String> words(QuestionReading reading, int from, int to) {
        Set<String> words = new LinkedHashSet<>();
        for (int i = from; i < to; i++) {
            String word = reading.tokens().get(i).text();
            boolean isSaidOfAny = // "average", "different", "names"
                    SAID_OF_ANY.stream().anyMatch(role -> role.has(word))
                            || Units.isUnit(WordForms.stem(word));
            if (!isSaidOfAny
                    && Character.isLetter(word.charAt(0))
                    && word.length() > 1
                    && !FunctionWords.ENGLISH.contains(word)
                    && !reading.isValueOrTime(i)) {
                words.add(WordForms.stem(word));
            }
        }
        return words;
    }

    /** The conditions of a pair whose values its question does not say. */
    private Set<Condition> unsaid(Pair pair, QuestionReading reading) {
        Set<Condition> unsaid = new LinkedHashSet<>();
        Set<String> tokens = new HashSet<>();
        Gazetteer.tokens(pair.question()).forEach(token -> tokens.add(token.text()));
        String question = pair.question().toLowerCase(Locale.ROOT);
        for (var conjunct : pair.parsed().tree().where()) {
            if (!(conjunct.getFirst() instanceof ColumnPath path)) {
                continue;
            }
            var test = conjunct.subList(1, conjunct.size());
            if (test.size() == 2
                    && test.get(0).equals(new Word("="))
                    && test.get(1) instanceof Literal(String text, boolean quoted)) {
                boolean isSaid =
                        quoted
                                ? question.contains(text.toLowerCase(Locale.ROOT))
                                : tokens.contains(text)
                                        || reading.numbers().stream().anyMatch(n -> n.is(text));
                if (!isSaid) {
                    unsaid.add(
                            new Condition(
                                    path.end(), EQUAL + (quoted ? SqlTexts.quoted(text) : text)));
                }
            } else if (test.stream().allMatch(Word.class::isInstance)) {
                String words = words(test);
                if (words.equals(" IS NULL") || words.equals(" IS NOT NULL")) {
                    tested.add(path.end());
                    unsaid.add(new Condition(path.end(), words));
                }
            }
        }
        return unsaid;
    }

    private static String words(List<SqlNode> nodes) {
        var written = new StringBuilder();
        nodes.forEach(node -> written.append(' ').append(((Word) node).text()));
        return written.toString();
    }
}
