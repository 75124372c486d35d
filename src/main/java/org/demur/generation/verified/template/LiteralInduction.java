package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.template.SqlTemplate.LiteralGroup;
import org.demur.generation.verified.template.SqlTemplate.LiteralKind;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.SqlNames;
import org.demur.sql.SqlNode.Literal;
import org.jspecify.annotations.Nullable;

/**
 * Tells from pairs what kind of thing fills each literal of a template, and which numbers it may
 * be.
 */
public final class LiteralInduction {
    /** Fewer numbers of a column do not tell how far others may lie. */
    private static final int FEW = 5;

    private static final Set<String> COMPARED = Set.of("=", "<", ">", "<=", ">=", "BETWEEN");

    /**
     * The numbers that pairs compare with a column, or use in a context; of a column also the least
     * and the greatest of its rows, where those are few.
     */
    private final Map<String, TreeSet<Double>> numbers = new HashMap<>();

    /** The numbers of what a literal is compared with; null where it holds none. */
    public @Nullable SortedSet<Double> numbers(ParsedStatement.LiteralContext context) {
        return numbers.get(use(context));
    }

    void induce(SqlTemplate template, CodeWords codes) {
        var groups =
                SqlTemplate.groups(
                        template.sample().literals().size(),
                        (a, b) ->
                                template.agree(s -> s.literals().get(a), s -> s.literals().get(b)));
        for (var group : groups) {
            int place = group.getFirst();
            int value = 0;
            int number = 0;
            int converted = 0;
            int closed = 0;
            Map<String, Integer> formats = new TreeMap<>();
            Set<String> labels = new TreeSet<>();
            for (Example example : template.examples) {
                Literal literal = example.statement().literals().get(place);
                var column = example.statement().contexts().get(place).column();
                var reading = example.reading();
                labels.add(literal.text());
                String span = literal.quoted() ? spanFormat(literal.text(), reading) : null;
                if (literal.quoted() && reading.mentions(literal.text(), column)) {
                    value++;
                } else if (span != null) {
                    formats.merge(span, 1, Integer::sum);
                } else if (reading.numbers().stream().anyMatch(m -> m.is(literal.text()))) {
                    number++;
                } else if (isConverted(example, place)) {
                    converted++;
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
            } else if (converted == template.examples.size()) {
                kind = LiteralKind.CONVERTED;
            } else if (labels.size() == 1 && closed >= value + number + spans + converted) {
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
            if (kind == LiteralKind.VALUE) {
                for (Example example : template.examples) {
                    var column = example.statement().contexts().get(place).column();
                    String text = example.statement().literals().get(place).text();
                    var words = column == null ? Set.<String>of() : codes.of(column, text);
                    if (!words.isEmpty()) {
                        template.addCode(example.binding(), template.literals.size(), text, words);
                    }
                }
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
            template.literals.add(new LiteralGroup(group, kind, constant, offset, shift));
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
        return sources.stream()
                .filter(source ->
                        template.examples.stream()
                                .allMatch(e ->
                                        e.statement()
                                                .literals()
                                                .get(place)
                                                .text()
                                                .equalsIgnoreCase(tableAt(e.binding(), source))))
                .findFirst()
                .orElse(null);
    }

    /** Whether it is a number of the question in a smaller unit, as 20000 cents are 200 dollars. */
    private static boolean isConverted(Example example, int place) {
        var literal = example.statement().literals().get(place);
        if (literal.quoted()
                || !COMPARED.contains(example.statement().contexts().get(place).kind())) {
            return false;
        }
        var factor = Units.factor(units(example.statement(), place), Units.said(example.reading()));
        return factor.isPresent()
                && example.reading().numbers().stream()
                        .anyMatch(m ->
                                Units.converted(m.value(), factor.getAsLong())
                                        .filter(literal.text()::equals)
                                        .isPresent());
    }

    /**
     * The units in the name of the column that a literal is compared with, or of all columns where
     * it is compared with something else.
     */
    private static Set<String> units(ParsedStatement statement, int place) {
        var column = statement.contexts().get(place).column();
        return Units.inNames(
                column == null
                        ? statement.columns().stream().map(path -> path.end().column())
                        : Stream.of(column.column()));
    }

    /** What a literal is, as far as the question shows it. */
    private static @Nullable String spanFormat(String text, QuestionReading reading) {
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

    /** The table that a source names in a binding; empty where the binding has no such look-up. */
    public static String tableAt(SchemaBinding binding, String source) {
        if (source.startsWith("t")) {
            return binding.tables().get(Integer.parseInt(source.substring(1)));
        }
        int dot = source.indexOf('.');
        var path = binding.columns().get(Integer.parseInt(source.substring(1, dot)));
        int hop = Integer.parseInt(source.substring(dot + 1));
        return hop < path.hops().size() ? path.hops().get(hop).key().table() : "";
    }

    /** What numbers of one use have in common. */
    private static String use(ParsedStatement.LiteralContext context) {
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
        for (Example e : template.examples) {
            try {
                var literals = e.statement().literals();
                double d =
                        Double.parseDouble(literals.get(place).text())
                                - Double.parseDouble(literals.get(other).text());
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

    private static int position(Example example, LiteralGroup group) {
        var literal = example.statement().literals().get(group.places().getFirst());
        return example.reading().position(literal.text());
    }

    private static void induceOrder(SqlTemplate template) {
        for (int a = 0; a < template.literals.size(); a++) {
            for (int b = a + 1; b < template.literals.size(); b++) {
                double[] counts = new double[2];
                for (Example e : template.examples) {
                    int pa = position(e, template.literals.get(a));
                    int pb = position(e, template.literals.get(b));
                    if (pa >= 0 && pb >= 0 && pa != pb) {
                        counts[pa < pb ? 0 : 1]++;
                    }
                }
                template.order.put(a + "," + b, counts);
            }
        }
    }

    /**
     * Where pairs have few numbers of a column, those of its rows tell how far others may lie; no
     * row tells of numbers of days between times.
     */
    void addExtremes(DatabaseSchema schema, ReachableValues reachable) {
        for (var table : schema.tables()) {
            for (var column : table.columns()) {
                String use = use(new ColumnRef(table.name(), column.name()));
                var known = numbers.get(use);
                if (known == null || known.size() >= FEW) {
                    continue;
                }
                if (column.type().isTemporal()) {
                    numbers.remove(use);
                    continue;
                }
                String extreme = "SELECT %s(%s) FROM %s";
                String of = SqlNames.quoted(column.name());
                String from = SqlNames.quoted(table.name());
                reachable
                        .texts(
                                extreme.formatted("MIN", of, from)
                                        + " UNION ALL "
                                        + extreme.formatted("MAX", of, from))
                        .forEach(text -> add(known, text));
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
}
