package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.Measurement;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.TemplateInduction.Pair;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FunctionWords;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.WordForms;
import org.demur.sql.SqlNode.Literal;

/**
 * Puts a statement together from all content words of a question, or declines. Immutable once made;
 * thread-safe.
 */
public final class SemanticParser {
    /** Statements of one question at most. */
    private static final int PARSES = 2;

    /** Values of a question at most that are tried as values and as names. */
    private static final int DOUBTFUL = 2;

    /** Values beyond which those of a further column are not read. */
    private static final int VALUES = 100_000;

    /**
     * A statement with what speaks for and against it.
     *
     * @param evidence of how well its words are heard
     */
    public record Parse(String sql, Map<Measurement, Double> evidence) {
        /** By which parses of one question are put in order; the surest has least. */
        private double doubt() {
            return much(Measurement.PARSE_UNHEARD) * 3
                    + much(Measurement.PARSE_LINKED)
                    + much(Measurement.PARSE_PARTIAL)
                    + much(Measurement.PARSE_JOINS) / 2;
        }

        /** Whether nothing in it answers some word. */
        public boolean leavesWords() {
            return much(Measurement.PARSE_UNHEARD) > 0;
        }

        private double much(Measurement measurement) {
            return evidence.getOrDefault(measurement, 0.0);
        }
    }

    private final DatabaseSchema schema;
    private final Lexicon lexicon;
    private final PairFacts facts;
    private final JoinPaths paths;
    private final QuestionReader reader;
    private final ConditionWords conditions;

    /** Learns from pairs how a database is spoken of. */
    public SemanticParser(DatabaseSchema schema, List<VerifiedQuery> queries) {
        this.schema = schema;
        var statements = ParsedStatement.ofPairs(queries, schema);
        List<Pair> pairs = new ArrayList<>();
        for (VerifiedQuery query : queries) {
            var statement = statements.get(query.id());
            if (statement != null) {
                pairs.add(new Pair(query.id(), query.question(), statement));
            }
        }
        this.lexicon = new Lexicon(schema);
        this.reader = reader(schema, pairs);
        this.conditions = new ConditionWords(pairs, reader, lexicon);
        lexicon.add(NameInduction.of(pairs, reader, lexicon, conditions));
        this.facts = new PairFacts(pairs, lexicon);
        this.paths = new JoinPaths(schema);
    }

    private static QuestionReader reader(DatabaseSchema schema, List<Pair> pairs) {
        var gazetteer = new Gazetteer.Builder();
        int read = 0;
        for (var column : schema.values().columns().stream().sorted().toList()) {
            var values = schema.values().values(column);
            if (read + values.size() > VALUES || schema.column(column).isEmpty()) {
                continue;
            }
            read += values.size();
            values.forEach(value -> gazetteer.add(column, column, value, value, false));
        }
        for (var synonym : schema.semantics().synonyms()) {
            synonym.words()
                    .forEach(words ->
                            gazetteer.add(
                                    synonym.column(),
                                    synonym.column(),
                                    synonym.value(),
                                    words,
                                    true));
        }
        List<Set<String>> literals = new ArrayList<>();
        for (Pair pair : pairs) {
            Set<String> texts = new HashSet<>();
            pair.parsed().literals().stream()
                    .filter(Literal::quoted)
                    .forEach(literal -> texts.add(literal.text().toLowerCase(Locale.ROOT)));
            literals.add(texts);
        }
        return QuestionReader.fit(
                gazetteer.build(), pairs.stream().map(Pair::question).toList(), literals);
    }

    /**
     * The statements that a question can be, the surest first; none where a word of it stands for
     * nothing.
     */
    public List<Parse> parse(String question) {
        QuestionReading reading = reader.read(question);
        List<ValueMention> sure = new ArrayList<>();
        List<ValueMention> doubtful = new ArrayList<>();
        for (ValueMention value : reading.values()) {
            var name = name(reading, value);
            boolean isTime = // "completed in 2023" is a time, not a status
                    !reading.times().isEmpty()
                            && name.filter(m -> m.columns.stream().anyMatch(this::isTemporal))
                                    .isPresent();
            if (!isTime) {
                (name.isPresent() || isFunction(reading, value) ? doubtful : sure).add(value);
            }
        }
        Map<String, Parse> found = new LinkedHashMap<>();
        int variants = 1 << Math.min(doubtful.size(), DOUBTFUL);
        for (int variant = variants - 1; variant >= 0; variant--) {
            List<ValueMention> values = new ArrayList<>(sure);
            for (int i = 0; i < doubtful.size(); i++) {
                if ((variant & 1 << i) != 0) {
                    values.add(doubtful.get(i));
                }
            }
            parse(new QuestionWords(reading, values, lexicon, conditions))
                    .ifPresent(parse ->
                            found.merge(
                                    parse.sql(), parse, (a, b) -> a.doubt() <= b.doubt() ? a : b));
        }
        return found.values().stream()
                .sorted(Comparator.comparingDouble(Parse::doubt))
                .limit(PARSES)
                .toList();
    }

    /** The statement; empty where a word is left over, or where two statements would do. */
    private Optional<Parse> parse(QuestionWords question) {
        var partial = new PartialParse(schema, lexicon, facts, conditions, paths, question);
        var grouping = new Grouping(partial);
        var selection = new Selection(partial, grouping);
        boolean isClear = selection.selects() && selection.answers();
        if (!isClear || (partial.head == Head.LIST && question.isElliptical())) {
            return Optional.empty();
        }
        var narrowing = new Narrowing(partial);
        // names last: most of them say what the others are of
        List<Mention> mentions = new ArrayList<>(question.mentions);
        mentions.sort(Comparator.comparing(Mention::isName));
        for (Mention mention : mentions) {
            if (!mention.isUsed
                    && !grouping.isGroup(mention)
                    && !narrowing.narrows(mention)
                    && !partial.passesOver(mention)) {
                return Optional.empty();
            }
        }
        var accounting = new Accounting(partial);
        return grouping.groups()
                        && new Ordering(partial).orders()
                        && accounting.hearsAll()
                        && accounting.settles()
                ? Optional.of(partial.done())
                : Optional.empty();
    }

    /** What the words of a value name, where they do that as well. */
    private Optional<Mention> name(QuestionReading reading, ValueMention value) {
        List<String> stems =
                reading.tokens().subList(value.start(), value.end()).stream()
                        .map(token -> WordForms.stem(token.text()))
                        .toList();
        return lexicon.at(stems, 0).filter(name -> name.end == stems.size());
    }

    private static boolean isFunction(QuestionReading reading, ValueMention value) {
        return value.end() - value.start() == 1
                && FunctionWords.ENGLISH.contains(reading.tokens().get(value.start()).text());
    }

    private boolean isTemporal(ColumnRef column) {
        return schema.column(column).filter(c -> c.type().isTemporal()).isPresent();
    }
}
