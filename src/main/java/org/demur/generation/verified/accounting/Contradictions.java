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
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FunctionWords;
import org.demur.schema.Table;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlTreeWriter;
import org.jspecify.annotations.Nullable;

/**
 * Finds where a statement does the opposite of what a question's words say, whatever its pairs:
 * what pairs are too few to teach. What a pair itself does is no contradiction in its database.
 * Immutable once fitted; thread-safe.
 */
public final class Contradictions {
    /** Of what a question and a statement may contradict each other. */
    public enum Sort {
        /** Rows are kept that lack something, and no word of the question is negative. */
        NEGATION,
        /** Rows are counted, and the question asks for no number. */
        COUNT,
        /** Rows are listed, and the question asks how many there are. */
        LIST,
        /** A number or a column is compared otherwise than the question says. */
        COMPARISON,
        /**
         * A time is returned or compared with one column, and the question names another of its
         * table.
         */
        TIME,
        /**
         * The statement does what no word asks for: a mean, the first of several, either or both.
         */
        UNASKED,
        /** Rows of one table are related, and the question names them in the other order. */
        DIRECTION,
        /** A figure is in another unit than the question says. */
        UNIT,
        /** The question asks for what is to come. */
        FUTURE,
        /** The question asks why, and the statement reads no column that is called a reason. */
        CAUSE,
        /** A person, a time or a measure is asked for, and the columns returned hold none. */
        ANSWER,
        /**
         * The question names a column of a table that the statement reads, and it reads another.
         */
        COLUMN(Measurement.OTHER_COLUMN_NAMED),
        /** The question names a table that the statement does not read. */
        TABLE(Measurement.OTHER_TABLE_NAMED);

        private final @Nullable Measurement measurement;

        Sort() {
            this.measurement = null;
        }

        Sort(Measurement measurement) {
            this.measurement = measurement;
        }

        /**
         * Whether it alone makes a draft wrong. Among first drafts of Spider's training databases,
         * half or two thirds of the pairs known, those with a decisive one are wrong 1,835 times
         * and right 46 times; with COLUMN 1,279 and 58, with TABLE 621 and 27.
         */
        public boolean isDecisive() {
            return measurement == null;
        }

        /** How often it speaks against a draft; null for a decisive one. */
        public @Nullable Measurement measurement() {
            return measurement;
        }
    }

    /**
     * One contradiction.
     *
     * @param key what it is about, by which a pair that does the same excuses it
     */
    private record Contradiction(Sort sort, String key, Unaccounted unaccounted) {
        static Contradiction ofStatement(Sort sort, String key, String what, String explanation) {
            return new Contradiction(sort, key, new Unaccounted(Side.STATEMENT, what, explanation));
        }

        static Contradiction ofQuestion(Sort sort, String key, String what, String explanation) {
            return new Contradiction(sort, key, new Unaccounted(Side.QUESTION, what, explanation));
        }

        String excuse() {
            return sort + " " + key;
        }
    }

    private static final Pattern LACKING =
            Pattern.compile(
                    "([\\w.]+) IS NULL|\\b(NOT) (?:IN|EXISTS|LIKE)\\b|\\b(EXCEPT)\\b|(?:!=|<>) ?['\\d]|[\\w.]+ = 0(?![\\d.])",
                    Pattern.CASE_INSENSITIVE);

    /**
     * What a statement may do.
     *
     * @param done as it is written
     * @param phrase that asks for it
     */
    private record Unasked(Pattern done, Phrase phrase) {
        static Unasked of(String done, Phrase phrase) {
            return new Unasked(Pattern.compile(done, Pattern.CASE_INSENSITIVE), phrase);
        }
    }

    private static final List<Unasked> UNASKED =
            List.of(
                    Unasked.of("\\bAVG ?\\(", Phrase.AVERAGE),
                    Unasked.of("\\bLIMIT \\d+", Phrase.EXTREME),
                    Unasked.of("\\b(?:MAX|MIN) ?\\(", Phrase.EXTREME),
                    Unasked.of("\\bINTERSECT\\b", Phrase.BOTH),
                    Unasked.of("\\bUNION\\b", Phrase.EITHER));

    /** How columns of times are called, of whatever type: {@code paid_on}, {@code arrivalDate}. */
    private static final Pattern TIMES =
            Pattern.compile(
                    "(?i)(?:_on|_at|date|time|day|year|_since|_until|from|till)$|(?i)^(?:date|time)");

    private static final Pattern COMPARING = Pattern.compile("(<=|>=|<|>)\\s*(\\d+)(?![\\d.])");

    private static final Pattern COLUMNS_COMPARED =
            Pattern.compile(
                    "(?i)(?<![\\w.(])[a-z_][\\w.]*\\s*(<=|>=|<|>)\\s*(?!select\\b|all\\b|any\\b)[a-z_][\\w.]*(?![\\w.(])");

    /** A pattern without a wildcard. */
    private static final Pattern EXACTLY_LIKE = Pattern.compile("(?i)\\bLIKE '[^'%_]*'");

    /** A figure multiplied or divided by a number. */
    private static final Pattern CONVERSION = Pattern.compile("[*/]\\s*\\d|\\d\\s*[*/]");

    /** The stems of how columns of reasons are called. */
    private static final Set<String> CAUSES = Set.of("reason", "caus", "diagnosi", "why");

    /** Words before the unit of what is returned. */
    private static final Set<String> OF_UNITS =
            Set.of("in", "total", "average", "mean", "overall", "many");

    private static final Set<String> FIGURES =
            Set.of("COUNT", "SUM", "AVG", "MAX", "MIN", "TOTAL", "ROUND", "CAST");
    private static final int SHORTEST_WORD = 3;

    /** Columns of numbers that are no keys. */
    private final Set<ColumnRef> figures = new HashSet<>();

    private final Set<ColumnRef> temporal = new HashSet<>();
    private final Map<String, Set<ColumnRef>> columns = new HashMap<>();
    private final Set<String> tables = new HashSet<>();
    private final Set<String> excused = new HashSet<>();

    /** What pairs say around their first value, by statements that relate rows of one table. */
    private final Map<String, Around> around = new HashMap<>();

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
                    if (!isKey(table, column.name())) {
                        figures.add(ref);
                    }
                } else if (column.type().isTemporal() || TIMES.matcher(column.name()).find()) {
                    temporal.add(ref);
                }
            }
        }
        for (var pair : pairs) {
            if (relatesOneTable(pair.statement())) {
                around.computeIfAbsent(pair.statement().boundTemplate(), _ -> new Around())
                        .add(pair.question());
            }
        }
        for (var pair : pairs) {
            in(asked(pair.question()), pair.statement()).forEach(c -> excused.add(c.excuse()));
        }
    }

    private static boolean isKey(Table table, String column) {
        return table.primaryKey().contains(column)
                || table.foreignKeys().stream().anyMatch(key -> key.from().column().equals(column));
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
        var used = StatementNames.of(statement);
        kinds(form, used, found);
        if (!form.says(Phrase.NEGATION)) {
            Matcher lacking = LACKING.matcher(sql);
            while (lacking.find()) {
                String what = lacking.group().strip();
                if (what.endsWith("= 0")
                        && asked.question().numbers().stream().anyMatch(n -> n.is("0"))) {
                    continue;
                }
                found.add(
                        Contradiction.ofStatement(
                                Sort.NEGATION,
                                what,
                                what,
                                "The draft keeps what lacks something (%s), and nothing in the question is negative."
                                        .formatted(what)));
            }
        }
        for (var unasked : UNASKED) {
            Matcher done = unasked.done().matcher(sql);
            if (!form.says(unasked.phrase()) && done.find()) {
                String what = done.group().strip();
                found.add(
                        Contradiction.ofStatement(
                                Sort.UNASKED,
                                unasked.phrase().name(),
                                what,
                                "The draft has %s, and nothing in the question asks for it."
                                        .formatted(what)));
            }
        }
        counts(form, statement, found);
        answers(form, statement, found);
        for (var comparison : form.comparisons()) {
            compared(comparison, sql, found);
        }
        if (!form.says(Phrase.COMPARISON)) {
            Matcher comparing = COMPARING.matcher(sql);
            while (comparing.find()) {
                String number = comparing.group(2);
                if (asked.question().numbers().stream().anyMatch(n -> n.is(number))) {
                    found.add(
                            Contradiction.ofStatement(
                                    Sort.COMPARISON,
                                    comparing.group(1),
                                    comparing.group(),
                                    "The draft compares by %s, and the question asks for %s itself."
                                            .formatted(comparing.group(1), number)));
                }
            }
        }
        Matcher exact = EXACTLY_LIKE.matcher(sql);
        while (exact.find()) {
            found.add(
                    Contradiction.ofStatement(
                            Sort.COMPARISON,
                            "LIKE",
                            exact.group(),
                            "The draft looks for what contains a text and gives no place to the rest (%s)."
                                    .formatted(exact.group())));
        }
        columnsCompared(form, sql, found);
        names(asked.words(), used, found);
        times(asked.words(), statement, found);
        units(asked.question(), statement, sql, found);
        directions(asked.question(), statement, found);
        return found;
    }

    private static boolean relatesOneTable(ParsedStatement statement) {
        return new HashSet<>(statement.tables()).size() < statement.tables().size();
    }

    /** The stems of words on either side of the first value of questions. */
    private static final class Around {
        private final Set<String> before = new HashSet<>();
        private final Set<String> after = new HashSet<>();

        void add(QuestionReading question) {
            int value =
                    question.values().stream()
                            .mapToInt(QuestionReading.ValueMention::start)
                            .min()
                            .orElse(Integer.MAX_VALUE);
            for (int i = 0; i < question.tokens().size(); i++) {
                String word = question.tokens().get(i).text();
                if (word.length() >= SHORTEST_WORD && !question.isValueOrTime(i)) {
                    (i < value ? before : after).add(WordStem.of(word));
                }
            }
        }
    }

    /** "Who reports to X" against "to whom does X report". */
    private void directions(
            QuestionReading question, ParsedStatement statement, List<Contradiction> found) {
        String key = statement.boundTemplate();
        var known = around.get(key);
        if (known == null) {
            return;
        }
        var asked = new Around();
        asked.add(question);
        var moved = new TreeSet<>(asked.after);
        moved.retainAll(known.before);
        moved.removeAll(known.after);
        moved.removeAll(asked.before);
        moved.removeIf(stem -> columns.containsKey(stem) || tables.contains(stem));
        moved.removeIf(FunctionWords.ENGLISH::contains);
        for (String stem : moved) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.DIRECTION,
                            key + stem,
                            stem,
                            "The question says '%s' on the other side of the name than the verified query does."
                                    .formatted(stem)));
        }
    }

    /** Questions whose kind no statement answers. */
    private static void kinds(QuestionForm form, StatementNames used, List<Contradiction> found) {
        if (form.says(Phrase.FUTURE)) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.FUTURE,
                            "",
                            "will",
                            "The question asks for what is to come, and no verified query does."));
        }
        if (form.says(Phrase.CAUSE) && used.stems().stream().noneMatch(CAUSES::contains)) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.CAUSE,
                            "",
                            "why",
                            "The question asks why, and the draft reads no column of reasons."));
        }
    }

    private void counts(QuestionForm form, ParsedStatement statement, List<Contradiction> found) {
        var select = statement.tree().select();
        var words =
                select.stream()
                        .filter(SqlNode.Word.class::isInstance)
                        .map(node -> ((SqlNode.Word) node).text().toUpperCase(Locale.ROOT))
                        .toList();
        boolean isOne = !words.contains(",");
        if (isOne && words.contains("COUNT") && !words.contains(">") && !form.says(Phrase.COUNT)) {
            found.add(
                    Contradiction.ofStatement(
                            Sort.COUNT,
                            "",
                            "count",
                            "The draft counts, and the question does not ask how many."));
        }
        if (form.says(Phrase.ONE_COUNT)) {
            boolean isFigure = words.stream().anyMatch(FIGURES::contains);
            boolean isNumber = returned(statement).anyMatch(figures::contains);
            boolean isGrouped = isFigure && !isOne && !statement.tree().group().isEmpty();
            if (isGrouped || (!isFigure && !isNumber)) {
                found.add(
                        Contradiction.ofQuestion(
                                Sort.LIST,
                                isOne ? "rows" : "groups",
                                "how many",
                                "The question asks how many there are, and the draft lists them."));
            }
        }
    }

    /**
     * What the first words of a question ask for, against the types of columns that are returned.
     */
    private void answers(QuestionForm form, ParsedStatement statement, List<Contradiction> found) {
        var returned = returned(statement).toList();
        boolean isPlain =
                !returned.isEmpty()
                        && statement.tree().select().stream()
                                .allMatch(node ->
                                        node instanceof ColumnPath
                                                || node.equals(new SqlNode.Word(","))
                                                || node.equals(new SqlNode.Word("DISTINCT")));
        if (!isPlain) {
            return;
        }
        String lacking = lacking(form, returned);
        if (!lacking.isEmpty()) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.ANSWER,
                            lacking + " " + returned,
                            lacking,
                            "The question asks for %s, and the draft returns %s."
                                    .formatted(lacking, returned)));
        }
    }

    /** What is asked for and none of some columns holds; empty where it is there, or unknown. */
    private String lacking(QuestionForm form, List<ColumnRef> returned) {
        boolean isTime = returned.stream().anyMatch(temporal::contains);
        boolean isNumber = returned.stream().anyMatch(figures::contains);
        if (form.says(Phrase.PERSON)) {
            boolean mayBeName =
                    returned.stream().anyMatch(c -> !temporal.contains(c) && !figures.contains(c));
            return mayBeName ? "" : "a person";
        }
        if (form.says(Phrase.MOMENT)) {
            boolean isYear =
                    returned.stream()
                            .anyMatch(c -> StatementNames.stems(c.column()).contains("year"));
            return isTime || isYear ? "" : "a time";
        }
        return form.says(Phrase.MEASURE) && !isNumber && !isTime ? "a number" : "";
    }

    private static Stream<ColumnRef> returned(ParsedStatement statement) {
        return statement.tree().select().stream()
                .filter(ColumnPath.class::isInstance)
                .map(node -> ((ColumnPath) node).end());
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
                    Contradiction.ofQuestion(
                            Sort.COMPARISON,
                            comparison.operator(),
                            comparison.operator() + " " + comparison.number(),
                            "The question compares with %s by %s, the draft otherwise."
                                    .formatted(comparison.number(), comparison.operator())));
        }
    }

    /** Columns compared with each other although no word compares, or one the other way round. */
    private static void columnsCompared(QuestionForm form, String sql, List<Contradiction> found) {
        Matcher comparing = COLUMNS_COMPARED.matcher(sql);
        while (comparing.find()) {
            boolean isMore = comparing.group(1).startsWith(">");
            boolean saysSo = form.says(isMore ? Phrase.MORE : Phrase.LESS);
            boolean saysOther = form.says(isMore ? Phrase.LESS : Phrase.MORE);
            boolean isTurned = saysOther && !saysSo && !form.says(Phrase.NEGATION);
            boolean isUnsaid = !saysSo && !saysOther && !form.says(Phrase.COMPARISON);
            if (isTurned || isUnsaid) {
                found.add(
                        Contradiction.ofStatement(
                                Sort.COMPARISON,
                                comparing.group(),
                                comparing.group(),
                                "The draft compares %s, and the question does not."
                                        .formatted(comparing.group())));
            }
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
    private void names(Set<String> asked, StatementNames used, List<Contradiction> found) {
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
        var filtered = statement.times().values().stream().map(filter -> filter.column().end());
        for (var column : Stream.concat(filtered, returned(statement)).distinct().toList()) {
            if (!temporal.contains(column)
                    || StatementNames.stems(column.column()).stream().anyMatch(asked::contains)) {
                continue;
            }
            for (String stem : asked) {
                columns.getOrDefault(stem, Set.of()).stream()
                        .filter(other -> other.table().equals(column.table()))
                        .filter(temporal::contains)
                        .findFirst()
                        .ifPresent(other ->
                                found.add(
                                        Contradiction.ofStatement(
                                                Sort.TIME,
                                                stem + " " + column,
                                                column.toString(),
                                                "The draft takes the time from %s, and '%s' names %s."
                                                        .formatted(column, stem, other))));
            }
        }
    }

    /** Units said of a number, or after "in", against those in the names of columns. */
    private static void units(
            QuestionReading question,
            ParsedStatement statement,
            String sql,
            List<Contradiction> found) {
        boolean isConverted = CONVERSION.matcher(sql).find();
        Set<String> own = new TreeSet<>();
        statement.columns().forEach(p -> own.addAll(StatementNames.stems(p.end().column())));
        for (int i = 1; i < question.tokens().size(); i++) {
            String unit = WordStem.of(question.tokens().get(i).text());
            var dimension = Units.dimension(unit);
            if (dimension.isEmpty() || question.isValueOrTime(i) || !isSaidOf(question, i, sql)) {
                continue;
            }
            var recorded = own.stream().filter(o -> dimension.equals(Units.dimension(o))).toList();
            if (!recorded.isEmpty() && recorded.contains(unit) == isConverted) {
                found.add(
                        Contradiction.ofQuestion(
                                Sort.UNIT,
                                unit + " " + recorded + " " + isConverted,
                                unit,
                                isConverted
                                        ? "The question says '%s', as the database does, and the draft converts it."
                                                .formatted(unit)
                                        : "The question says '%s', the database '%s', and the draft does not convert it."
                                                .formatted(unit, recorded.getFirst())));
            }
        }
    }

    /**
     * Whether a word follows a number that the statement has, or, as a plural or an abbreviation,
     * "in" or "total". A number that the statement has not may have been converted by who wrote it.
     */
    private static boolean isSaidOf(QuestionReading question, int token, String sql) {
        int before = token - 1;
        String word = question.tokens().get(token).text();
        return question.numbers().stream()
                        .filter(number -> number.token() == before)
                        .anyMatch(number -> hasNumber(sql, number.value()))
                || (OF_UNITS.contains(question.tokens().get(before).text())
                        && (word.endsWith("s") || word.length() == 2));
    }

    private static boolean hasNumber(String sql, String number) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(number) + "(?![\\w.])")
                .matcher(sql)
                .find();
    }

    private static Contradiction unheard(Sort sort, String stem) {
        return Contradiction.ofQuestion(
                sort,
                stem,
                stem,
                "Nothing in the draft answers '%s', which names a %s of the database."
                        .formatted(stem, sort.name().toLowerCase(Locale.ROOT)));
    }
}
