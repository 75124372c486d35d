package org.demur.generation.verified.parsing;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.demur.generation.verified.language.Abbreviations;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.TemplateInduction.Pair;
import org.demur.schema.ColumnRef;
import org.demur.schema.WordForms;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;

/**
 * What pairs call tables and columns whose own names do not say it: "orders" for {@code lg_ord}. A
 * word is a name of what every statement has whose question says it, and of what it covers best;
 * what names of the schema already explain is left alone, and so is a word that is said beside such
 * a name, because it is rather a verb of it ("customers live in").
 *
 * @param tables by the stem of their other name
 * @param columns likewise
 */
record NameInduction(Map<String, String> tables, Map<String, ColumnRef> columns) {
    /** Pairs that must say a word, so that it is no accident of one. */
    private static final int FEWEST = 2;

    /** They say which of several, whatever they stand beside. */
    private static final Set<String> ORDINALS = Set.of("first", "last", "next");

    /** Letters of a word's beginning that may stand for it. */
    private static final int SHORT = 3;

    /**
     * How often a word and what it names must go together.
     *
     * @param precision least share of the pairs with the word that have the thing
     * @param recall least share of the pairs with the thing that have the word
     */
    private record Bounds(double precision, double recall) {}

    private static final Bounds OF_TABLES = new Bounds(0.85, 0.4);

    /** A column is returned by few pairs, so that more must agree. */
    private static final Bounds OF_COLUMNS = new Bounds(1.0, 0.7);

    /** One pair: its words by stem, and what it is about. */
    private record Said(Set<String> words, Set<String> tables, Set<ColumnRef> columns) {}

    static NameInduction of(
            List<Pair> pairs, QuestionReader reader, Lexicon lexicon, ConditionWords conditions) {
        List<Said> said = new ArrayList<>();
        Map<Integer, Set<String>> namedTables = new HashMap<>();
        Map<Integer, Set<ColumnRef>> namedColumns = new HashMap<>();
        for (Pair pair : pairs) {
            var reading = reader.read(pair.question());
            Set<String> tables = new HashSet<>();
            Set<ColumnRef> columns = new HashSet<>();
            List<String> stems = stems(reading);
            for (int i = 0; i < stems.size(); i++) {
                lexicon.at(stems, i)
                        .ifPresent(name -> {
                            tables.addAll(name.tables);
                            columns.addAll(name.columns);
                        });
            }
            namedTables.put(said.size(), tables);
            namedColumns.put(said.size(), columns);
            var words =
                    ConditionWords.words(reading).stream()
                            .filter(word -> conditions.meanings(word).isEmpty())
                            .filter(word -> lexicon.at(List.of(word), 0).isEmpty())
                            .filter(word -> !ORDINALS.contains(word))
                            .collect(toCollection(TreeSet::new));
            said.add(new Said(words, tables(pair.parsed()), selected(pair.parsed())));
        }
        var tables = named(said, Said::tables, namedTables, OF_TABLES, NameInduction::abbreviates);
        said.forEach(pair -> pair.words().removeAll(tables.keySet()));
        return new NameInduction(
                tables,
                named(
                        said,
                        Said::columns,
                        namedColumns,
                        OF_COLUMNS,
                        (column, word) -> abbreviates(column.column(), word)));
    }

    /** Whether a part of a name is short for a word: {@code lg_ord} for "order". */
    private static boolean abbreviates(String name, String word) {
        return Lexicon.stems(name).stream()
                .anyMatch(part ->
                        Abbreviations.isShort(part, word)
                                || (part.length() >= SHORT && word.startsWith(part)));
    }

    private static List<String> stems(QuestionReading reading) {
        return reading.tokens().stream().map(token -> WordForms.stem(token.text())).toList();
    }

    /** Tables that a statement is about, those at the end of look-ups too. */
    private static Set<String> tables(ParsedStatement statement) {
        Set<String> tables = new LinkedHashSet<>(statement.tables());
        statement.columns().forEach(path -> tables.add(path.end().table()));
        return tables;
    }

    /** Columns that a statement returns or computes with. */
    private static Set<ColumnRef> selected(ParsedStatement statement) {
        Set<ColumnRef> columns = new LinkedHashSet<>();
        for (SqlNode node : statement.tree().select()) {
            if (node instanceof ColumnPath path) {
                columns.add(path.end());
            }
        }
        return columns;
    }

    /**
     * The words that name one of the things that statements have.
     *
     * @param named for each pair those that names of the schema say
     */
    private static <T> Map<String, T> named(
            List<Said> pairs,
            Function<Said, Set<T>> of,
            Map<Integer, Set<T>> named,
            Bounds bounds,
            BiPredicate<T, String> abbreviates) {
        Map<String, Set<Integer>> saying = new TreeMap<>();
        Map<T, Set<Integer>> having = new LinkedHashMap<>();
        Map<String, Set<T>> beside = new HashMap<>();
        for (int i = 0; i < pairs.size(); i++) {
            for (String word : pairs.get(i).words()) {
                saying.computeIfAbsent(word, _ -> new HashSet<>()).add(i);
                beside.computeIfAbsent(word, _ -> new HashSet<>())
                        .addAll(named.getOrDefault(i, Set.of()));
            }
            for (T thing : of.apply(pairs.get(i))) {
                having.computeIfAbsent(thing, _ -> new HashSet<>()).add(i);
            }
        }
        Map<String, T> meant = new HashMap<>();
        Map<String, T> names = new HashMap<>();
        saying.forEach((word, said) -> {
            var spelt = // one pair is enough where the name itself is short for the word
                    having.entrySet().stream()
                            .filter(e -> abbreviates.test(e.getKey(), word))
                            .filter(e -> isOf(said, e.getValue(), bounds))
                            .map(Map.Entry::getKey)
                            .toList();
            if (spelt.size() == 1) {
                names.put(word, spelt.getFirst());
            } else if (said.size() >= FEWEST) {
                best(said, having, bounds)
                        .filter(thing -> !beside.getOrDefault(word, Set.of()).contains(thing))
                        .ifPresent(thing -> meant.put(word, thing));
            }
        });
        having.forEach((thing, all) -> {
            Set<Integer> open = new HashSet<>(all);
            open.removeIf(i -> named.getOrDefault(i, Set.of()).contains(thing));
            var words = new ArrayList<String>();
            meant.forEach((word, t) -> {
                if (t.equals(thing)) {
                    words.add(word);
                }
            });
            for (var word = next(words, saying, open);
                    word.isPresent();
                    word = next(words, saying, open)) {
                names.put(word.get(), thing);
                words.remove(word.get());
                open.removeAll(saying.getOrDefault(word.get(), Set.of()));
            }
        });
        return Map.copyOf(names);
    }

    /** Whether enough of the pairs with a word have a thing. */
    private static boolean isOf(Set<Integer> said, Set<Integer> having, Bounds bounds) {
        return said.stream().filter(having::contains).count() >= bounds.precision() * said.size();
    }

    /** The one thing that all pairs with a word have and whose pairs say it most often. */
    private static <T> Optional<T> best(
            Set<Integer> said, Map<T, Set<Integer>> having, Bounds bounds) {
        var all = having.entrySet().stream().filter(e -> isOf(said, e.getValue(), bounds)).toList();
        int fewest = all.stream().mapToInt(e -> e.getValue().size()).min().orElse(0);
        var best = all.stream().filter(e -> e.getValue().size() == fewest).toList();
        return best.size() == 1 && said.size() >= bounds.recall() * fewest
                ? Optional.of(best.getFirst().getKey())
                : Optional.empty();
    }

    /** The word that explains most of the pairs that no other does. */
    private static Optional<String> next(
            List<String> words, Map<String, Set<Integer>> saying, Set<Integer> open) {
        return words.stream()
                .filter(word -> covered(word, saying, open) >= FEWEST)
                .max(
                        Comparator.comparingLong((String word) -> covered(word, saying, open))
                                .thenComparing(Comparator.reverseOrder()));
    }

    private static long covered(String word, Map<String, Set<Integer>> saying, Set<Integer> open) {
        return saying.getOrDefault(word, Set.of()).stream().filter(open::contains).count();
    }
}
