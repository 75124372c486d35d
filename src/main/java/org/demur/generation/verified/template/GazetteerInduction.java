package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlNode.Literal;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.TemplateInduction.Pair;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.WordStem;

/**
 * Finds in pairs and declarations which words of questions stand for which values: the values that
 * a path can end in, other words for them, and which phrases to trust.
 */
public final class GazetteerInduction {
    private final DatabaseSchema schema;
    private final List<Pair> pairs;
    private final ReachableValues reachable;

    /** Start and end of every path whose values were read. */
    final Set<String> knownRoots = new HashSet<>();

    GazetteerInduction(DatabaseSchema schema, List<Pair> pairs, ReachableValues reachable) {
        this.schema = schema;
        this.pairs = pairs;
        this.reachable = reachable;
    }

    QuestionReader reader() {
        var gazetteer = new Gazetteer.Builder();
        Map<ColumnRef, Set<ColumnPath>> used = new TreeMap<>();
        List<Set<String>> literals = new ArrayList<>();
        for (Pair pair : pairs) {
            Set<String> texts = new HashSet<>();
            for (int i = 0; i < pair.parsed().literals().size(); i++) {
                Literal literal = pair.parsed().literals().get(i);
                var context = pair.parsed().contexts().get(i);
                ColumnRef column = context.column();
                if (literal.quoted()) {
                    texts.add(literal.text().toLowerCase(Locale.ROOT));
                    if (column != null && context.place() >= 0) {
                        used.computeIfAbsent(column, c -> new HashSet<>())
                                .add(pair.parsed().columns().get(context.place()));
                    }
                }
            }
            literals.add(texts);
        }
        for (ColumnPath item : DeclaredPaths.items(schema.semantics())) {
            used.computeIfAbsent(item.end(), c -> new HashSet<>()).add(item);
        }
        Map<ColumnRef, Set<ColumnRef>> roots = new TreeMap<>();
        used.forEach((column, paths) -> {
            for (ColumnPath path : paths) {
                if (roots.computeIfAbsent(column, c -> new TreeSet<>()).add(path.root())) {
                    knownRoots.add(path.root() + ">" + column);
                    for (String value : valuesOf(path)) {
                        gazetteer.add(path.root(), column, value, value, false);
                    }
                }
            }
        });
        addAliases(gazetteer, roots);
        for (var synonym : schema.semantics().synonyms()) {
            for (ColumnRef root : roots.getOrDefault(synonym.column(), Set.of(synonym.column()))) {
                synonym.words()
                        .forEach(words ->
                                gazetteer.add(
                                        root, synonym.column(), synonym.value(), words, true));
            }
        }
        return QuestionReader.fit(
                gazetteer.build(), pairs.stream().map(Pair::question).toList(), literals);
    }

    /**
     * The values that a path can end in: for one look-up those that some row refers to, else all of
     * the column.
     */
    private List<String> valuesOf(ColumnPath path) {
        List<String> all = schema.values().values(path.end());
        if (path.hops().size() != 1) {
            return all;
        }
        var found =
                reachable.texts(
                        "SELECT DISTINCT %s FROM %s WHERE %s IN (SELECT %s FROM %s)"
                                .formatted(
                                        name(path.end().column()),
                                        name(path.end().table()),
                                        name(path.hops().getFirst().key().column()),
                                        name(path.root().column()),
                                        name(path.root().table())));
        // in no order that depends on how the database is read
        return found.isEmpty() ? all : found.stream().sorted().toList();
    }

    /** An identifier in quotes. */
    static String name(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }

    /** Words that stand for a value which they do not spell, such as "male" for M. */
    private void addAliases(Gazetteer.Builder gazetteer, Map<ColumnRef, Set<ColumnRef>> used) {
        Map<String, Integer> gramCounts = new HashMap<>();
        Map<String, Map<String, Set<Integer>>> gramsOfValue = new LinkedHashMap<>();
        Map<String, Map.Entry<ColumnRef, String>> values = new HashMap<>();
        Map<String, Integer> valueCounts = new HashMap<>();
        for (int p = 0; p < pairs.size(); p++) {
            Pair pair = pairs.get(p);
            int number = p;
            var tokens =
                    Gazetteer.tokens(pair.question()).stream()
                            .map(QuestionReading.Token::text)
                            .toList();
            Set<String> grams = new HashSet<>();
            for (int n = 1; n <= 5; n++) {
                for (int i = 0; i + n <= tokens.size(); i++) {
                    grams.add(String.join(" ", tokens.subList(i, i + n)));
                }
            }
            grams.forEach(g -> gramCounts.merge(g, 1, Integer::sum));
            String joined = " " + String.join(" ", tokens) + " ";
            String singular =
                    tokens.stream()
                            .map(WordStem::singular)
                            .collect(Collectors.joining(" ", " ", " "));
            Set<String> once = new HashSet<>();
            for (int i = 0; i < pair.parsed().literals().size(); i++) {
                Literal literal = pair.parsed().literals().get(i);
                ColumnRef column = pair.parsed().contexts().get(i).column();
                if (!literal.quoted() || column == null || !used.containsKey(column)) {
                    continue;
                }
                String spelled =
                        " "
                                + String.join(
                                        " ",
                                        Gazetteer.tokens(literal.text()).stream()
                                                .map(QuestionReading.Token::text)
                                                .toList())
                                + " ";
                if ((joined.contains(spelled) || singular.contains(spelled))
                        && literal.text().length() > 1) {
                    continue;
                }
                String key = column + "=" + literal.text();
                if (once.add(key)) {
                    values.put(key, Map.entry(column, literal.text()));
                    valueCounts.merge(key, 1, Integer::sum);
                    var counts = gramsOfValue.computeIfAbsent(key, k -> new HashMap<>());
                    grams.forEach(g -> counts.computeIfAbsent(g, k -> new HashSet<>()).add(number));
                }
            }
        }
        gramsOfValue.forEach((key, pairsOfGram) -> {
            Set<Integer> covered = new HashSet<>();
            int total = valueCounts.getOrDefault(key, 0);
            int least = Math.max(pairs.size() < 200 ? 1 : 2, total / 12);
            var value = values.get(key);
            pairsOfGram.entrySet().stream()
                    .filter(e ->
                            e.getValue().size() >= least
                                    && e.getValue().size()
                                            >= 0.96 * gramCounts.getOrDefault(e.getKey(), 0)
                                    && isPhrase(e.getKey()))
                    .sorted(
                            Comparator.<Map.Entry<String, Set<Integer>>>comparingInt(
                                            e -> -e.getValue().size())
                                    .thenComparingInt(e -> e.getKey().length())
                                    .thenComparing(Map.Entry::getKey))
                    .forEach(e -> {
                        // a phrase that only occurs beside one already taken explains nothing more
                        if (value != null && covered.addAll(e.getValue())) {
                            for (ColumnRef root : used.getOrDefault(value.getKey(), Set.of())) {
                                gazetteer.add(
                                        root, value.getKey(), value.getValue(), e.getKey(), true);
                            }
                        }
                    });
        });
    }

    private static boolean isPhrase(String gram) {
        return Character.isLetter(gram.charAt(0))
                && Character.isLetterOrDigit(gram.charAt(gram.length() - 1));
    }
}
