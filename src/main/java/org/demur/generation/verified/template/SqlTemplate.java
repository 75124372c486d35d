package org.demur.generation.verified.template;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.demur.generation.verified.language.Operation;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.template.ParsedStatement.VariantPlace;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.jspecify.annotations.Nullable;

/**
 * Everything that pairs say about one template: which tables and columns fill it, which of its
 * places always agree, what kind of thing each literal is, and where time filters attach.
 */
public final class SqlTemplate {
    /**
     * A binding with its support.
     *
     * @param count pairs that use it; 0 for one put together from others
     * @param support for a composed one, the weakest link's count of witnesses; else {@code count}
     */
    public record Instantiation(SchemaBinding binding, int count, int support) {}

    /**
     * Where the filters of one question attach.
     *
     * @param sites for each distinct filter the scopes that carry it
     * @param count pairs with these sites
     * @param said of pairs with two filters, in how many the first one's time is said first, and in
     *     how many the second one's
     * @param written the same of which filter's text sorts first: "today compared to yesterday" and
     *     "compared to yesterday, today" are written alike
     */
    public record TimePattern(List<Set<Integer>> sites, int count, Tally said, Tally written) {
        /**
         * How well it fits to give the first filter to the first site, in nats, by what tells the
         * sites apart better in pairs.
         *
         * @param isFirstSaid whether its time is said first
         * @param isFirstWritten whether its text sorts first
         */
        public double log(boolean isFirstSaid, boolean isFirstWritten) {
            double bySaid = said.share(isFirstSaid);
            double byWritten = written.share(isFirstWritten);
            return Math.log(
                    Math.abs(bySaid - 0.5) >= Math.abs(byWritten - 0.5) ? bySaid : byWritten);
        }
    }

    /** How often the first of two came first, and how often the second. */
    public record Tally(int first, int second) {
        static final Tally NONE = new Tally(0, 0);

        Tally plus(boolean isFirst) {
            return isFirst ? new Tally(first + 1, second) : new Tally(first, second + 1);
        }

        public double share(boolean isFirst) {
            return ((isFirst ? first : second) + 0.3) / (first + second + 0.6);
        }
    }

    /** What kind of thing fills a literal place. */
    public enum LiteralKind {
        /** Always the same text. */
        CONSTANT,
        /** The name of a table in the statement, in FROM or looked up. */
        TABLE,
        /** One of few texts that questions do not spell. */
        CLOSED,
        /** A value that the question mentions. */
        VALUE,
        /** A number of the question. */
        NUMBER,
        /** A number of the question in the unit of the column that it is compared with. */
        CONVERTED,
        /** A number of the question with its unit of time. */
        SPAN
    }

    /**
     * A group of literal places that always agree.
     *
     * @param kind what fills them
     * @param constant for constants and spans, the text or format; empty otherwise
     * @param offset for a number, the group whose number plus {@code shift} it is; -1 where it
     *     stands alone
     * @param shift see {@code offset}
     */
    public record LiteralGroup(
            List<Integer> places, LiteralKind kind, String constant, int offset, double shift) {}

    /** A group of places that always agree. */
    public record Group(String context, List<Integer> places) {}

    final String key;

    /** From 0 on, first those that pairs have. */
    public final int id;

    /** Of pairs; none where no pair has the template. */
    public final List<Example> examples = new ArrayList<>();

    private final ParsedStatement sample;

    /** Those of pairs, then those put together, then the {@link #exchanges}. */
    public final List<Instantiation> instantiations = new ArrayList<>();

    /** Of the last instantiations, that no pair vouches for, what a question must ask for. */
    final List<Exchange> exchanges = new ArrayList<>();

    /**
     * One column in the place of another.
     *
     * @param base the number of the instantiation whose column it is
     * @param from the column that pairs have
     * @param to the column in its place, which more of the question's words must name than the
     *     other, unless it is a stand-in
     * @param isStandIn whether both are times, so that a question for a time that seems to ask for
     *     neither may ask for the one that no pair returns
     */
    public record Exchange(int base, String from, String to, boolean isStandIn) {
        public boolean isNamed(Map<String, Integer> named) {
            return named.getOrDefault(to, 0) > named.getOrDefault(from, 0);
        }
    }

    /** The exchange of an instantiation; null for one that is there without. */
    public @Nullable Exchange exchange(int number) {
        int exchange = number - instantiations.size() + exchanges.size();
        return exchange < 0 ? null : exchanges.get(exchange);
    }

    /** All literal places, in groups that always agree. */
    public final List<LiteralGroup> literals = new ArrayList<>();

    /** The same of operators. */
    public final List<Group> operators = new ArrayList<>();

    /** The same of column places with look-ups, by how these are written. */
    public final List<Group> variants = new ArrayList<>();

    /** Where time filters attach, most usual first. */
    public final List<TimePattern> times = new ArrayList<>();

    /**
     * For each pair of value groups the share of examples in which the first is mentioned first.
     */
    public final Map<String, double[]> order = new HashMap<>();

    /**
     * The template whose examples stand in for this one's, where no pair has it; itself otherwise.
     */
    public final SqlTemplate origin;

    /** Of pairs, by the first one's statement. */
    SqlTemplate(int id, ParsedStatement sample) {
        this.key = sample.template();
        this.id = id;
        this.sample = sample;
        this.origin = this;
    }

    /** Of no pair, by a statement that is made of those of another. */
    SqlTemplate(int id, ParsedStatement sample, SqlTemplate origin) {
        this.key = sample.template();
        this.id = id;
        this.sample = sample;
        this.origin = origin;
    }

    /**
     * A time column that a pair filters by.
     *
     * @param words of the pair's question
     */
    private record TimeColumn(ColumnPath column, Set<String> words) {
        /** The share of words that a question has in common with the pair's. */
        double overlap(Set<String> asked) {
            long common = words.stream().filter(asked::contains).count();
            return common / (1.0 + words.size() + asked.size());
        }
    }

    /** For each binding the time columns of its examples, by scope; one where all agree. */
    private final Map<SchemaBinding, Map<Integer, List<TimeColumn>>> timeColumns = new HashMap<>();

    /**
     * The time column that a scope is filtered by in the pair with this binding whose words are
     * nearest to a question's, the first one where none is nearer; empty where none filters there.
     */
    public Optional<ColumnPath> timeColumn(
            SchemaBinding binding, int scope, Collection<String> words) {
        var asked = Set.copyOf(words);
        return timeColumns.getOrDefault(binding, Map.of()).getOrDefault(scope, List.of()).stream()
                .max(Comparator.comparingDouble(known -> known.overlap(asked)))
                .map(TimeColumn::column);
    }

    /** To each binding the codes of its pairs by group, with the words that pairs say for them. */
    private final Map<SchemaBinding, Map<Integer, Map<String, Set<String>>>> codes =
            new HashMap<>();

    /**
     * A pair with this binding has a text that no word of its question is.
     *
     * @param words that pairs say for it, by their stems
     */
    void addCode(SchemaBinding binding, int group, String text, Set<String> words) {
        codes.computeIfAbsent(binding, _ -> new HashMap<>())
                .computeIfAbsent(group, _ -> new TreeMap<>())
                .put(text, new TreeSet<>(words));
    }

    /** The codes that pairs with a binding have in a group, with the words said for them. */
    public Map<String, Set<String>> codes(SchemaBinding binding, int group) {
        return codes.getOrDefault(binding, Map.of()).getOrDefault(group, Map.of());
    }

    /** By group what the columns of each binding are multiplied or divided by. */
    private final Map<Integer, Map<SchemaBinding, Set<String>>> factors = new HashMap<>();

    private void learnFactors() {
        for (int group = 0; group < literals.size(); group++) {
            int place = literals.get(group).places().getFirst();
            if (sample.contexts().get(place).kind().equals(ParsedStatement.FACTOR)) {
                var of = factors.computeIfAbsent(group, _ -> new HashMap<>());
                for (Example example : examples) {
                    of.computeIfAbsent(example.binding(), _ -> new HashSet<>())
                            .add(example.statement().literals().get(place).text());
                }
            }
        }
    }

    /**
     * Whether a number may stand in a group for a binding: where others are multiplied or divided
     * by it, pairs with the binding, or else with columns of the same units, must have it, as cents
     * are divided by 100 and minutes by 60. Nothing is known of a template that no pair has.
     */
    public boolean mayStand(String number, SchemaBinding binding, int group) {
        var known = factors.get(group);
        if (known == null) {
            return true;
        }
        var own = known.get(binding);
        if (own != null) {
            return own.contains(number);
        }
        var units = units(binding);
        return known.entrySet().stream()
                .filter(pairs -> units(pairs.getKey()).equals(units))
                .anyMatch(pairs -> pairs.getValue().contains(number));
    }

    private static Set<String> units(SchemaBinding binding) {
        return Units.inNames(binding.columns().stream().map(path -> path.end().column()));
    }

    /** What is wanted in the questions about a binding. */
    private final Map<SchemaBinding, Set<Operation>> wanted = new HashMap<>();

    /** Whether a question about a binding says an operation. */
    public boolean isSaid(Operation operation, SchemaBinding binding) {
        return wanted.getOrDefault(binding, Set.of()).contains(operation);
    }

    /** What a pair's statement passes over of a question about a binding. */
    private final Map<SchemaBinding, Set<Restriction>> passedOver = new HashMap<>();

    /** Whether the statement to a question about a binding passes such a mention over. */
    public boolean isPassedOver(Restriction mention, SchemaBinding binding) {
        return passedOver.getOrDefault(binding, Set.of()).contains(mention);
    }

    /**
     * Ends learning: of all examples but the first only tables, columns and the times' columns are
     * kept, and of readings what they were read from and their words.
     */
    public void settle() {
        structure();
        learnFactors();
        for (Example example : examples) {
            var binding = example.binding();
            var columns = timeColumns.computeIfAbsent(binding, k -> new HashMap<>());
            var words = Set.copyOf(example.reading().masked());
            example.statement()
                    .times()
                    .forEach((scope, filter) ->
                            columns.computeIfAbsent(scope, k -> new ArrayList<>())
                                    .add(new TimeColumn(filter.column(), words)));
            wanted.computeIfAbsent(binding, k -> new HashSet<>())
                    .addAll(Operation.saidIn(example.reading().masked()));
            passedOver
                    .computeIfAbsent(binding, k -> new HashSet<>())
                    .addAll(Restriction.passedOver(example.reading(), example.statement()));
        }
        timeColumns.values().forEach(scopes -> scopes.replaceAll((scope, all) -> distinct(all)));
        examples.replaceAll(example -> example.outline(sample.tree()));
    }

    /** Only the first where all are one column: nothing is to be chosen. */
    private static List<TimeColumn> distinct(List<TimeColumn> all) {
        boolean isOne = all.stream().map(TimeColumn::column).distinct().count() == 1;
        return isOne
                ? List.of(new TimeColumn(all.getFirst().column(), Set.of()))
                : List.copyOf(all);
    }

    private @Nullable SqlStructure structure;

    /** A statement of this template, the first pair's where one has it. */
    public ParsedStatement sample() {
        return sample;
    }

    /** What a literal that questions do not spell is for, whatever the template. */
    public String closedContext(int group) {
        int place = literals.get(group).places().getFirst();
        var context = sample.contexts().get(place);
        return "closed "
                + context.kind()
                + " "
                + (context.column() == null ? "" : context.column());
    }

    /** What statements of this template are built of. */
    public SqlStructure structure() {
        var known = structure;
        if (known == null) {
            known = SqlStructure.of(sample.tree());
            structure = known;
        }
        return known;
    }

    /**
     * Whether an instantiation that no pair has returns or aggregates a column that it holds equal
     * to one text.
     */
    public boolean isDegenerate(Instantiation instantiation) {
        if (instantiation.count() > 0 && origin == this) {
            return false;
        }
        var roles = sample.roles();
        for (int returned = 0; returned < roles.size(); returned++) {
            String role = roles.get(returned);
            if (role.equals("project") || role.equals("measure") || role.equals("list")) {
                for (int fixed = 0; fixed < roles.size(); fixed++) {
                    if (roles.get(fixed).equals("comparetext")
                            && isSameColumn(instantiation.binding(), returned, fixed)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean isSameColumn(SchemaBinding binding, int place, int other) {
        ColumnPath a = binding.columns().get(place);
        ColumnPath b = binding.columns().get(other);
        var tables = sample.columnTables();
        return tables.get(place).equals(tables.get(other))
                && a.root().equals(b.root())
                && a.end().equals(b.end());
    }

    /** The look-ups of one place as one text, so that places can be compared. */
    static String variantOf(ParsedStatement parsed, int place) {
        var out = new StringBuilder();
        for (int h = 0; h < parsed.columns().get(place).hops().size(); h++) {
            Hop hop = parsed.variants().get(new VariantPlace(place, h));
            out.append(hop == null ? "" : ParsedStatement.variant(hop)).append(';');
        }
        return out.toString();
    }

    void induceBindings() {
        Map<SchemaBinding, Integer> counts = new LinkedHashMap<>();
        examples.forEach(e -> counts.merge(e.binding(), 1, Integer::sum));
        counts.forEach((binding, n) -> instantiations.add(new Instantiation(binding, n, n)));
    }

    /** Whether all pairs agree in two places. */
    boolean agree(
            Function<ParsedStatement, Object> place, Function<ParsedStatement, Object> other) {
        return examples.stream()
                .allMatch(e -> place.apply(e.statement()).equals(other.apply(e.statement())));
    }

    /** Places in groups of those that agree, by the first place of each. */
    static List<List<Integer>> groups(int places, BiPredicate<Integer, Integer> agree) {
        int[] first = new int[places];
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int p = 0; p < places; p++) {
            int place = p;
            first[p] =
                    IntStream.range(0, p)
                            .filter(other -> agree.test(place, other))
                            .map(other -> first[other])
                            .findFirst()
                            .orElse(p);
            groups.computeIfAbsent(first[p], k -> new ArrayList<>()).add(p);
        }
        return groups.values().stream().map(List::copyOf).toList();
    }

    void induceOperators() {
        var contexts = sample.operatorContexts();
        var groups =
                groups(
                        contexts.size(),
                        (a, b) ->
                                contexts.get(a).equals(contexts.get(b))
                                        && agree(
                                                s -> s.operators().get(a),
                                                s -> s.operators().get(b))
                                        && (examples.size() < 3
                                                || !agree(
                                                        s -> s.operators().get(a),
                                                        s -> sample.operators().get(a))));
        Map<String, Long> totals =
                groups.stream().collect(groupingBy(g -> contexts.get(g.getFirst()), counting()));
        Map<String, Integer> seen = new HashMap<>();
        for (var group : groups) {
            String context = contexts.get(group.getFirst());
            int nth = seen.merge(context, 1, Integer::sum);
            operators.add(new Group(context + "#" + nth + "/" + totals.get(context), group));
        }
    }

    void induceVariants() {
        var columns = sample.columns();
        groups(
                        columns.size(),
                        (a, b) ->
                                hasLookUps(a)
                                        && hasLookUps(b)
                                        && agree(s -> s.columns().get(a), s -> s.columns().get(b))
                                        && agree(s -> variantOf(s, a), s -> variantOf(s, b)))
                .stream()
                .filter(group -> hasLookUps(group.getFirst()))
                .forEach(group -> variants.add(new Group("", group)));
    }

    private boolean hasLookUps(int place) {
        return !agree(s -> s.columns().get(place).hops(), s -> List.of());
    }

    void induceTimes() {
        Map<List<Set<Integer>>, TimePattern> found = new LinkedHashMap<>();
        for (Example example : examples) {
            Map<String, Set<Integer>> sites = new LinkedHashMap<>();
            List<ParsedStatement.TimeFilter> filters = new ArrayList<>();
            example.statement()
                    .times()
                    .forEach((scope, filter) -> {
                        sites.computeIfAbsent(
                                        wording(filter.conjuncts()),
                                        w -> {
                                            filters.add(filter);
                                            return new TreeSet<>();
                                        })
                                .add(scope);
                    });
            var places = List.copyOf(sites.values());
            var known =
                    found.getOrDefault(places, new TimePattern(places, 0, Tally.NONE, Tally.NONE));
            Tally said = known.said();
            Tally written = known.written();
            if (filters.size() == 2) {
                int first = said(filters.getFirst(), example.reading());
                int second = said(filters.getLast(), example.reading());
                if (first >= 0 && second >= 0 && first != second) {
                    said = said.plus(first < second);
                }
                var texts = List.copyOf(sites.keySet());
                written = written.plus(texts.getFirst().compareTo(texts.getLast()) < 0);
            }
            found.put(places, new TimePattern(places, known.count() + 1, said, written));
        }
        found.values().stream()
                .sorted(Comparator.comparingInt(TimePattern::count).reversed())
                .forEach(times::add);
    }

    /** Where the time that a filter is for is said; -1 where it is not or twice. */
    private static int said(ParsedStatement.TimeFilter filter, QuestionReading reading) {
        var mentions =
                reading.times().stream()
                        .filter(mention -> TimeFilters.pattern(filter, mention) != null)
                        .toList();
        return mentions.size() == 1 ? mentions.getFirst().start() : -1;
    }

    /** A filter without its column, so that filters of different tables compare. */
    public static String wording(List<List<SqlNode>> conjuncts) {
        return conjuncts.stream()
                .map(c ->
                        c.stream()
                                .map(node -> node instanceof ColumnPath ? "@" : node.toString())
                                .toList()
                                .toString())
                .sorted()
                .toList()
                .toString();
    }
}
