package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReading.Token;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.TemplateInduction.Pair;
import org.demur.schema.ColumnRef;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordForms;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.StatementTokens;

/** What pairs say of a database beside their templates. Immutable once learned. */
final class PairFacts {
    /** Parts of names of what is true or false. */
    private static final Set<String> FLAGS = Set.of("flg", "flag", "is", "has", "can", "ind");

    private static final Set<String> AGGREGATES = Set.of("COUNT", "AVG", "SUM", "MAX", "MIN");

    /** To each table how its rows are listed, with the number of pairs that do so. */
    private final Map<String, Map<List<ColumnRef>, Integer>> listings = new HashMap<>();

    private final Set<String> ordered = new HashSet<>();
    private final Set<ColumnRef> flags = new HashSet<>();
    private final Set<String> together = new HashSet<>();

    /** To how many digits means are rounded; empty text where one is not. */
    private final Set<String> digits = new HashSet<>();

    private int groupsFirst;
    private int groupsLast;
    private final Set<String> used = new HashSet<>();
    private final Map<String, Set<ColumnRef>> timeColumns = new HashMap<>();
    private final Set<ColumnRef> comparedColumns = new HashSet<>();
    private final Map<ColumnRef, Map<String, String>> factors = new HashMap<>();

    /** The same by the unit in the columns' names. */
    private final Map<String, Map<String, String>> factorsOfUnits = new HashMap<>();

    private final Set<String> plainUnits = new HashSet<>();

    /** To each stem of a word what all statements have whose questions say it. */
    private final Map<String, Set<String>> links = new HashMap<>();

    PairFacts(List<Pair> pairs, Lexicon lexicon) {
        for (Pair pair : pairs) {
            List<String> words =
                    Gazetteer.tokens(pair.question()).stream().map(Token::text).toList();
            List<String> stems = words.stream().map(WordForms::stem).toList();
            var statement = pair.parsed();
            var tokens = StatementTokens.of(statement.tree());
            listing(statement, named(stems, lexicon), words);
            groups(statement);
            rounding(tokens);
            flags(statement, words);
            factors(statement, tokens.factor(), stems);
            var elements = elements(statement);
            used.addAll(elements);
            var tables = elements.stream().filter(e -> e.indexOf('.') < 0).toList();
            tables.forEach(one -> tables.forEach(other -> together.add(one + " " + other)));
            for (var filter : statement.times().values()) {
                var column = filter.column().root();
                timeColumns.computeIfAbsent(column.table(), t -> new HashSet<>()).add(column);
            }
            for (int i = 0; i < stems.size(); i++) {
                if (!FunctionWords.ENGLISH.contains(words.get(i))) {
                    links.computeIfAbsent(stems.get(i), s -> new HashSet<>(elements))
                            .retainAll(elements);
                }
            }
        }
    }

    private static Set<ColumnRef> named(List<String> stems, Lexicon lexicon) {
        Set<ColumnRef> named = new HashSet<>();
        for (int i = 0; i < stems.size(); i++) {
            lexicon.at(stems, i).ifPresent(mention -> named.addAll(mention.columns));
        }
        return named;
    }

    private static Set<String> elements(ParsedStatement statement) {
        Set<String> elements = new HashSet<>();
        statement.tables().forEach(table -> elements.add(table));
        for (ColumnPath path : paths(statement)) {
            add(path.root(), elements);
            path.hops().forEach(hop -> add(hop.column(), elements));
            elements.add(path.end().table());
        }
        return elements;
    }

    private static void add(ColumnRef column, Set<String> elements) {
        elements.add(column.toString());
        elements.add("." + column.column());
    }

    private static List<ColumnPath> paths(ParsedStatement statement) {
        List<ColumnPath> paths = new ArrayList<>(statement.columns());
        statement.times().values().forEach(filter -> paths.add(filter.column()));
        return paths;
    }

    private void rounding(StatementTokens tokens) {
        tokens.digitsOfMean()
                .or(() -> tokens.has("AVG", "(") ? Optional.of("") : Optional.empty())
                .ifPresent(digits::add);
    }

    private void groups(ParsedStatement statement) {
        var select = statement.tree().select();
        boolean isBoth = select.contains(new SqlNode.Word(","));
        if (!statement.tree().group().isEmpty() && isBoth) {
            boolean isFirst =
                    select.getFirst() instanceof ColumnPath
                            || (select.getFirst() instanceof SqlNode.Word word
                                    && !AGGREGATES.contains(word.text()));
            groupsFirst += isFirst ? 1 : 0;
            groupsLast += isFirst ? 0 : 1;
        }
    }

    private void listing(ParsedStatement statement, Set<ColumnRef> named, List<String> words) {
        var tree = statement.tree();
        if (!tree.group().isEmpty() || !tree.rest().isEmpty()) {
            return;
        }
        List<ColumnRef> listed = new ArrayList<>();
        for (SqlNode node : tree.select()) {
            if (node instanceof ColumnPath path && path.hops().isEmpty()) {
                listed.add(path.root());
            } else if (!(node instanceof SqlNode.Word word && word.text().equals(","))) {
                return;
            }
        }
        if (listed.isEmpty()
                || listed.stream().anyMatch(column -> isNamed(column, named, words))
                || listed.stream().map(ColumnRef::table).distinct().count() > 1) {
            return;
        }
        String table = listed.getFirst().table();
        listings.computeIfAbsent(table, t -> new HashMap<>())
                .merge(List.copyOf(listed), 1, Integer::sum);
        boolean byListed =
                tree.tail().stream()
                        .anyMatch(n ->
                                n instanceof ColumnPath p && p.root().equals(listed.getFirst()));
        if (byListed) {
            ordered.add(table);
        }
    }

    private static boolean isNamed(ColumnRef column, Set<ColumnRef> named, List<String> words) {
        String name = column.column().toLowerCase(Locale.ROOT);
        return named.contains(column)
                || words.stream()
                        .anyMatch(w ->
                                w.length() > 3
                                        && name.contains(WordForms.stem(w))
                                        && !Lexicon.stems(column.table())
                                                .contains(WordForms.stem(w)));
    }

    private void flags(ParsedStatement statement, List<String> words) {
        for (int i = 0; i < statement.literals().size(); i++) {
            Literal literal = statement.literals().get(i);
            var context = statement.contexts().get(i);
            var column = context.place() < 0 ? null : context.column();
            boolean isBit = // nothing at all may be 0 of any number
                    literal.text().equals("1")
                            || (literal.text().equals("0")
                                    && column != null
                                    && Lexicon.stems(column.column()).stream()
                                            .anyMatch(FLAGS::contains));
            if (column != null) {
                comparedColumns.add(column);
            }
            boolean isEqual = context.kind().equals("=");
            if (column != null
                    && isEqual
                    && !literal.quoted()
                    && isBit
                    && !words.contains(literal.text())) {
                flags.add(column);
            }
        }
    }

    private void factors(
            ParsedStatement statement, Optional<String> multiplier, List<String> stems) {
        if (multiplier.isEmpty()) {
            boolean isNamed =
                    paths(statement).stream()
                            .flatMap(path -> Lexicon.stems(path.end().column()).stream())
                            .anyMatch(Units::isUnit);
            stems.stream()
                    .filter(s -> !isNamed && Units.isUnit(s) && !Units.isTime(s))
                    .forEach(plainUnits::add);
            return;
        }
        String factor = multiplier.get();
        for (ColumnPath path : paths(statement)) {
            List<String> parts = Lexicon.stems(path.end().column());
            if (parts.stream().anyMatch(Units::isUnit)) {
                for (String stem : stems) {
                    if (Units.isUnit(stem) && !parts.contains(stem)) {
                        factors.computeIfAbsent(path.end(), c -> new HashMap<>()).put(stem, factor);
                        parts.stream()
                                .filter(Units::isUnit)
                                .forEach(own ->
                                        factorsOfUnits
                                                .computeIfAbsent(own, u -> new HashMap<>())
                                                .put(stem, factor));
                    }
                }
            }
        }
    }

    /**
     * The columns by which a table's rows are listed mostly; empty where no pair lists them.
     *
     * @param isName whether one pair is enough, because a column tells rows apart
     */
    Optional<List<ColumnRef>> listing(String table, Predicate<ColumnRef> isName) {
        return listings.getOrDefault(table, Map.of()).entrySet().stream()
                .filter(e -> e.getValue() > 1 || e.getKey().stream().allMatch(isName))
                .max(
                        Map.Entry.<List<ColumnRef>, Integer>comparingByValue()
                                .thenComparing(e -> e.getKey().toString()))
                .map(Map.Entry::getKey);
    }

    /** Whether pairs list a table's rows in the order of what they return. */
    boolean isOrdered(String table) {
        return ordered.contains(table);
    }

    /** Whether pairs take a number for true or false. */
    boolean isFlag(ColumnRef column) {
        return flags.contains(column);
    }

    /** To how many digits pairs round means; empty where they do not, or differ. */
    Optional<String> digits() {
        return digits.size() == 1
                ? digits.stream().filter(d -> !d.isEmpty()).findFirst()
                : Optional.empty();
    }

    /** Whether pairs return what they group by before the rest; empty where they differ. */
    Optional<Boolean> isGroupFirst() {
        return groupsFirst > 0 == groupsLast > 0 ? Optional.empty() : Optional.of(groupsFirst > 0);
    }

    /** The column by which all pairs filter a table's times; empty where they differ. */
    Optional<ColumnRef> timeColumn(String table) {
        var columns = timeColumns.getOrDefault(table, Set.of());
        return columns.size() == 1 ? columns.stream().findFirst() : Optional.empty();
    }

    /** Whether some pair has both tables, so that the way between them is known. */
    boolean areTogether(String one, String other) {
        return together.contains(one + " " + other);
    }

    /** Whether some pair has a column. */
    boolean isUsed(ColumnRef column) {
        return used.contains(column.toString());
    }

    /** Whether some pair compares one of some columns with a number or text. */
    boolean isCompared(List<ColumnRef> columns) {
        return columns.stream().anyMatch(comparedColumns::contains);
    }

    /** What a column's numbers are divided by to be in a unit; empty where no pair says. */
    Optional<String> factor(ColumnRef column, String unit) {
        String known = factors.getOrDefault(column, Map.of()).get(unit);
        if (known != null) {
            return Optional.of(known);
        }
        for (String own : Lexicon.stems(column.column())) {
            String alike = factorsOfUnits.getOrDefault(own, Map.of()).get(unit);
            if (alike != null && !own.equals(unit)) {
                return Optional.of(alike);
            }
        }
        return Lexicon.stems(column.column()).stream()
                .flatMap(own -> Units.ratio(own, unit).stream())
                .findFirst();
    }

    /**
     * Whether pairs say a unit of numbers that are kept in it, though no column's name says so:
     * "rent in euros" for {@code rent}.
     */
    boolean isPlain(String unit) {
        return plainUnits.contains(unit);
    }

    /** The units that pairs turn a column's numbers into. */
    Set<String> units(ColumnRef column) {
        return factors.getOrDefault(column, Map.of()).keySet();
    }

    /**
     * Tables, columns as {@code table.column} and their names as {@code .column} that all
     * statements have whose questions say a word; nothing where no pair does.
     */
    Set<String> linked(String stem) {
        return links.getOrDefault(stem, Set.of());
    }
}
