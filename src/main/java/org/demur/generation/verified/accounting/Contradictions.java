package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.verified.accounting.Findings.Contradiction;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.WordStem;
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
                    NameContradictions.class,
                    NegationContradictions.class,
                    Opposites.class,
                    PrepositionContradictions.class,
                    RequestContradictions.class,
                    SchemaNames.class,
                    StateContradictions.class,
                    TimeContradictions.class,
                    UnitContradictions.class,
                    ValueContradictions.class);

    /** Words that begin what is asked for, and name no column there. */
    private static final Set<String> REQUESTS =
            Set.of("count", "number", "name", "list", "show", "total");

    /** Letters of a word that may name or tell something. */
    static final int SHORTEST_WORD = 3;

    private final SchemaNames names;
    private final List<ContradictionRule> rules;
    private final Set<String> excused = new HashSet<>();

    /**
     * Learns the names of a schema, and what pairs do although words contradict it.
     *
     * @param pairs questions with their statements
     */
    public Contradictions(DatabaseSchema schema, Collection<Licences.Pair> pairs) {
        this.names = new SchemaNames(schema);
        this.rules =
                List.of(
                        new RequestContradictions(),
                        new NegationContradictions(names),
                        new AnswerContradictions(names, pairs),
                        new CountContradictions(names),
                        new NameContradictions(names),
                        new ComparisonContradictions(names),
                        new ValueContradictions(names, pairs),
                        new TimeContradictions(names, pairs),
                        new UnitContradictions(names, pairs),
                        new AbsenceContradictions(names, pairs),
                        new DirectionContradictions(names, pairs),
                        new PrepositionContradictions(names, pairs),
                        new StateContradictions(names, pairs));
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
        var found = new Findings();
        var draft = ReadDraft.of(statement);
        rules.forEach(rule -> rule.find(asked, draft, found));
        return found.all();
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
}
