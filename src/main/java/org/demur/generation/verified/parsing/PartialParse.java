package org.demur.generation.verified.parsing;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.demur.generation.Measurement;
import org.demur.generation.verified.parsing.SemanticParser.Parse;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.WordStem;
import org.jspecify.annotations.Nullable;

/** What is known of a question while its statement is put together. Not thread-safe. */
final class PartialParse {
    /** What a statement answers with. */
    enum Head {
        COUNT(0),
        LIST(1),
        COLUMN(2),
        FIGURE(3);

        /** As a measurement. */
        private final double evidence;

        Head(double evidence) {
            this.evidence = evidence;
        }
    }

    /** Letters by which a word is known in an abbreviation: "dept_name" of a department. */
    private static final int SHORT = 3;

    /** Stems in the names of columns whose numbers mean nothing together. */
    private static final Set<String> OF_EACH =
            WordStem.ofAll(
                    "rate",
                    "rating",
                    "score",
                    "percent",
                    "percentage",
                    "pct",
                    "price",
                    "age",
                    "year",
                    "ratio",
                    "share",
                    "level",
                    "rank",
                    "grade");

    final DatabaseSchema schema;
    final Lexicon lexicon;
    final PairFacts facts;
    final ConditionWords conditions;
    final QuestionWords question;
    private final JoinPaths paths;
    private @Nullable Statement statement;
    Head head = Head.LIST;

    /** Columns that have one value in all rows that are answered with. */
    final Set<ColumnRef> fixed = new HashSet<>();

    /** Words that only go with what the statement has in pairs. */
    int linked;

    /** Columns of whose names only a part was said. */
    int partial;

    /** Content words that nothing answers. */
    int unheard;

    /** Conditions that something is there, or not. */
    int exists;

    /** Whether pairs list rows of the main table as the statement does. */
    boolean isListedByPairs;

    /** 0 for no groups, 1 where pairs return them in the same place, 2 where they do not say. */
    double group;

    /** Whether a number is compared otherwise than by equality. */
    boolean isCompared;

    /** Whether each word must be heard, because nobody said which numbers are summed. */
    boolean isStrict;

    /** Whether what rows are kept by the number of is listed: "viewings", for that number. */
    boolean isCountListed;

    /** Whether "how much" is asked, which of several rows is their sum. */
    boolean isHowMuch;

    /** Whether a number was turned into the unit that the question says. */
    boolean hasUnit;

    PartialParse(
            DatabaseSchema schema,
            Lexicon lexicon,
            PairFacts facts,
            ConditionWords conditions,
            JoinPaths paths,
            QuestionWords question) {
        this.schema = schema;
        this.lexicon = lexicon;
        this.facts = facts;
        this.conditions = conditions;
        this.paths = paths;
        this.question = question;
    }

    JoinPaths paths() {
        return paths;
    }

    /** Begins the statement: it is about the rows of a table. */
    Statement begin(String table) {
        statement = new Statement(paths, table, (to, way) -> isKnownWay(table, to, way));
        return statement;
    }

    /** One step, or several that a pair goes, or over tables that the question names. */
    private boolean isKnownWay(String from, String to, List<JoinPaths.Step> way) {
        return way.size() == 1
                || facts.areTogether(from, to)
                || way.subList(0, way.size() - 1).stream()
                        .allMatch(step -> question.tables().contains(step.to().table()));
    }

    /** The statement, which was begun. */
    Statement made() {
        if (statement == null) {
            throw new IllegalStateException("nothing is asked for yet");
        }
        return statement;
    }

    /** The statement in its final form, and what speaks for and against it. */
    Parse done() {
        Statement made = made();
        Map<Measurement, Double> evidence = new EnumMap<>(Measurement.class);
        evidence.put(Measurement.PARSE_KIND, head.evidence);
        evidence.put(Measurement.PARSE_UNHEARD, (double) unheard);
        evidence.put(Measurement.PARSE_LINKED, (double) linked);
        evidence.put(Measurement.PARSE_PARTIAL, (double) partial);
        evidence.put(Measurement.PARSE_EXISTENCE, (double) exists);
        evidence.put(Measurement.PARSE_JOINS, (double) made.joins());
        evidence.put(Measurement.PARSE_CONDITIONS, (double) made.conditions());
        evidence.put(Measurement.PARSE_LISTED, isListedByPairs ? 1.0 : 0.0);
        evidence.put(Measurement.PARSE_TO_MANY, made.isToMany() ? 1.0 : 0.0);
        evidence.put(Measurement.PARSE_SUPERLATIVE, made.hasTail("LIMIT") ? 1.0 : 0.0);
        evidence.put(Measurement.PARSE_GROUP, group);
        evidence.put(
                Measurement.PARSE_NOVEL,
                (double) made.columns().stream().filter(c -> !facts.isUsed(c)).count());
        evidence.put(Measurement.PARSE_REPEATS, repeats(made) ? 1.0 : 0.0);
        evidence.put(Measurement.PARSE_MENTIONS, (double) question.mentions.size());
        return new Parse(made.sql(), evidence);
    }

    /** Whether the same may be returned for several rows, so that "different" may be meant. */
    private boolean repeats(Statement made) {
        return head == Head.COLUMN
                && !made.isDistinct()
                && made.columns().stream().noneMatch(this::isUnique);
    }

    /**
     * Takes a word for one that nothing answers if it names times of tables alone that the question
     * does not speak of: "pays", where an invoice has been {@code paid_on}.
     */
    boolean passesOver(Mention mention) {
        boolean isForeign =
                mention.tables.isEmpty()
                        && !mention.columns.isEmpty()
                        && mention.columns.stream().allMatch(this::isTemporal)
                        && mention.columns.stream()
                                .map(ColumnRef::table)
                                .noneMatch(
                                        t -> made().hasTable(t) || question.tables().contains(t));
        unheard += isForeign ? 1 : 0;
        return isForeign;
    }

    /** Marks a mention as part of the statement. */
    void use(Mention mention) {
        partial += mention.isWhole || mention.isUsed ? 0 : 1;
        mention.isUsed = true;
    }

    /**
     * The column that a name means: one of a table, of one that the question speaks of, or the only
     * one.
     *
     * @param table null for none in particular
     */
    Optional<ColumnRef> column(Mention mention, @Nullable String table, Predicate<Column> wanted) {
        List<ColumnRef> fitting =
                mention.columns.stream()
                        .filter(c -> schema.column(c).filter(wanted).isPresent())
                        .toList();
        if (table != null && fitting.stream().anyMatch(c -> c.table().equals(table))) {
            return only(fitting.stream().filter(c -> c.table().equals(table)).toList());
        }
        for (String spoken : question.tables()) {
            var own = fitting.stream().filter(c -> c.table().equals(spoken)).toList();
            if (!own.isEmpty()) {
                return only(own);
            }
        }
        return only(fitting);
    }

    static <T> Optional<T> only(List<T> of) {
        return of.size() == 1 ? Optional.of(of.getFirst()) : Optional.empty();
    }

    boolean isNumeric(ColumnRef column) {
        return schema.column(column).filter(c -> c.type().isNumeric()).isPresent();
    }

    /** Whether a column's numbers mean something together: amounts, but no prices or ratings. */
    boolean isAddable(ColumnRef column) {
        List<String> parts = Lexicon.stems(column.column());
        return isNumeric(column)
                && !isKey(column)
                && (parts.contains("total") || parts.stream().noneMatch(OF_EACH::contains));
    }

    boolean isText(ColumnRef column) {
        return schema.column(column).filter(c -> c.type() == ColumnType.TEXT).isPresent();
    }

    boolean isUnique(ColumnRef column) {
        return schema.column(column).map(Column::unique).orElse(false);
    }

    boolean isTemporal(ColumnRef column) {
        return schema.column(column).filter(c -> c.type().isTemporal()).isPresent();
    }

    /** Whether a column holds years as numbers. */
    static boolean isYear(Column column) {
        return column.type() == ColumnType.INTEGER && Lexicon.stems(column.name()).contains("year");
    }

    /** Whether a column holds 1 for what is so and 0 for what is not. */
    boolean isFlag(ColumnRef column) {
        String name = column.column().toLowerCase(Locale.ROOT);
        boolean isCalledSo =
                name.startsWith("is_") || name.startsWith("has_") || name.startsWith("can_");
        return !isTemporal(column) && (facts.isFlag(column) || (isCalledSo && isNumeric(column)));
    }

    /** Whether a column is a key, or refers to one. */
    boolean isKey(ColumnRef column) {
        return schema.table(column.table())
                .filter(t ->
                        t.primaryKey().contains(column.column())
                                || t.foreignKeys().stream().anyMatch(k -> k.from().equals(column)))
                .isPresent();
    }

    /** The key of a table; empty where it has none of one column. */
    Optional<ColumnRef> primaryKey(String table) {
        return schema.table(table)
                .filter(t -> t.primaryKey().size() == 1)
                .map(t -> new ColumnRef(t.name(), t.primaryKey().getFirst()));
    }

    /** Whether pairs list a table's rows. */
    boolean isListed(String table) {
        return facts.listing(table, this::isName).isPresent();
    }

    /** What a table's rows are called: as pairs list them, or by a column of names. */
    List<ColumnRef> listing(String table) {
        return facts.listing(table, this::isName)
                .or(() -> Optional.of(personNames(table)).filter(names -> !names.isEmpty()))
                .orElseGet(() ->
                        schema.table(table).stream()
                                .flatMap(t -> t.columns().stream())
                                .map(c -> new ColumnRef(table, c.name()))
                                .filter(c -> isCalledName(c.column()))
                                .filter(c -> isUnique(c) || isOwnName(c))
                                .limit(1)
                                .toList());
    }

    /** The first and last names of a table of people; none where it has no such columns. */
    private List<ColumnRef> personNames(String table) {
        var names =
                schema.table(table).stream()
                        .flatMap(t -> t.columns().stream())
                        .map(c -> new ColumnRef(table, c.name()))
                        .filter(c -> Lexicon.personName(c.column()).isPresent())
                        .toList();
        return names.size() == 2 ? names : List.of();
    }

    /** Whether a column of names is of its table's rows: an order's "supplierName" is not. */
    private static boolean isOwnName(ColumnRef column) {
        List<String> parts = Lexicon.stems(column.column());
        List<String> own = Lexicon.stems(column.table());
        return parts.size() == 1
                || parts.stream()
                        .filter(part -> !part.endsWith("nam") && !part.equals("titl"))
                        .allMatch(part -> isShortFor(part, own));
    }

    private static boolean isShortFor(String part, List<String> own) {
        return Lexicon.isTechnical(part)
                || own.stream()
                        .anyMatch(stem ->
                                stem.regionMatches(0, part, 0, Math.min(SHORT, part.length())));
    }

    private boolean isName(ColumnRef column) {
        return isCalledName(column.column()) || isUnique(column) || isKey(column);
    }

    /** Whether a column's name says that it holds names. */
    static boolean isCalledName(String column) {
        return Lexicon.stems(column).stream()
                .anyMatch(part -> part.endsWith("nam") || part.equals("titl"));
    }
}
