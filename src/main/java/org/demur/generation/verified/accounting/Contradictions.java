package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.Comparison;
import org.demur.sql.StatementTokens.NullTest;
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
        /**
         * The question asks for what is still there, and nothing leaves out what has ended; or for
         * what may be or has been.
         */
        STATE,
        /** The question asks for something to be done. */
        COMMAND,
        /** The question asks why, and the statement reads no column that is called a reason. */
        CAUSE,
        /**
         * A person, a place, a time, an amount or a measure is asked for, and the columns returned
         * or read hold none.
         */
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
                    AbsenceContradictions.class,
                    AnswerContradictions.class,
                    ComparisonContradictions.class,
                    CountContradictions.class,
                    DirectionContradictions.class,
                    Opposites.class,
                    PrepositionContradictions.class,
                    SchemaNames.class,
                    StateContradictions.class,
                    TimeContradictions.class,
                    UnitContradictions.class,
                    ValueContradictions.class);

    /**
     * What a statement may do.
     *
     * @param what any of these functions, each before its bracket, or words
     * @param phrase that asks for it
     */
    private record Unasked(List<String> what, Phrase phrase) {
        boolean isDoneBy(StatementTokens tokens) {
            return what.stream().anyMatch(word -> tokens.has(word.split(" ", -1)));
        }
    }

    private static final List<Unasked> UNASKED =
            List.of(
                    new Unasked(List.of("AVG ("), Phrase.AVERAGE),
                    new Unasked(List.of("LIMIT"), Phrase.EXTREME),
                    new Unasked(List.of("MAX (", "MIN ("), Phrase.EXTREME),
                    new Unasked(List.of("INTERSECT"), Phrase.BOTH),
                    new Unasked(List.of("UNION"), Phrase.EITHER));

    /** The stems of how columns of reasons are called. */
    private static final Set<String> CAUSES = Set.of("reason", "caus", "diagnosi", "why");

    /** Words before what is to be done. */
    private static final Set<String> POLITE = Set.of("please", "kindly", "can", "could", "you");

    /** Words that begin what is asked for, and name no column there. */
    private static final Set<String> REQUESTS =
            Set.of("count", "number", "name", "list", "show", "total");

    /** What is not done, or not yet. */
    private static final Pattern UNDONE =
            Pattern.compile(
                    "(?i)\\bun(?!til|der|it|ion|ique|iversity|less|iform|known|specified|set|named|listed)"
                            + "-?(\\p{L}{3,})");

    /** Letters of a word that may name or tell something. */
    static final int SHORTEST_WORD = 3;

    private final SchemaNames names;
    private final AnswerContradictions answers;
    private final ComparisonContradictions comparisons;
    private final CountContradictions counts;
    private final ValueContradictions values;
    private final TimeContradictions times;
    private final DirectionContradictions directions;
    private final PrepositionContradictions prepositions;
    private final StateContradictions states;
    private final UnitContradictions units;
    private final AbsenceContradictions absences;
    private final Set<String> excused = new HashSet<>();

    /**
     * Learns the names of a schema, and what pairs do although words contradict it.
     *
     * @param pairs questions with their statements
     */
    public Contradictions(DatabaseSchema schema, Collection<Licences.Pair> pairs) {
        this.names = new SchemaNames(schema);
        this.answers = new AnswerContradictions(names, pairs);
        this.comparisons = new ComparisonContradictions(names);
        this.counts = new CountContradictions(names);
        this.values = new ValueContradictions(names, pairs);
        this.times = new TimeContradictions(names, pairs);
        this.directions = new DirectionContradictions(names, pairs);
        this.prepositions = new PrepositionContradictions(names, pairs);
        this.states = new StateContradictions(names, pairs);
        this.units = new UnitContradictions(names, pairs);
        this.absences = new AbsenceContradictions(names, pairs);
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
    public record Asked(
            QuestionReading question,
            QuestionForm form,
            Set<String> words,
            StateContradictions.Said states) {}

    /** Reads a question, once for all its drafts. */
    public Asked asked(QuestionReading question) {
        return new Asked(
                question,
                QuestionForm.of(question.text()),
                names.withAbbreviations(words(question)),
                StateContradictions.Said.in(question.text()));
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

    /** What a question and a statement contradict each other in that no likelihood makes good. */
    public Optional<Unaccounted> decisive(Asked asked, ParsedStatement statement) {
        return between(asked, statement).entrySet().stream()
                .filter(found -> found.getKey().isDecisive())
                .map(found -> found.getValue().getFirst())
                .findFirst();
    }

    private List<Contradiction> in(Asked asked, ParsedStatement statement) {
        List<Contradiction> found = new ArrayList<>();
        var form = asked.form();
        var tokens = StatementTokens.of(statement.tree());
        var used = StatementNames.of(statement);
        kinds(asked, used, found);
        if (!form.says(Phrase.NEGATION)) {
            lacking(asked.question(), tokens, found);
        }
        undone(asked.question(), statement, used, tokens, found);
        kept(form, tokens, found);
        others(form, tokens, found);
        if (keepsAnyRow(statement, tokens)) {
            if (form.says(Phrase.NEVER)) {
                otherRows(tokens, found);
            }
            ComparisonContradictions.only(asked.question(), tokens, found);
        }
        for (var unasked : UNASKED) {
            if (!form.says(unasked.phrase()) && unasked.isDoneBy(tokens)) {
                String what = String.join(" or ", unasked.what()).replace(" (", "");
                found.add(
                        Contradiction.ofStatement(
                                Sort.UNASKED,
                                unasked.phrase().name(),
                                what,
                                "The draft has %s, and nothing in the question asks for it."
                                        .formatted(what)));
            }
        }
        answers.find(asked, statement, used, tokens, found);
        counts.find(asked, statement, used, tokens, found);
        names(asked, used, found);
        comparisons.find(asked, used, tokens, found);
        values.find(asked, used, tokens, found);
        times.find(asked, statement, used, tokens, found);
        units.find(asked, statement, tokens, found);
        absences.find(statement, tokens, found);
        directions.find(asked, statement, found);
        prepositions.find(asked.question(), statement, found);
        states.find(asked.question(), asked.states(), statement, tokens, found);
        return found;
    }

    /** Rows that are kept for lacking something, where no word of the question is negative. */
    private static void lacking(
            QuestionReading question, StatementTokens tokens, List<Contradiction> found) {
        Map<String, String> lacking = new LinkedHashMap<>();
        tokens.nullTests().stream()
                .filter(NullTest::isNull)
                .forEach(test -> lacking.put(test.toString(), test.toString()));
        for (String word : List.of("IN", "EXISTS", "LIKE")) {
            if (tokens.has("NOT", word)) {
                lacking.put("NOT " + word, "NOT " + word);
            }
        }
        if (tokens.has("EXCEPT")) {
            lacking.put("EXCEPT", "EXCEPT");
        }
        boolean saysNone = question.numbers().stream().anyMatch(n -> n.is("0"));
        for (var comparison : tokens.comparisons()) {
            boolean isZero = comparison.operator().equals("=") && comparison.right().equals("0");
            if (comparison.isUnequal() && comparison.isWithValue()) {
                lacking.put(comparison.operator(), comparison.toString().strip());
            } else if (isZero && !comparison.left().isEmpty() && !saysNone) {
                lacking.put(comparison.toString(), comparison.toString());
            }
        }
        lacking.forEach((key, what) ->
                found.add(
                        Contradiction.ofStatement(
                                Sort.NEGATION,
                                key,
                                what,
                                "The draft keeps what lacks something (%s), and nothing in the question is negative."
                                        .formatted(what))));
    }

    /**
     * "Unsubscribed", which alone is negative, and the draft looks for what has no email. A time or
     * a reference that is lacking may be called anything: "unsold", "unassigned".
     */
    private void undone(
            QuestionReading question,
            ParsedStatement statement,
            StatementNames used,
            StatementTokens tokens,
            List<Contradiction> found) {
        var lacked =
                tokens.nullTests().stream()
                        .filter(NullTest::isNull)
                        .filter(test ->
                                statement.columns().stream()
                                        .map(ColumnPath::end)
                                        .filter(column -> column.column().equals(test.name()))
                                        .noneMatch(c -> names.isTime(c) || names.isReference(c)))
                        .toList();
        var undone = UNDONE.matcher(question.text()).results().map(un -> un.group(1)).toList();
        if (lacked.isEmpty()
                || undone.isEmpty()
                || QuestionForm.of(UNDONE.matcher(question.text()).replaceAll(""))
                        .says(Phrase.NEGATION)) {
            return;
        }
        boolean isSaid =
                undone.stream()
                        .map(word -> word.substring(0, SHORTEST_WORD).toLowerCase(Locale.ROOT))
                        .anyMatch(root ->
                                used.stems().stream().anyMatch(stem -> stem.startsWith(root)));
        if (!isSaid) {
            found.add(
                    Contradiction.ofStatement(
                            Sort.NEGATION,
                            "un" + lacked,
                            lacked.getFirst().toString(),
                            "The draft keeps what lacks something (%s), and the question does not ask for that."
                                    .formatted(lacked.getFirst())));
        }
    }

    /** Rows that are kept or left out against words of the question. */
    private static void kept(QuestionForm form, StatementTokens tokens, List<Contradiction> found) {
        var tests = tokens.nullTests();
        boolean isAnyMeant =
                form.says(Phrase.INCLUSION)
                        || (form.says(Phrase.EVER) && tests.stream().allMatch(NullTest::isNull));
        if (isAnyMeant && !tests.isEmpty()) {
            String what = tests.getFirst().toString();
            found.add(
                    Contradiction.ofStatement(
                            Sort.INCLUSION,
                            what,
                            what,
                            "The draft keeps only some of what the question includes (%s)."
                                    .formatted(what)));
        }
        if (form.says(Phrase.STILL)
                && !tests.isEmpty()
                && tests.stream().noneMatch(NullTest::isNull)) {
            var ended = tests.getFirst();
            found.add(
                    Contradiction.ofStatement(
                            Sort.NEGATION,
                            ended.toString(),
                            ended.toString(),
                            "The draft keeps what has %s, and the question asks for what has not yet."
                                    .formatted(ended.column())));
        }
    }

    /** "Somebody else", or "again", and the draft leaves out nothing. */
    private static void others(
            QuestionForm form, StatementTokens tokens, List<Contradiction> found) {
        if (form.says(Phrase.ELSE)
                && !tokens.has("LIMIT")
                && !tokens.has("NOT")
                && !tokens.leavesOutRows()
                && tokens.comparisons().stream().noneMatch(Comparison::isUnequal)) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.NEGATION,
                            "else",
                            "else",
                            "The question asks for others, and the draft leaves out nobody."));
        }
        if (form.says(Phrase.AGAIN) && !tokens.has("HAVING")) {
            found.add(
                    Contradiction.ofQuestion(
                            Sort.STATE,
                            "again",
                            "again",
                            "The question asks for what happened again, and the draft for what happened."));
        }
    }

    /** Whether each of what is asked for is kept for one of its rows, whatever the others are. */
    private static boolean keepsAnyRow(ParsedStatement statement, StatementTokens tokens) {
        boolean isOfEach = statement.tree().distinct() || tokens.has("COUNT", "(", "DISTINCT");
        return isOfEach
                && !tokens.leavesOutRows()
                && !tokens.has("HAVING")
                && tokens.nullTests().stream().noneMatch(NullTest::isNull);
    }

    /** "Who never applied", and the draft keeps whoever did anything else. */
    private static void otherRows(StatementTokens tokens, List<Contradiction> found) {
        tokens.comparisons().stream()
                .filter(comparison -> comparison.isUnequal() && comparison.isWithValue())
                .findFirst()
                .ifPresent(comparison ->
                        found.add(
                                Contradiction.ofStatement(
                                        Sort.NEGATION,
                                        "never",
                                        comparison.toString(),
                                        "The draft keeps all of which one row is another (%s), and the question asks for those without any."
                                                .formatted(comparison))));
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

    private static Set<String> words(QuestionReading question) {
        Set<String> asked = new HashSet<>();
        for (int i = 0; i < question.tokens().size(); i++) {
            String word = question.tokens().get(i).text();
            boolean isRequest = i == 0 && REQUESTS.contains(word);
            if (!isRequest
                    && word.length() >= SHORTEST_WORD
                    && word.chars().allMatch(Character::isLetter)
                    && !question.isValueOrTime(i)) {
                asked.add(WordStem.of(word));
            }
        }
        return asked;
    }

    /** Words that name a column or a table which the statement does not use. */
    private void names(Asked asked, StatementNames used, List<Contradiction> found) {
        for (String stem : asked.words()) {
            if (used.stems().contains(stem)) {
                continue;
            }
            boolean isSibling =
                    names.columns(stem).stream().anyMatch(column -> used.readsTableOf(column));
            if (isSibling) {
                found.add(unheard(Sort.COLUMN, stem, asked.question()));
            } else if (names.isTable(stem)) {
                found.add(unheard(Sort.TABLE, stem, asked.question()));
            }
        }
    }

    private Contradiction unheard(Sort sort, String stem, QuestionReading question) {
        return Contradiction.ofQuestion(
                sort,
                stem,
                stem,
                "Nothing in the draft answers '%s', which names a %s of the database."
                        .formatted(said(stem, question), sort.name().toLowerCase(Locale.ROOT)));
    }

    /** The word that has a stem, or that the stem abbreviates. */
    private String said(String stem, QuestionReading question) {
        return question.tokens().stream()
                .map(QuestionReading.Token::text)
                .filter(word -> names.withAbbreviations(Set.of(WordStem.of(word))).contains(stem))
                .findFirst()
                .orElse(stem);
    }
}
