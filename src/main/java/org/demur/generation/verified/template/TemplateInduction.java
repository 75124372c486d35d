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
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.generation.verified.language.TimeMention;
import org.demur.generation.verified.template.SqlTemplate.LiteralGroup;
import org.demur.generation.verified.template.SqlTemplate.LiteralKind;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.WordStem;
import org.jspecify.annotations.Nullable;

/** Induces templates, their places and the words for values from question-SQL pairs. */
public final class TemplateInduction {
    /** One pair, read. */
    public record Pair(String id, String question, ParsedStatement parsed) {}

    /** Fewer numbers of a column do not tell how far others may lie. */
    private static final int FEW = 5;

    final DatabaseSchema schema;
    public final List<Pair> pairs = new ArrayList<>();
    public final Map<String, SqlTemplate> templates = new LinkedHashMap<>();
    public final TimeFilters timeFilters = new TimeFilters();
    public final Map<String, Map<ColumnRef, Integer>> timeColumns = new HashMap<>();

    /**
     * The numbers that pairs compare with a column, or use in a context; of a column also the least
     * and the greatest of its rows, where those are few.
     */
    public final Map<String, TreeSet<Double>> numbers = new HashMap<>();

    public final QuestionReader reader;

    /** Start and end of every path whose values were read. */
    public final Set<String> knownRoots = new HashSet<>();

    /** More than pairs can count: what a person declares goes first. */
    private static final int DECLARED = 1_000_000;

    public TemplateInduction(
            DatabaseSchema schema,
            List<VerifiedQuery> queries,
            Map<String, ParsedStatement> statements,
            ReachableValues reachable) {
        this.schema = schema;
        for (VerifiedQuery query : queries) {
            var parsed = statements.get(query.id());
            if (query.sql() != null && parsed != null) {
                pairs.add(new Pair(query.id(), query.question(), parsed));
            }
        }
        this.reader = reader(reachable);
        for (Pair pair : pairs) {
            var template =
                    templates.computeIfAbsent(
                            pair.parsed().template(),
                            key -> new SqlTemplate(key, templates.size()));
            template.examples.add(pair.parsed());
            template.exampleIds.add(pair.id());
            template.readings.add(reader.read(pair.question()));
        }
        for (var event : schema.semantics().events()) {
            if (event.time() != null) {
                timeColumns
                        .computeIfAbsent(event.table(), t -> new TreeMap<>())
                        .merge(event.time(), DECLARED, Integer::sum);
            }
        }
        for (SqlTemplate template : templates.values()) {
            template.induceBindings();
            template.induceOperators();
            template.induceVariants();
            template.induceTimes();
            induceLiterals(template);
            for (int e = 0; e < template.examples.size(); e++) {
                learnTimes(template.examples.get(e), template.readings.get(e));
            }
        }
        addExtremes(reachable);
    }

    /** Where pairs have few numbers of a column, those of its rows tell how far others may lie. */
    private void addExtremes(ReachableValues reachable) {
        for (var table : schema.tables()) {
            for (var column : table.columns()) {
                var known = numbers.get(use(new ColumnRef(table.name(), column.name())));
                if (known != null && known.size() < FEW) {
                    String extreme = "SELECT %s(%s) FROM %s";
                    String of = name(column.name());
                    String from = name(table.name());
                    reachable
                            .texts(
                                    extreme.formatted("MIN", of, from)
                                            + " UNION ALL "
                                            + extreme.formatted("MAX", of, from))
                            .forEach(text -> add(known, text));
                }
            }
        }
    }

    private static void add(Set<Double> numbers, String text) {
        try {
            numbers.add(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            // a text, which is no bound of numbers
        }
    }

    private QuestionReader reader(ReachableValues reachable) {
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
                    for (String value : valuesOf(path, reachable)) {
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
    private List<String> valuesOf(ColumnPath path, ReachableValues reachable) {
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

    private static String name(String identifier) {
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

    private void learnTimes(ParsedStatement parsed, QuestionReading reading) {
        Set<String> seen = new HashSet<>();
        for (var filter : parsed.times().values()) {
            timeColumns
                    .computeIfAbsent(filter.column().root().table(), t -> new TreeMap<>())
                    .merge(filter.column().root(), 1, Integer::sum);
            if (!seen.add(SqlTemplate.wording(filter.conjuncts()))) {
                continue;
            }
            for (TimeMention mention : reading.times()) {
                String pattern = TimeFilters.pattern(filter, mention);
                if (pattern != null) {
                    timeFilters.learn(mention, pattern);
                    break;
                }
            }
        }
    }

    /** What a literal is, as far as the question shows it. */
    static @Nullable String spanFormat(String text, QuestionReading reading) {
        for (NumberMention number : reading.numbers()) {
            for (String sign : List.of("+", "-", "")) {
                for (String plural : List.of("", "s")) {
                    if (!number.unit().isEmpty()
                            && text.equals(sign + number.value() + " " + number.unit() + plural)) {
                        return sign + "{n} {unit}" + plural;
                    }
                }
            }
        }
        return null;
    }

    static boolean sameNumber(String a, String b) {
        if (a.equals(b)) {
            return true;
        }
        try {
            return Double.parseDouble(a) == Double.parseDouble(b);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    static boolean mentions(QuestionReading reading, String value, @Nullable ColumnRef column) {
        for (ValueMention mention : reading.values()) {
            for (Reading r : mention.readings()) {
                if (r.value().equalsIgnoreCase(value)
                        && (column == null || r.column().equals(column))) {
                    return true;
                }
            }
        }
        return false;
    }

    private void induceLiterals(SqlTemplate template) {
        int n = template.sample().literals().size();
        int[] group = new int[n];
        for (int i = 0; i < n; i++) {
            group[i] = i;
            for (int j = 0; j < i; j++) {
                int a = i;
                int b = j;
                if (template.examples.stream()
                        .allMatch(e -> e.literals().get(a).equals(e.literals().get(b)))) {
                    group[i] = group[j];
                    break;
                }
            }
        }
        Map<Integer, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            places.computeIfAbsent(group[i], g -> new ArrayList<>()).add(i);
        }
        for (var entry : places.entrySet()) {
            int place = entry.getKey();
            int value = 0;
            int number = 0;
            int closed = 0;
            Map<String, Integer> formats = new TreeMap<>();
            Set<String> labels = new TreeSet<>();
            for (int e = 0; e < template.examples.size(); e++) {
                Literal literal = template.examples.get(e).literals().get(place);
                var column = template.examples.get(e).contexts().get(place).column();
                var reading = template.readings.get(e);
                labels.add(literal.text());
                String span = literal.quoted() ? spanFormat(literal.text(), reading) : null;
                if (literal.quoted() && mentions(reading, literal.text(), column)) {
                    value++;
                } else if (span != null) {
                    formats.merge(span, 1, Integer::sum);
                } else if (reading.numbers().stream()
                        .anyMatch(m -> sameNumber(m.value(), literal.text()))) {
                    number++;
                } else {
                    closed++;
                }
                if (!literal.quoted()) {
                    note(use(template.sample().contexts().get(place)), literal.text());
                }
            }
            int spans = formats.values().stream().mapToInt(Integer::intValue).sum();
            LiteralKind kind;
            String constant = "";
            String table = namedTable(template, place);
            if (table != null && labels.size() > 1) {
                kind = LiteralKind.TABLE;
                constant = table;
            } else if (labels.size() == 1 && closed >= value + number + spans) {
                kind = LiteralKind.CONSTANT;
                constant = labels.iterator().next();
            } else if (value >= Math.max(number, Math.max(spans, closed))) {
                kind = LiteralKind.VALUE;
            } else if (number >= Math.max(spans, closed)) {
                kind = LiteralKind.NUMBER;
            } else if (spans >= closed) {
                kind = LiteralKind.SPAN;
                constant =
                        formats.entrySet().stream()
                                .max(Map.Entry.comparingByValue())
                                .orElseThrow()
                                .getKey();
            } else {
                kind = LiteralKind.CLOSED;
            }
            int offset = -1;
            double shift = 0;
            if (kind == LiteralKind.CLOSED && !template.sample().literals().get(place).quoted()) {
                for (int g = 0; g < template.literals.size() && offset < 0; g++) {
                    var other = template.literals.get(g);
                    if (other.kind() == LiteralKind.NUMBER) {
                        Double difference =
                                constantDifference(template, place, other.places().getFirst());
                        if (difference != null) {
                            offset = g;
                            shift = difference;
                            kind = LiteralKind.NUMBER;
                        }
                    }
                }
            }
            template.literals.add(
                    new LiteralGroup(List.copyOf(entry.getValue()), kind, constant, offset, shift));
        }
        induceOrder(template);
    }

    /**
     * The table whose name a literal always is: {@code t} with its place, or {@code c} with the
     * column place and hop that looks it up; null where there is none.
     */
    private static @Nullable String namedTable(SqlTemplate template, int place) {
        ParsedStatement sample = template.sample();
        List<String> sources = new ArrayList<>();
        for (int t = 0; t < sample.tables().size(); t++) {
            sources.add("t" + t);
        }
        for (int c = 0; c < sample.columns().size(); c++) {
            for (int h = 0; h < sample.columns().get(c).hops().size(); h++) {
                sources.add("c" + c + "." + h);
            }
        }
        for (String source : sources) {
            if (template.examples.stream()
                    .allMatch(e ->
                            e.literals()
                                    .get(place)
                                    .text()
                                    .equalsIgnoreCase(tableAt(e.tables(), e.columns(), source)))) {
                return source;
            }
        }
        return null;
    }

    /** The table that a source names in a binding; empty where the binding has no such look-up. */
    public static String tableAt(List<String> tables, List<ColumnPath> columns, String source) {
        if (source.startsWith("t")) {
            return tables.get(Integer.parseInt(source.substring(1)));
        }
        int dot = source.indexOf('.');
        var path = columns.get(Integer.parseInt(source.substring(1, dot)));
        int hop = Integer.parseInt(source.substring(dot + 1));
        return hop < path.hops().size() ? path.hops().get(hop).key().table() : "";
    }

    /** What numbers of one use have in common. */
    public static String use(ParsedStatement.LiteralContext context) {
        return context.column() == null ? context.kind() : use(context.column());
    }

    private static String use(ColumnRef column) {
        return column.toString();
    }

    private void note(String use, String text) {
        try {
            double number = Double.parseDouble(text);
            numbers.computeIfAbsent(use, u -> new TreeSet<>()).add(number);
        } catch (NumberFormatException e) {
            numbers.remove(use);
        }
    }

    private static @Nullable Double constantDifference(SqlTemplate template, int place, int other) {
        Double difference = null;
        int agree = 0;
        for (ParsedStatement e : template.examples) {
            try {
                double d =
                        Double.parseDouble(e.literals().get(place).text())
                                - Double.parseDouble(e.literals().get(other).text());
                if (difference == null) {
                    difference = d;
                }
                agree += d == difference ? 1 : 0;
            } catch (NumberFormatException x) {
                return null;
            }
        }
        return agree >= 2 && agree >= 0.9 * template.examples.size() ? difference : null;
    }

    /** Position of a literal's mention in the question; -1 where it is not mentioned. */
    public static int position(QuestionReading reading, Literal literal) {
        for (ValueMention mention : reading.values()) {
            if (mention.readings().stream()
                    .anyMatch(r -> r.value().equalsIgnoreCase(literal.text()))) {
                return mention.start();
            }
        }
        for (NumberMention number : reading.numbers()) {
            if (sameNumber(number.value(), literal.text())) {
                return number.token();
            }
        }
        return -1;
    }

    private static void induceOrder(SqlTemplate template) {
        for (int a = 0; a < template.literals.size(); a++) {
            for (int b = a + 1; b < template.literals.size(); b++) {
                double[] counts = new double[2];
                for (int e = 0; e < template.examples.size(); e++) {
                    int pa =
                            position(
                                    template.readings.get(e),
                                    template.examples
                                            .get(e)
                                            .literals()
                                            .get(template.literals.get(a).places().getFirst()));
                    int pb =
                            position(
                                    template.readings.get(e),
                                    template.examples
                                            .get(e)
                                            .literals()
                                            .get(template.literals.get(b).places().getFirst()));
                    if (pa >= 0 && pb >= 0 && pa != pb) {
                        counts[pa < pb ? 0 : 1]++;
                    }
                }
                template.order.put(a + "," + b, counts);
            }
        }
    }
}
