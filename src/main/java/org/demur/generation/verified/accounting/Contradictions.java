package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.verified.language.Abbreviations;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FunctionWords;
import org.demur.schema.Table;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
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
        /** A value of a table that the statement reads is in the question and not in it. */
        VALUE,
        /** Rows are left out that the question says are meant too. */
        INCLUSION,
        /** Rows are counted, and the question asks for no number. */
        COUNT,
        /** Rows are listed, and the question asks how many there are. */
        LIST,
        /** One figure is given, and the question asks for one of each. */
        GROUPS,
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
        /**
         * Rows of one table are related, and the question names them in the other order; or one is
         * taken for where something comes from that is said to be where it goes.
         */
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
                    "(?i)(?<![\\w.(])(?:[a-z_][\\w.]*|(?:date|datetime)\\([\\w.]+\\))\\s*(<=|>=|<|>)\\s*(?!select\\b|all\\b|any\\b)(?:(?:date|datetime)\\([a-z_][\\w.]*\\)|[a-z_][\\w.]*(?![\\w.(]))");

    /** A pattern without a wildcard. */
    private static final Pattern EXACTLY_LIKE = Pattern.compile("(?i)\\bLIKE '[^'%_]*'");

    /** The stems of how columns of reasons are called. */
    private static final Set<String> CAUSES = Set.of("reason", "caus", "diagnosi", "why");

    private static final Set<String> FIGURES =
            Set.of("COUNT", "SUM", "AVG", "MAX", "MIN", "TOTAL", "ROUND", "CAST");
    private static final int SHORTEST_WORD = 3;

    /** A condition that says whether something has happened. */
    private static final Pattern OPEN_OR_NOT =
            Pattern.compile("[\\w.]+ IS (?:NOT )?NULL\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern IS_THERE =
            Pattern.compile("([\\w.]+) IS NOT NULL\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern NEGATIVE =
            Pattern.compile("\\bNOT\\b|\\bEXCEPT\\b|<>|!=|LEFT JOIN", Pattern.CASE_INSENSITIVE);

    /** What stands before a value that is not meant. */
    private static final Pattern LEFT_OUT =
            Pattern.compile(
                    " (?:outside|except|excluding|without|besides|apart from|other than|but not|not)"
                            + "(?: (?:of|in|from|at|by|for|the|for the|in the|from the))* $");

    /** A division by what is no mere number. */
    private static final Pattern RATIO = Pattern.compile("/ ?\\(? ?(?:[A-Za-z_]|\\( ?SELECT)");

    /** What has none of something in another table. */
    private static final Pattern COUNTED_NONE =
            Pattern.compile(
                    "\\bNOT (?:IN|EXISTS)\\b|\\bEXCEPT\\b|LEFT JOIN", Pattern.CASE_INSENSITIVE);

    /** A sum or a count of rows, by itself or after what it is grouped by, and the first table. */
    private static final Pattern FIGURE =
            Pattern.compile(
                    "^SELECT (?:[\\w.]+, )*(?:COUNT ?\\( ?\\* ?\\)|(?:TOTAL|SUM) ?\\( ?([\\w.]+) ?\\))[^()]*? FROM (\\w+)",
                    Pattern.CASE_INSENSITIVE);

    /** A condition that one row may meet. */
    private static final Pattern ONE_ROW = Pattern.compile("(?<![<>!])= ?['\\d]|\\bLIMIT 1\\b");

    private static final int WORDS_AFTER_NO = 3;

    /** What stands before a time of which only a part is meant that nothing tells. */
    private static final Pattern VAGUE =
            Pattern.compile(
                    "(?i)\\b(?:early|mid|late|around|circa|spring|summer|autumn|fall|winter"
                            + "|(?:beginning|start|middle|end|first \\p{L}+|last \\p{L}+) of)[ -]*(?:of )?$");

    private static final int WORDS_BEFORE = 4;
    private static final Set<String> EACH = Set.of("each", "every");
    private static final Set<String> BEFORE_EACH =
            Set.of("for", "in", "by", "at", "on", "from", "with");

    /** A short word that a column may hold. */
    private static final Pattern CODE = Pattern.compile("\\p{L}{3,6}");

    private static final Pattern DAY =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d(?: 00:00:00| 23:59:59)?");
    private static final int DAY_LENGTH = 10;

    private final Set<ColumnRef> all = new HashSet<>();

    /** Columns of numbers that are no keys. */
    private final Set<ColumnRef> figures = new HashSet<>();

    private final Set<ColumnRef> temporal = new HashSet<>();
    private final Map<String, Set<ColumnRef>> columns = new HashMap<>();
    private final Map<String, Set<String>> tables = new HashMap<>();

    /** The tables, in lower case, where pairs look for a code. */
    private final Map<String, Set<String>> codes = new HashMap<>();

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
            for (String stem : StatementNames.stems(table.name())) {
                tables.computeIfAbsent(stem, _ -> new HashSet<>())
                        .add(StatementNames.folded(table.name()));
            }
            for (Column column : table.columns()) {
                var ref = new ColumnRef(table.name(), column.name());
                all.add(ref);
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
            var literals = pair.statement().literals();
            for (int i = 0; i < literals.size(); i++) {
                var column = pair.statement().contexts().get(i).column();
                if (column != null && CODE.matcher(literals.get(i).text()).matches()) {
                    codes.computeIfAbsent(literals.get(i).text(), _ -> new HashSet<>())
                            .add(StatementNames.folded(column.table()));
                }
            }
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
        var words = withAbbreviations(asked.words());
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
        kept(asked, sql, found);
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
        counts(form, statement, sql, found);
        counted(asked.question(), used, sql, found);
        groups(asked.question(), statement, sql, found);
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
        names(words, used, found);
        times(words, statement, sql, found);
        UnitContradictions.find(asked.question(), statement, sql, found);
        directions(asked.question(), statement, found);
        values(asked.question(), used, found);
        codes(asked.question(), used, found);
        lacking(asked.question(), statement, sql, found);
        roles(asked.question(), statement, found);
        periods(asked.question(), statement, found);
        return found;
    }

    /** Words, and parts of names that are short for them. */
    private Set<String> withAbbreviations(Set<String> words) {
        Set<String> all = new HashSet<>(words);
        for (String part : columns.keySet()) {
            if (words.stream().anyMatch(word -> Abbreviations.isShort(part, word))) {
                all.add(part);
            }
        }
        return all;
    }

    /** Rows that are kept or left out against words of the question. */
    private static void kept(Asked asked, String sql, List<Contradiction> found) {
        var form = asked.form();
        Matcher narrowing = OPEN_OR_NOT.matcher(sql);
        if (form.says(Phrase.INCLUSION) && narrowing.find()) {
            found.add(
                    Contradiction.ofStatement(
                            Sort.INCLUSION,
                            narrowing.group(),
                            narrowing.group(),
                            "The draft keeps only some of what the question includes (%s)."
                                    .formatted(narrowing.group())));
        }
        Matcher ended = IS_THERE.matcher(sql);
        if (form.says(Phrase.STILL) && ended.find() && !sql.contains(" IS NULL")) {
            found.add(
                    Contradiction.ofStatement(
                            Sort.NEGATION,
                            ended.group(),
                            ended.group(),
                            "The draft keeps what has %s, and the question asks for what has not yet."
                                    .formatted(ended.group(1))));
        }
        if (NEGATIVE.matcher(sql).find()) {
            return;
        }
        var tokens = asked.question().tokens();
        for (var mention : asked.question().values()) {
            int from = Math.max(0, mention.start() - WORDS_BEFORE);
            String before =
                    tokens.subList(from, mention.start()).stream()
                            .map(QuestionReading.Token::text)
                            .collect(Collectors.joining(" ", " ", " "));
            if (mention.isSpelt() && LEFT_OUT.matcher(before).find() && mention.isIn(sql)) {
                String value = mention.readings().getFirst().value();
                found.add(
                        Contradiction.ofQuestion(
                                Sort.NEGATION,
                                "without",
                                value,
                                "The question leaves out '%s', and the draft does not."
                                        .formatted(value)));
            }
        }
    }

    /** "Per town", and the draft is one figure. */
    private static void groups(
            QuestionReading question,
            ParsedStatement statement,
            String sql,
            List<Contradiction> found) {
        var select = statement.tree().select();
        boolean isOneFigure =
                sql.matches("(?i)SELECT (?:COUNT|SUM) ?\\(.*")
                        && !select.contains(new SqlNode.Word(","))
                        && !sql.contains("GROUP BY")
                        && !RATIO.matcher(sql).find();
        if (!isOneFigure) {
            return;
        }
        Set<String> own = new HashSet<>();
        returned(statement).forEach(c -> own.addAll(StatementNames.stems(c.column())));
        var tokens = question.tokens();
        for (int i = 1; i < tokens.size(); i++) {
            String stem = WordStem.of(tokens.get(i).text());
            String before = tokens.get(i - 1).text();
            boolean isEach =
                    before.equals("per")
                            || (EACH.contains(before)
                                    && i > 1
                                    && BEFORE_EACH.contains(tokens.get(i - 2).text()));
            if (isEach
                    && tokens.get(i).text().chars().allMatch(Character::isLetter)
                    && !question.isValueOrTime(i - 1)
                    && !question.isValueOrTime(i)
                    && !own.contains(stem)) {
                found.add(
                        Contradiction.ofQuestion(
                                Sort.GROUPS,
                                stem,
                                before + " " + tokens.get(i).text(),
                                "The question asks for a figure of each %s, and the draft gives one."
                                        .formatted(tokens.get(i).text())));
            }
        }
    }

    /** Values that a statement leaves out although it reads their table. */
    private static void values(
            QuestionReading question, StatementNames used, List<Contradiction> found) {
        for (var mention : question.values()) {
            boolean isOfTable =
                    mention.isSpelt()
                            && mention.readings().stream()
                                    .anyMatch(reading ->
                                            reading.column().equals(reading.root())
                                                    && used.tables()
                                                            .contains(
                                                                    StatementNames.folded(
                                                                            reading.column()
                                                                                    .table())));
            if (!isOfTable) {
                continue;
            }
            var words =
                    question.tokens().subList(mention.start(), mention.end()).stream()
                            .map(QuestionReading.Token::text)
                            .filter(word -> word.length() >= SHORTEST_WORD)
                            .filter(word -> !FunctionWords.ENGLISH.contains(word))
                            .map(WordStem::of)
                            .toList();
            if (!words.isEmpty() && words.stream().noneMatch(used.stems()::contains)) {
                String value = mention.readings().getFirst().value();
                found.add(
                        Contradiction.ofQuestion(
                                Sort.VALUE,
                                value,
                                value,
                                "Nothing in the draft answers '%s', which is a value of the database."
                                        .formatted(value)));
            }
        }
    }

    /** Codes that are short for words of the question, and that the statement does not look for. */
    private void codes(QuestionReading question, StatementNames used, List<Contradiction> found) {
        var words =
                question.tokens().stream()
                        .map(QuestionReading.Token::text)
                        .filter(word -> word.length() > SHORTEST_WORD)
                        .map(WordStem::of)
                        .collect(Collectors.toSet());
        codes.forEach((code, of) -> {
            if (of.stream().noneMatch(used.tables()::contains)
                    || used.stems().contains(WordStem.of(code))) {
                return;
            }
            for (String word : words) {
                boolean isMeant =
                        !used.stems().contains(word)
                                && (Abbreviations.isShort(code, word)
                                        || (word.length() > code.length() + 1
                                                && word.startsWith(code.toLowerCase(Locale.ROOT))));
                if (isMeant) {
                    found.add(
                            Contradiction.ofQuestion(
                                    Sort.VALUE,
                                    code + " " + word,
                                    word,
                                    "Nothing in the draft answers '%s', for which the database has '%s'."
                                            .formatted(word, code)));
                }
            }
        });
    }

    /** "No phone", and the draft does not look for what has none. */
    private void lacking(
            QuestionReading question,
            ParsedStatement statement,
            String sql,
            List<Contradiction> found) {
        var used = StatementNames.of(statement).tables();
        var tokens = question.tokens();
        for (int i = 1; i < tokens.size(); i++) {
            String word = tokens.get(i - 1).text();
            boolean isNone = word.equals("no") || word.equals("without");
            if (!isNone || question.isValueOrTime(i - 1)) {
                continue;
            }
            int last = Math.min(tokens.size(), i + WORDS_AFTER_NO);
            var named =
                    tokens.subList(i, last).stream()
                            .takeWhile(token -> Character.isLetter(token.text().charAt(0)))
                            .takeWhile(token -> !FunctionWords.ENGLISH.contains(token.text()))
                            .flatMap(token ->
                                    columns
                                            .getOrDefault(WordStem.of(token.text()), Set.of())
                                            .stream())
                            .filter(c -> used.contains(StatementNames.folded(c.table())))
                            .collect(Collectors.toSet());
            if (!named.isEmpty()
                    && !COUNTED_NONE.matcher(sql).find()
                    && named.stream().noneMatch(c -> isAbsent(c.column(), sql))) {
                found.add(
                        Contradiction.ofQuestion(
                                Sort.NEGATION,
                                "no " + tokens.get(i).text(),
                                word + " " + tokens.get(i).text(),
                                "The question asks for what has no %s, and the draft does not."
                                        .formatted(tokens.get(i).text())));
            }
        }
    }

    /** Whether a column is looked for where it holds nothing. */
    private static boolean isAbsent(String column, String sql) {
        return Pattern.compile(
                        "\\b"
                                + Pattern.quote(column)
                                + "\\)*\\s*(?:IS NULL|=\\s*(?:0|'')|<>|!=|=\\s*'(?i:n|no|none|false)')",
                        Pattern.CASE_INSENSITIVE)
                .matcher(sql)
                .find();
    }

    /** "To X", and the draft takes X for where it comes from. */
    private void roles(
            QuestionReading question, ParsedStatement statement, List<Contradiction> found) {
        Set<Boolean> said = new HashSet<>();
        for (var mention : question.values()) {
            int before = mention.start() - 1;
            if (before > 0 && question.tokens().get(before).text().equals("the")) {
                before--;
            }
            String word = before < 0 ? "" : question.tokens().get(before).text();
            if (Roles.COMING.contains(word) || Roles.GOING.contains(word)) {
                said.add(Roles.GOING.contains(word));
            }
        }
        if (said.size() != 1) {
            return;
        }
        boolean isGoing = said.contains(true);
        Set<ColumnRef> used = new HashSet<>();
        for (var path : statement.columns()) {
            used.add(path.root());
            path.hops().forEach(hop -> used.add(hop.column()));
            used.add(path.end());
        }
        for (var column : used) {
            Roles.opposite(column.column(), isGoing)
                    .map(other -> new ColumnRef(column.table(), other))
                    .filter(other -> all.contains(other) && !used.contains(other))
                    .ifPresent(other ->
                            found.add(
                                    Contradiction.ofStatement(
                                            Sort.DIRECTION,
                                            column.toString(),
                                            column.toString(),
                                            "The draft goes by %s, and the question says what is %s."
                                                    .formatted(column, other))));
        }
    }

    /** The days of a question's only time, against those of the draft. */
    private static void periods(
            QuestionReading question, ParsedStatement statement, List<Contradiction> found) {
        if (question.times().size() != 1) {
            return;
        }
        var time = question.times().getFirst();
        Matcher vague = VAGUE.matcher(question.text().substring(0, time.start()));
        if (vague.find()) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.TIME,
                            "vague",
                            vague.group().strip(),
                            "Nothing tells which days '%s' means."
                                    .formatted(
                                            question.text().substring(vague.start(), time.end()))));
        }
        var period = time.period("");
        if (period.isEmpty() || time.period("2").isPresent()) {
            return;
        }
        for (var filter : statement.times().values()) {
            var days =
                    filter.conjuncts().stream()
                            .flatMap(List::stream)
                            .filter(Literal.class::isInstance)
                            .map(node -> ((Literal) node).text())
                            .filter(text -> DAY.matcher(text).matches())
                            .map(text -> text.substring(0, DAY_LENGTH))
                            .sorted()
                            .toList();
            if (days.size() == 2
                    && !(days.getFirst().equals(period.get().first().toString())
                            && Set.of(
                                            period.get().last().toString(),
                                            period.get().next().toString())
                                    .contains(days.getLast()))) {
                found.add(
                        Contradiction.ofStatement(
                                Sort.TIME,
                                "range",
                                days.toString(),
                                "The draft asks for %s to %s, and the question for another time."
                                        .formatted(days.getFirst(), days.getLast())));
            }
        }
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
        moved.removeIf(stem -> columns.containsKey(stem) || tables.containsKey(stem));
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

    private void counts(
            QuestionForm form, ParsedStatement statement, String sql, List<Contradiction> found) {
        var select = statement.tree().select();
        var words =
                select.stream()
                        .filter(SqlNode.Word.class::isInstance)
                        .map(node -> ((SqlNode.Word) node).text().toUpperCase(Locale.ROOT))
                        .toList();
        boolean isOne = !words.contains(",");
        boolean isAsked = form.says(form.says(Phrase.WHICH) ? Phrase.HOW_MANY : Phrase.COUNT);
        if (isOne && words.contains("COUNT") && !words.contains(">") && !isAsked) {
            found.add(
                    Contradiction.ofStatement(
                            Sort.COUNT,
                            "",
                            "count",
                            "The draft counts, and the question does not ask how many."));
        }
        if (form.says(Phrase.HOW_MUCH)
                && words.stream().noneMatch(FIGURES::contains)
                && !ONE_ROW.matcher(sql).find()) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.LIST,
                            "how much",
                            "how much",
                            "The question asks how much it is, and the draft lists figures."));
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

    /** "How many bookings", and the draft adds up or counts something else. */
    private void counted(
            QuestionReading question, StatementNames used, String sql, List<Contradiction> found) {
        Matcher figure = FIGURE.matcher(sql);
        if (!figure.find()) {
            return;
        }
        String summed = figure.group(1) == null ? "" : figure.group(1);
        String from = StatementNames.folded(figure.group(2));
        var own = StatementNames.stems(summed);
        var tokens = question.tokens();
        for (int i = 2; i < tokens.size(); i++) {
            String asked = tokens.get(i - 2).text() + " " + tokens.get(i - 1).text();
            if (!asked.equals("how many") && !asked.equals("number of")) {
                continue;
            }
            var words =
                    tokens.subList(i, tokens.size()).stream()
                            .map(QuestionReading.Token::text)
                            .takeWhile(word -> word.chars().allMatch(Character::isLetter))
                            .takeWhile(word -> !FunctionWords.ENGLISH.contains(word))
                            .map(WordStem::of)
                            .toList();
            int end = i + words.size();
            boolean isWhole = end == tokens.size() || !tokens.get(end).text().equals("(");
            var named = words.isEmpty() || !isWhole ? Set.<String>of() : named(words.getLast());
            boolean isOther =
                    summed.isEmpty()
                            ? !named.contains(from)
                                    && named.stream().anyMatch(used.tables()::contains)
                            : words.stream().noneMatch(own::contains);
            if (!named.isEmpty() && isOther) {
                found.add(
                        Contradiction.ofQuestion(
                                Sort.COUNT,
                                summed + from + " " + words.getLast(),
                                asked + " " + words.getLast(),
                                "The question asks how many of '%s' there are, and the draft gives a figure of %s."
                                        .formatted(
                                                words.getLast(),
                                                summed.isEmpty() ? from : summed)));
            }
        }
    }

    /**
     * The tables, in lower case, that a word names by one of their words or what is short for it.
     */
    private Set<String> named(String stem) {
        Set<String> named = new HashSet<>();
        tables.forEach((part, of) -> {
            if (part.equals(stem) || Abbreviations.isShort(part, stem)) {
                named.addAll(of);
            }
        });
        return named;
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
        var with =
                Pattern.compile(
                        "(<=|>=|<>|!=|<|>|=)\\s*"
                                + Pattern.quote(comparison.number())
                                + "(?![\\d.])");
        Matcher match = with.matcher(sql);
        boolean any = false;
        boolean same = false;
        while (match.find()) {
            any = true;
            same |= match.group(1).equals(comparison.operator());
        }
        boolean isLimit =
                !any && sql.matches("(?s).*\\bLIMIT " + comparison.number() + "(?!\\d).*");
        if ((any && !same) || isLimit) {
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
            } else if (tables.containsKey(stem)) {
                found.add(unheard(Sort.TABLE, stem));
            }
        }
    }

    /** Times of columns that no word names, where one names another column with times. */
    private void times(
            Set<String> asked, ParsedStatement statement, String sql, List<Contradiction> found) {
        Set<ColumnRef> used = new LinkedHashSet<>();
        statement.times().values().forEach(filter -> used.add(filter.column().end()));
        returned(statement).forEach(used::add);
        statement.columns().stream()
                .map(ColumnPath::end)
                .filter(column -> isCompared(column.column(), sql))
                .forEach(used::add);
        for (var column : used) {
            if (!temporal.contains(column)
                    || StatementNames.stems(column.column()).stream().anyMatch(asked::contains)) {
                continue;
            }
            for (String stem : asked) {
                columns.getOrDefault(stem, Set.of()).stream()
                        .filter(other -> other.table().equals(column.table()))
                        .filter(other -> temporal.contains(other) && !used.contains(other))
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

    /** Whether a column is compared with another one. */
    private static boolean isCompared(String column, String sql) {
        String name = Pattern.quote(column);
        return Pattern.compile(
                        "\\b"
                                + name
                                + "\\)?\\s*[<>=]+\\s*[a-z_]|[a-z_][\\w.]*\\)?\\s*[<>=]+\\s*[\\w.(]*\\b"
                                + name
                                + "\\b",
                        Pattern.CASE_INSENSITIVE)
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
