package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.demur.generation.sqltree.SqlNode;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlNode.Hop;
import org.demur.generation.verified.language.Operation;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement.VariantPlace;
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
        CONSTANT,
        /** The name of a table in the statement, in FROM or looked up. */
        TABLE,
        CLOSED,
        VALUE,
        NUMBER,
        SPAN
    }

    /**
     * A group of literal places that always agree.
     *
     * @param places the places
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
    public final int id;
    public final List<ParsedStatement> examples = new ArrayList<>();
    public final List<String> exampleIds = new ArrayList<>();
    public final List<QuestionReading> readings = new ArrayList<>();
    public final List<Instantiation> instantiations = new ArrayList<>();

    /** Of the last instantiations, that no pair vouches for, what a question must ask for. */
    final List<Exchange> exchanges = new ArrayList<>();

    /** The known structural elements of every statement of this template, as numbers. */
    public int[] built = {};

    /** Those of its structural elements that no pair has, by name. */
    public List<String> novel = List.of();

    /** For each instantiation its structural elements, as numbers; -1 for one of no pair. */
    public final List<int[]> uses = new ArrayList<>();

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

    /** For each instantiation the tables and columns that it uses, as numbers; -1 for unknown. */
    public final List<int[]> symbols = new ArrayList<>();

    /** For each instantiation what it is asked for, with the first example's operators. */
    public final List<SqlStructure.Intent> intents = new ArrayList<>();

    public final List<LiteralGroup> literals = new ArrayList<>();
    public final List<Group> operators = new ArrayList<>();
    public final List<Group> variants = new ArrayList<>();
    public final List<TimePattern> times = new ArrayList<>();

    /**
     * For each pair of value groups the share of examples in which the first is mentioned first.
     */
    public final Map<String, double[]> order = new HashMap<>();

    /**
     * The template whose examples stand in for this one's, where no pair has it; itself otherwise.
     */
    public final SqlTemplate origin;

    SqlTemplate(String key, int id) {
        this.key = key;
        this.id = id;
        this.origin = this;
    }

    SqlTemplate(String key, int id, SqlTemplate origin) {
        this.key = key;
        this.id = id;
        this.origin = origin;
    }

    /**
     * For each binding the time column that its first example with a filter there uses, by scope.
     */
    public final Map<SchemaBinding, Map<Integer, ColumnPath>> timeColumns = new HashMap<>();

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
        for (ParsedStatement example : examples) {
            var columns =
                    timeColumns.computeIfAbsent(
                            new SchemaBinding(example.tables(), example.columns()),
                            k -> new HashMap<>());
            example.times().forEach((scope, filter) -> columns.putIfAbsent(scope, filter.column()));
        }
        for (int e = 0; e < readings.size(); e++) {
            var example = examples.get(e);
            var binding = new SchemaBinding(example.tables(), example.columns());
            wanted.computeIfAbsent(binding, k -> new HashSet<>())
                    .addAll(Operation.saidIn(readings.get(e).masked()));
            passedOver
                    .computeIfAbsent(binding, k -> new HashSet<>())
                    .addAll(Restriction.passedOver(readings.get(e), example));
        }
        for (int e = 1; e < examples.size(); e++) {
            examples.set(e, examples.get(e).outline(sample().tree()));
        }
        readings.replaceAll(QuestionReading::outline);
    }

    private @Nullable SqlStructure structure;

    public ParsedStatement sample() {
        return examples.getFirst();
    }

    /** What a literal that questions do not spell is for, whatever the template. */
    public String closedContext(int group) {
        int place = literals.get(group).places().getFirst();
        var context = sample().contexts().get(place);
        return "closed "
                + context.kind()
                + " "
                + (context.column() == null ? "" : context.column());
    }

    /** What statements of this template are built of. */
    public SqlStructure structure() {
        var known = structure;
        if (known == null) {
            known = SqlStructure.of(sample().tree());
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
        var roles = sample().roles();
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
        var tables = sample().columnTables();
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
        for (ParsedStatement s : examples) {
            counts.merge(new SchemaBinding(s.tables(), s.columns()), 1, Integer::sum);
        }
        counts.forEach((binding, n) -> instantiations.add(new Instantiation(binding, n, n)));
    }

    void induceOperators() {
        int n = sample().operators().size();
        int[] group = new int[n];
        for (int i = 0; i < n; i++) {
            group[i] = i;
            for (int j = 0; j < i; j++) {
                int a = i;
                int b = j;
                boolean sameContext =
                        sample().operatorContexts()
                                .get(i)
                                .equals(sample().operatorContexts().get(j));
                Set<String> labels = new TreeSet<>();
                examples.forEach(e -> labels.add(e.operators().get(a)));
                boolean always =
                        examples.stream()
                                .allMatch(e -> e.operators().get(a).equals(e.operators().get(b)));
                if (sameContext && always && (labels.size() > 1 || examples.size() < 3)) {
                    group[i] = group[j];
                    break;
                }
            }
        }
        Map<Integer, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            places.computeIfAbsent(group[i], g -> new ArrayList<>()).add(i);
        }
        Map<String, Integer> totals = new HashMap<>();
        places.forEach((g, p) -> totals.merge(sample().operatorContexts().get(g), 1, Integer::sum));
        Map<String, Integer> seen = new HashMap<>();
        places.forEach((g, p) -> {
            String context = sample().operatorContexts().get(g);
            int nth = seen.merge(context, 1, Integer::sum);
            operators.add(
                    new Group(context + "#" + nth + "/" + totals.get(context), List.copyOf(p)));
        });
    }

    void induceVariants() {
        int n = sample().columns().size();
        int[] group = new int[n];
        for (int i = 0; i < n; i++) {
            group[i] = -1;
            int a = i;
            if (examples.stream().allMatch(e -> e.columns().get(a).hops().isEmpty())) {
                continue;
            }
            group[i] = i;
            for (int j = 0; j < i; j++) {
                int b = j;
                if (group[j] >= 0
                        && examples.stream()
                                .allMatch(e ->
                                        e.columns().get(a).equals(e.columns().get(b))
                                                && variantOf(e, a).equals(variantOf(e, b)))) {
                    group[i] = group[j];
                    break;
                }
            }
        }
        Map<Integer, List<Integer>> places = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            if (group[i] >= 0) {
                places.computeIfAbsent(group[i], g -> new ArrayList<>()).add(i);
            }
        }
        places.forEach((g, p) -> variants.add(new Group("", List.copyOf(p))));
    }

    void induceTimes() {
        Map<List<Set<Integer>>, TimePattern> found = new LinkedHashMap<>();
        for (int e = 0; e < examples.size(); e++) {
            Map<String, Set<Integer>> sites = new LinkedHashMap<>();
            List<ParsedStatement.TimeFilter> filters = new ArrayList<>();
            examples.get(e)
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
                int first = said(filters.getFirst(), readings.get(e));
                int second = said(filters.getLast(), readings.get(e));
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
