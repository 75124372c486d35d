package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.demur.generation.sqltree.SqlNode;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlTreeWriter;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;
import org.demur.schema.WordStem;

/**
 * Finds where a statement does the opposite of what a question's words say, whatever its pairs:
 * what pairs are too few to teach. What a pair itself does is no contradiction in its database.
 * Immutable once fitted; thread-safe.
 */
public final class Contradictions {
    /** Of what a question and a statement may contradict each other. */
    public enum Sort {
        /** Rows are kept that lack something, and no word of the question is negative. */
        NEGATION(true),
        /** Rows are counted, and the question asks for no number. */
        COUNT(true),
        /** Rows are listed, and the question asks how many there are. */
        LIST(true),
        /** A number is compared otherwise than the question says. */
        COMPARISON(true),
        /** A time is compared with one column, and the question names another of its table. */
        TIME(true),
        /**
         * The question names a column of a table that the statement reads, and it reads another.
         */
        COLUMN(false),
        /** The question names a table that the statement does not read. */
        TABLE(false);

        private final boolean decisive;

        Sort(boolean decisive) {
            this.decisive = decisive;
        }

        /**
         * Whether it alone makes a draft wrong. Among first drafts of Spider's training databases,
         * half of the pairs known, those with a decisive one are wrong 519 times and right 14
         * times, with COLUMN 1,279 and 58, with TABLE 621 and 27.
         */
        public boolean isDecisive() {
            return decisive;
        }
    }

    /**
     * One contradiction.
     *
     * @param key what it is about, by which a pair that does the same excuses it
     */
    private record Contradiction(Sort sort, String key, Unaccounted unaccounted) {
        String excuse() {
            return sort + " " + key;
        }
    }

    private static final Pattern LACKING =
            Pattern.compile(
                    "([\\w.]+) IS NULL|\\b(NOT) (?:IN|EXISTS|LIKE)\\b|\\b(EXCEPT)\\b",
                    Pattern.CASE_INSENSITIVE);

    /** How columns of times are called, of whatever type: {@code paid_on}, {@code arrivalDate}. */
    private static final Pattern TIMES =
            Pattern.compile(
                    "(?i)(?:_on|_at|date|time|day|year|_since|_until|from|till)$|(?i)^(?:date|time)");

    private static final Pattern COMPARING = Pattern.compile("(<=|>=|<|>)\\s*(\\d+)(?![\\d.])");
    private static final Set<String> FIGURES =
            Set.of("COUNT", "SUM", "AVG", "MAX", "MIN", "TOTAL", "ROUND", "CAST");
    private static final int SHORTEST_WORD = 3;

    private final Set<ColumnRef> numeric = new HashSet<>();
    private final Set<ColumnRef> temporal = new HashSet<>();
    private final Map<String, Set<ColumnRef>> columns = new HashMap<>();
    private final Set<String> tables = new HashSet<>();
    private final Set<String> excused = new HashSet<>();

    /**
     * Learns the names of a schema, and what pairs do although words contradict it.
     *
     * @param pairs questions with their statements
     */
    public Contradictions(DatabaseSchema schema, Collection<Licences.Pair> pairs) {
        for (Table table : schema.tables()) {
            tables.addAll(StatementNames.stems(table.name()));
            for (Column column : table.columns()) {
                var ref = new ColumnRef(table.name(), column.name());
                for (String stem : StatementNames.stems(column.name())) {
                    columns.computeIfAbsent(stem, _ -> new HashSet<>()).add(ref);
                }
                if (column.type().isNumeric()) {
                    numeric.add(ref);
                } else if (column.type().isTemporal() || TIMES.matcher(column.name()).find()) {
                    temporal.add(ref);
                }
            }
        }
        for (var pair : pairs) {
            in(asked(pair.question()), pair.statement()).forEach(c -> excused.add(c.excuse()));
        }
    }

    /**
     * A question to hold drafts against.
     *
     * @param words the stems of those that are no mention of a value or a time
     */
    public record Asked(QuestionReading question, QuestionForm form, Set<String> words) {}

    /** Reads a question, once for all its drafts. */
    public static Asked asked(QuestionReading question) {
        return new Asked(question, QuestionForm.of(question.text()), words(question));
    }

    /** What a question and a draft contradict each other in, by sort. */
    public Map<Sort, List<Unaccounted>> between(Asked asked, ParsedStatement draft) {
        Map<Sort, List<Unaccounted>> found = new EnumMap<>(Sort.class);
        for (var contradiction : in(asked, draft)) {
            if (!excused.contains(contradiction.excuse())) {
                found.computeIfAbsent(contradiction.sort(), _ -> new ArrayList<>())
                        .add(contradiction.unaccounted());
            }
        }
        return found;
    }

    private List<Contradiction> in(Asked asked, ParsedStatement statement) {
        List<Contradiction> found = new ArrayList<>();
        var form = asked.form();
        String sql = SqlTreeWriter.write(statement.tree()).orElse("");
        if (!form.mayNegate()) {
            Matcher lacking = LACKING.matcher(sql);
            while (lacking.find()) {
                String what = lacking.group().strip();
                found.add(
                        new Contradiction(
                                Sort.NEGATION,
                                what,
                                new Unaccounted(
                                        Side.STATEMENT,
                                        what,
                                        "The draft keeps what lacks something (%s), and nothing in the question is negative."
                                                .formatted(what))));
            }
        }
        counts(form, statement, found);
        for (var comparison : form.comparisons()) {
            compared(comparison, sql, found);
        }
        if (!form.mayCompare()) {
            Matcher comparing = COMPARING.matcher(sql);
            while (comparing.find()) {
                String number = comparing.group(2);
                if (asked.question().numbers().stream().anyMatch(n -> n.is(number))) {
                    found.add(
                            new Contradiction(
                                    Sort.COMPARISON,
                                    comparing.group(1),
                                    new Unaccounted(
                                            Side.STATEMENT,
                                            comparing.group(),
                                            "The draft compares by %s, and the question asks for %s itself."
                                                    .formatted(comparing.group(1), number))));
                }
            }
        }
        names(asked.words(), statement, found);
        times(asked.words(), statement, found);
        return found;
    }

    private void counts(QuestionForm form, ParsedStatement statement, List<Contradiction> found) {
        var select = statement.tree().select();
        var words =
                select.stream()
                        .filter(SqlNode.Word.class::isInstance)
                        .map(node -> ((SqlNode.Word) node).text().toUpperCase(Locale.ROOT))
                        .toList();
        boolean isOne = !words.contains(",");
        if (isOne && words.contains("COUNT") && !words.contains(">") && !form.mayCount()) {
            found.add(
                    new Contradiction(
                            Sort.COUNT,
                            "",
                            new Unaccounted(
                                    Side.STATEMENT,
                                    "count",
                                    "The draft counts, and the question does not ask how many.")));
        }
        if (form.wantsOneCount()) {
            boolean isFigure = words.stream().anyMatch(FIGURES::contains);
            boolean isNumber =
                    select.stream()
                            .filter(ColumnPath.class::isInstance)
                            .map(node -> ((ColumnPath) node).end())
                            .anyMatch(numeric::contains);
            boolean isGrouped = isFigure && !isOne && !statement.tree().group().isEmpty();
            if (isGrouped || (!isFigure && !isNumber)) {
                found.add(
                        new Contradiction(
                                Sort.LIST,
                                isOne ? "rows" : "groups",
                                new Unaccounted(
                                        Side.QUESTION,
                                        "how many",
                                        "The question asks how many there are, and the draft lists them.")));
            }
        }
    }

    private static void compared(
            QuestionForm.Comparison comparison, String sql, List<Contradiction> found) {
        var with = Pattern.compile("(<=|>=|<>|!=|<|>|=)\\s*" + comparison.number() + "(?![\\d.])");
        Matcher match = with.matcher(sql);
        boolean any = false;
        boolean same = false;
        while (match.find()) {
            any = true;
            same |= match.group(1).equals(comparison.operator());
        }
        if (any && !same) {
            found.add(
                    new Contradiction(
                            Sort.COMPARISON,
                            comparison.operator(),
                            new Unaccounted(
                                    Side.QUESTION,
                                    comparison.operator() + " " + comparison.number(),
                                    "The question compares with %s by %s, the draft otherwise."
                                            .formatted(
                                                    comparison.number(), comparison.operator()))));
        }
    }

    private static Set<String> words(QuestionReading question) {
        Set<String> asked = new HashSet<>();
        for (int i = 0; i < question.tokens().size(); i++) {
            String word = question.tokens().get(i).text();
            if (word.length() >= SHORTEST_WORD
                    && word.chars().allMatch(Character::isLetter)
                    && !question.isValueOrTime(i)) {
                asked.add(WordStem.of(word));
            }
        }
        return asked;
    }

    /** Words that name a column or a table which the statement does not use. */
    private void names(Set<String> asked, ParsedStatement statement, List<Contradiction> found) {
        var used = StatementNames.of(statement);
        for (String stem : asked) {
            if (used.stems().contains(stem)) {
                continue;
            }
            boolean isSibling =
                    columns.getOrDefault(stem, Set.of()).stream()
                            .anyMatch(column ->
                                    used.tables().contains(StatementNames.folded(column.table())));
            if (isSibling) {
                found.add(unheard(Sort.COLUMN, stem));
            } else if (tables.contains(stem)) {
                found.add(unheard(Sort.TABLE, stem));
            }
        }
    }

    /** Times of columns that no word names, where one names another column with times. */
    private void times(Set<String> asked, ParsedStatement statement, List<Contradiction> found) {
        for (var filter : statement.times().values()) {
            var column = filter.column().end();
            if (StatementNames.stems(column.column()).stream().anyMatch(asked::contains)) {
                continue;
            }
            for (String stem : asked) {
                columns.getOrDefault(stem, Set.of()).stream()
                        .filter(other -> other.table().equals(column.table()))
                        .filter(temporal::contains)
                        .findFirst()
                        .ifPresent(other ->
                                found.add(
                                        new Contradiction(
                                                Sort.TIME,
                                                stem + " " + column,
                                                new Unaccounted(
                                                        Side.STATEMENT,
                                                        column.toString(),
                                                        "The draft takes the time from %s, and '%s' names %s."
                                                                .formatted(column, stem, other)))));
            }
        }
    }

    private static Contradiction unheard(Sort sort, String stem) {
        return new Contradiction(
                sort,
                stem,
                new Unaccounted(
                        Side.QUESTION,
                        stem,
                        "Nothing in the draft answers '%s', which names a %s of the database."
                                .formatted(stem, sort.name().toLowerCase(Locale.ROOT))));
    }
}
