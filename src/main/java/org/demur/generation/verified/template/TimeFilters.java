package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.generation.verified.language.TimeMention;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.template.ParsedStatement.TimeFilter;
import org.demur.schema.ColumnRef;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Word;
import org.jspecify.annotations.Nullable;

/**
 * How a database writes time expressions in SQL, learned from pairs: to each kind of expression the
 * condition that pairs use for it, with the expression's numbers as holes. Immutable once fitted.
 */
public final class TimeFilters {
    private static final List<String> FORMATS =
            List.of(
                    "{Y}-{M}-{D} {h}:{m}:{s}",
                    "{Y}-{M}-{D}",
                    "{Y}-{M}",
                    "{M}-{D}",
                    "{Y}",
                    "{M}",
                    "{D}",
                    "-{n} {unit}",
                    "+{n} {unit}",
                    "-{n} {unit}s",
                    "+{n} {unit}s",
                    "-{off} {unit}",
                    "start of {unit}",
                    "{n}",
                    "{Y}-{M}-{D} 00:00:00",
                    "{Y}-{M}-{D} 23:59:59",
                    "{Y}{M}",
                    "{first}",
                    "{last}",
                    "{next}",
                    "{first} 00:00:00",
                    "{last} 23:59:59",
                    "{next} 00:00:00",
                    "{key-first}",
                    "{key-last}",
                    "{key-next}",
                    // last, because what begins or ends a period may begin or end a longer one too
                    "{Y}-{M}-01",
                    "{Y}-01-01",
                    "{Y}-12-31");

    private static final String IN = "in|";
    private static final String BETWEEN = "between|";

    /** A pattern's numbers are all days of a period, whatever kind of period that is. */
    private static final Pattern OF_PERIODS =
            Pattern.compile("(?:[^{\\d]|\\{(?:first|last|next)2?}(?: \\d\\d:\\d\\d:\\d\\d)?)*");

    /** By signature, of all columns. */
    private final Map<String, Map<String, Integer>> patterns = new HashMap<>();

    /** The same of one column: a day's last second is within no date of another. */
    private final Map<ColumnRef, Map<String, Map<String, Integer>>> patternsOf = new HashMap<>();

    /** Columns that hold months as text: what is compared with days is never compared with them. */
    private final Set<ColumnRef> ofMonths = new TreeSet<>();

    /**
     * A filter written with every number that a mention explains as a hole; null where some number
     * stays.
     */
    static @Nullable String pattern(TimeFilter filter, TimeMention mention) {
        List<String> conjuncts = new ArrayList<>();
        var fields = mention.fieldsWithDays();
        for (var conjunct : filter.conjuncts()) {
            var out = new StringBuilder();
            for (SqlNode node : conjunct) {
                switch (node) {
                    case ColumnPath ignored -> out.append('@');
                    case Word(String text) -> out.append(text);
                    case Literal(String text, boolean quoted) -> {
                        String explained = explained(text, fields);
                        if (explained == null) {
                            return null;
                        }
                        out.append(quoted ? "'" : "").append(explained).append(quoted ? "'" : "");
                    }
                    default -> {
                        return null;
                    }
                }
                out.append('\u0001');
            }
            conjuncts.add(out.toString());
        }
        conjuncts.sort(Comparator.naturalOrder());
        return String.join("\u0002", conjuncts);
    }

    private static @Nullable String explained(String literal, Map<String, String> fields) {
        for (String format : FORMATS) {
            for (String of : List.of(format, format.replace("}", "2}"))) {
                if (literal.equals(filled(of, fields))) {
                    return of;
                }
            }
        }
        // what carries no number of its own is part of the condition's wording
        return literal.matches(".*\\d.*") ? null : literal;
    }

    private static @Nullable String filled(String format, Map<String, String> fields) {
        String out = format;
        int open = out.indexOf('{');
        while (open >= 0) {
            int close = out.indexOf('}', open);
            String value = fields.get(out.substring(open + 1, close));
            if (value == null) {
                return null;
            }
            out = out.substring(0, open) + value + out.substring(close + 1);
            open = out.indexOf('{');
        }
        return out;
    }

    void learn(TimeMention mention, ColumnRef column, boolean isOfMonths, String pattern) {
        if (isOfMonths) {
            ofMonths.add(column);
        } else {
            learn(mention, pattern, patterns);
        }
        learn(mention, pattern, patternsOf.computeIfAbsent(column, _ -> new HashMap<>()));
    }

    private static void learn(
            TimeMention mention, String pattern, Map<String, Map<String, Integer>> into) {
        into.computeIfAbsent(mention.signature(), _ -> new TreeMap<>())
                .merge(pattern, 1, Integer::sum);
    }

    /**
     * The filter that pairs use for this kind of expression, filled with this one's numbers and not
     * yet bound to a column.
     */
    public Optional<List<List<SqlNode>>> resolve(TimeMention mention) {
        return Stream.concat(Stream.of(patterns), ofMonths.stream().map(patternsOf::get))
                .flatMap(of -> resolve(mention, of).stream())
                .findFirst();
    }

    /** The same of one column, as pairs use it of this one or else of others. */
    public Optional<List<List<SqlNode>>> resolve(TimeMention mention, ColumnRef column) {
        var own = resolve(mention, patternsOf.getOrDefault(column, Map.of()));
        return own.isPresent() || ofMonths.contains(column) ? own : resolve(mention, patterns);
    }

    private static Optional<List<List<SqlNode>>> resolve(
            TimeMention mention, Map<String, Map<String, Integer>> patterns) {
        var counts = patterns.get(mention.signature());
        var pattern = counts == null ? ofPeriods(mention, patterns) : mostFrequent(counts);
        return pattern.flatMap(best -> filled(best, mention));
    }

    private static Optional<String> mostFrequent(Map<String, Integer> counts) {
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /**
     * The pattern that pairs use for another kind of period after the same preposition, as "in
     * March 2023" for "in 2023"; a range is one from the first day of its first to the last of its
     * last.
     */
    private static Optional<String> ofPeriods(
            TimeMention mention, Map<String, Map<String, Integer>> patterns) {
        String signature = mention.signature();
        boolean isRange = signature.startsWith(BETWEEN);
        String preposition = isRange ? IN : signature.substring(0, signature.indexOf('|') + 1);
        Map<String, Integer> counts = new TreeMap<>();
        patterns.forEach((other, of) -> {
            if (other.startsWith(preposition)) {
                of.forEach((pattern, count) -> {
                    if (OF_PERIODS.matcher(pattern).matches() && pattern.indexOf('{') >= 0) {
                        counts.merge(pattern, count, Integer::sum);
                    }
                });
            }
        });
        return mostFrequent(counts)
                .map(pattern ->
                        isRange
                                ? pattern.replace("{last}", "{last2}").replace("{next}", "{next2}")
                                : pattern);
    }

    private static Optional<List<List<SqlNode>>> filled(String pattern, TimeMention mention) {
        List<List<SqlNode>> conjuncts = new ArrayList<>();
        var fields = countable(mention.fieldsWithDays());
        for (String conjunct : pattern.split("\u0002", -1)) {
            List<SqlNode> nodes = new ArrayList<>();
            for (String piece : conjunct.split("\u0001", 0)) {
                boolean quoted = piece.length() > 1 && piece.startsWith("'");
                String body = quoted ? piece.substring(1, piece.length() - 1) : piece;
                String text = filled(body, fields);
                if (text == null) {
                    return Optional.empty();
                }
                if (quoted) {
                    nodes.add(new Literal(text, true));
                } else if (Character.isDigit(text.charAt(0))) {
                    nodes.add(new Literal(text, false));
                } else {
                    nodes.add(new Word(text));
                }
            }
            conjuncts.add(nodes);
        }
        return Optional.of(conjuncts);
    }

    /** The same with a span that any engine counts in. */
    private static Map<String, String> countable(Map<String, String> fields) {
        String number = fields.get("n");
        String unit = fields.get("unit");
        if (number != null && unit != null) {
            var span = new Units.Span(number, unit).countable();
            fields.put("n", span.number());
            fields.put("unit", span.unit());
        }
        return fields;
    }

    /** The conjuncts with the column put in. */
    public static List<List<SqlNode>> bound(List<List<SqlNode>> conjuncts, ColumnPath column) {
        List<List<SqlNode>> out = new ArrayList<>();
        for (var conjunct : conjuncts) {
            List<SqlNode> nodes = new ArrayList<>();
            for (SqlNode node : conjunct) {
                nodes.add(node.equals(new Word("@")) ? column : node);
            }
            out.add(nodes);
        }
        return out;
    }
}
