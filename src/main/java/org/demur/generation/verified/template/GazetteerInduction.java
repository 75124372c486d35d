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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.TemplateInduction.Pair;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.SqlNames;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;

/**
 * Finds in pairs and declarations which words of questions stand for which values: the values that
 * a path can end in, other words for them, and which phrases to trust.
 */
public final class GazetteerInduction {
    private static final Pattern ARTICLE = Pattern.compile("(?i)the (\\S+ .*)");
    private static final Pattern STATE = Pattern.compile("([a-z]{4,})ed");

    /** A column with more values than this holds no states. */
    private static final int MOST_STATES = 30;

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
                    List<String> values = valuesOf(path);
                    for (String value : values) {
                        gazetteer.add(path.root(), column, value, value, false);
                        addWithoutArticle(gazetteer, path.root(), column, value);
                        if (values.size() <= MOST_STATES) {
                            baseForms(value)
                                    .forEach(verb ->
                                            gazetteer.add(path.root(), column, value, verb, true));
                        }
                    }
                }
            }
        });
        roots.forEach((column, from) -> addUnreached(gazetteer, column, from));
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

    /** "Salt Ledger" for The Salt Ledger; one word alone may be any "studio". */
    private static void addWithoutArticle(
            Gazetteer.Builder gazetteer, ColumnRef root, ColumnRef column, String value) {
        Matcher matcher = ARTICLE.matcher(value);
        if (matcher.matches()) {
            gazetteer.add(root, column, value, matcher.group(1), false);
        }
    }

    /** What may be done to what is in a state: "play" and "cancel" for played and cancelled. */
    static List<String> baseForms(String state) {
        Matcher matcher = STATE.matcher(state.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return List.of();
        }
        String stem = matcher.group(1);
        int last = stem.length() - 1;
        boolean isDoubled = stem.charAt(last) == stem.charAt(last - 1);
        return List.of(stem, isDoubled ? stem.substring(0, last) : stem + "e");
    }

    /**
     * The values of a column that no row of the tables refers to from which pairs look it up: who
     * says one asks for something that no pair does, and hears so.
     */
    private void addUnreached(Gazetteer.Builder gazetteer, ColumnRef column, Set<ColumnRef> roots) {
        if (roots.contains(column)) {
            return; // pairs ask for any of them
        }
        for (String value : schema.values().values(column)) {
            gazetteer.addUnlessKnown(column, value);
        }
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
                                        SqlNames.quoted(path.end().column()),
                                        SqlNames.quoted(path.end().table()),
                                        SqlNames.quoted(path.hops().getFirst().key().column()),
                                        SqlNames.quoted(path.root().column()),
                                        SqlNames.quoted(path.root().table())));
        // in no order that depends on how the database is read
        return found.isEmpty() ? all : found.stream().sorted().toList();
    }

    /** A value that some questions do not spell. */
    private static final class Unspelt {
        final ColumnRef column;
        final String text;

        /** To each run of words the pairs that say it, by number. */
        final Map<String, Set<Integer>> pairsOfGram = new HashMap<>();

        int pairs;

        Unspelt(ColumnRef column, String text) {
            this.column = column;
            this.text = text;
        }
    }

    /** Words that stand for a value which they do not spell, such as "male" for M. */
    private void addAliases(Gazetteer.Builder gazetteer, Map<ColumnRef, Set<ColumnRef>> used) {
        Map<String, Integer> gramCounts = new HashMap<>();
        Map<String, Unspelt> unspelt = new LinkedHashMap<>();
        for (int p = 0; p < pairs.size(); p++) {
            Pair pair = pairs.get(p);
            int number = p;
            var tokens = words(pair.question());
            var grams = grams(tokens);
            grams.forEach(g -> gramCounts.merge(g, 1, Integer::sum));
            String joined = spaced(tokens);
            String singular = spaced(tokens.stream().map(WordStem::singular).toList());
            Set<String> once = new HashSet<>();
            for (int i = 0; i < pair.parsed().literals().size(); i++) {
                Literal literal = pair.parsed().literals().get(i);
                ColumnRef column = pair.parsed().contexts().get(i).column();
                if (!literal.quoted() || column == null || !used.containsKey(column)) {
                    continue;
                }
                String spelled = spaced(words(literal.text()));
                boolean isSpelt = joined.contains(spelled) || singular.contains(spelled);
                String key = column + "=" + literal.text();
                if ((!isSpelt || literal.text().length() <= 1) && once.add(key)) {
                    var value =
                            unspelt.computeIfAbsent(key, k -> new Unspelt(column, literal.text()));
                    value.pairs++;
                    grams.forEach(g ->
                            value.pairsOfGram.computeIfAbsent(g, k -> new HashSet<>()).add(number));
                }
            }
        }
        for (Unspelt value : unspelt.values()) {
            Set<Integer> covered = new HashSet<>();
            int least = Math.max(pairs.size() < 200 ? 1 : 2, value.pairs / 12);
            value.pairsOfGram.entrySet().stream()
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
                    // a phrase that only occurs beside one already taken explains nothing more
                    .filter(e -> covered.addAll(e.getValue()))
                    .forEach(e ->
                            used.getOrDefault(value.column, Set.of())
                                    .forEach(root ->
                                            gazetteer.add(
                                                    root,
                                                    value.column,
                                                    value.text,
                                                    e.getKey(),
                                                    true)));
        }
    }

    private static List<String> words(String text) {
        return Gazetteer.tokens(text).stream().map(QuestionReading.Token::text).toList();
    }

    private static String spaced(List<String> words) {
        return " " + String.join(" ", words) + " ";
    }

    /** All runs of up to five words. */
    private static Set<String> grams(List<String> words) {
        Set<String> grams = new HashSet<>();
        for (int n = 1; n <= 5; n++) {
            for (int i = 0; i + n <= words.size(); i++) {
                grams.add(String.join(" ", words.subList(i, i + n)));
            }
        }
        return grams;
    }

    private static boolean isPhrase(String gram) {
        return Character.isLetter(gram.charAt(0))
                && Character.isLetterOrDigit(gram.charAt(gram.length() - 1));
    }
}
