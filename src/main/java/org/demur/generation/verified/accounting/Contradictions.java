package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.WordStem;
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
         * taken for where something comes from that is said to be where it goes; or verified
         * queries of the statement say the opposite of a word of the question.
         */
        DIRECTION,
        /** A figure is in another unit than the question says. */
        UNIT,
        /** The question asks for what is to come. */
        FUTURE,
        /** The question asks for something to be done. */
        COMMAND,
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

    /** What one of these consists of, for who keeps it. */
    public static final List<Class<?>> PARTS =
            List.of(
                    CountContradictions.class,
                    DirectionContradictions.class,
                    Opposites.class,
                    SchemaNames.class,
                    TimeContradictions.class,
                    UnitContradictions.class,
                    ValueContradictions.class);

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

    private static final Pattern COMPARING = Pattern.compile("(<=|>=|<|>)\\s*(\\d+)(?![\\d.])");

    private static final Pattern COLUMNS_COMPARED =
            Pattern.compile(
                    "(?i)(?<![\\w.(])(?:[a-z_][\\w.]*|(?:date|datetime)\\([\\w.]+\\))\\s*(<=|>=|<|>)\\s*(?!select\\b|all\\b|any\\b)(?:(?:date|datetime)\\([a-z_][\\w.]*\\)|[a-z_][\\w.]*(?![\\w.(]))");

    /** A pattern without a wildcard. */
    private static final Pattern EXACTLY_LIKE = Pattern.compile("(?i)\\bLIKE '[^'%_]*'");

    /** The stems of how columns of reasons are called. */
    private static final Set<String> CAUSES = Set.of("reason", "caus", "diagnosi", "why");

    /** Words before what is to be done. */
    private static final Set<String> POLITE = Set.of("please", "kindly", "can", "could", "you");

    /** Letters of a word that may name or tell something. */
    static final int SHORTEST_WORD = 3;

    /** A condition that says whether something has happened. */
    private static final Pattern OPEN_OR_NOT =
            Pattern.compile("[\\w.]+ IS (?:NOT )?NULL\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern IS_THERE =
            Pattern.compile("([\\w.]+) IS NOT NULL\\b", Pattern.CASE_INSENSITIVE);

    private final SchemaNames names;
    private final CountContradictions counts;
    private final ValueContradictions values;
    private final TimeContradictions times;
    private final DirectionContradictions directions;
    private final Set<String> excused = new HashSet<>();

    /**
     * Learns the names of a schema, and what pairs do although words contradict it.
     *
     * @param pairs questions with their statements
     */
    public Contradictions(DatabaseSchema schema, Collection<Licences.Pair> pairs) {
        this.names = new SchemaNames(schema);
        this.counts = new CountContradictions(names);
        this.values = new ValueContradictions(names, pairs);
        this.times = new TimeContradictions(names);
        this.directions = new DirectionContradictions(names, pairs);
        for (var pair : pairs) {
            in(asked(pair.question()), pair.statement()).forEach(c -> excused.add(c.excuse()));
        }
    }

    /**
     * A question to hold drafts against.
     *
     * @param words the stems of those that are no mention of a value or a time, and parts of
     *     columns' names that are short for them
     */
    public record Asked(QuestionReading question, QuestionForm form, Set<String> words) {}

    /** Reads a question, once for all its drafts. */
    public Asked asked(QuestionReading question) {
        return new Asked(
                question,
                QuestionForm.of(question.text()),
                names.withAbbreviations(words(question)));
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
        kinds(asked, used, found);
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
        kept(form, sql, found);
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
        counts.find(asked, statement, used, sql, found);
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
        values.find(asked, used, sql, found);
        times.find(asked, statement, sql, found);
        UnitContradictions.find(asked.question(), statement, sql, found);
        directions.find(asked.question(), statement, found);
        return found;
    }

    /** Rows that are kept or left out against words of the question. */
    private static void kept(QuestionForm form, String sql, List<Contradiction> found) {
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
    }

    /** Questions whose kind no statement answers. */
    private static void kinds(Asked asked, StatementNames used, List<Contradiction> found) {
        var form = asked.form();
        if (form.says(Phrase.FUTURE)) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.FUTURE,
                            "",
                            "will",
                            "The question asks for what is to come, and no verified query does."));
        }
        if (form.says(Phrase.COMMAND)) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.COMMAND,
                            "",
                            asked.question().tokens().stream()
                                    .map(QuestionReading.Token::text)
                                    .filter(word -> !POLITE.contains(word))
                                    .findFirst()
                                    .orElseThrow(),
                            "The question asks for something to be done, and a query only reads."));
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
                    names.columns(stem).stream()
                            .anyMatch(column ->
                                    used.tables().contains(StatementNames.folded(column.table())));
            if (isSibling) {
                found.add(unheard(Sort.COLUMN, stem));
            } else if (names.isTable(stem)) {
                found.add(unheard(Sort.TABLE, stem));
            }
        }
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
