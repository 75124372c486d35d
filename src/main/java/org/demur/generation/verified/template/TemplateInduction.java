package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.TimeMention;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQuery;

/** Induces templates, their places and the words for values from question-SQL pairs. */
public final class TemplateInduction {
    /** One pair, read. */
    public record Pair(String id, String question, ParsedStatement parsed) {}

    /** Those whose statement can be read; none once models are fitted. */
    public final List<Pair> pairs = new ArrayList<>();

    /** By their keys, in the order of their ids. */
    public final Map<String, SqlTemplate> templates = new LinkedHashMap<>();

    /** How times are written. */
    public final TimeFilters timeFilters = new TimeFilters();

    /** To each table its time columns, with the number of pairs that filter by one. */
    public final Map<String, Map<ColumnRef, Integer>> timeColumns = new HashMap<>();

    /** Which numbers literals may be. */
    public final LiteralInduction literals = new LiteralInduction();

    /** Knows the values of the paths that pairs compare with texts. */
    public final QuestionReader reader;

    /** Start and end of every path whose values were read. */
    public final Set<String> knownRoots;

    /** More than pairs can count: what a person declares goes first. */
    private static final int DECLARED = 1_000_000;

    /**
     * Induces from pairs.
     *
     * @param statements by the pairs' ids, as far as they can be read
     * @param reachable the live database
     */
    public TemplateInduction(
            DatabaseSchema schema,
            List<VerifiedQuery> queries,
            Map<String, ParsedStatement> statements,
            ReachableValues reachable) {
        for (VerifiedQuery query : queries) {
            var parsed = statements.get(query.id());
            if (query.sql() != null && parsed != null) {
                pairs.add(new Pair(query.id(), query.question(), parsed));
            }
        }
        var gazetteer = new GazetteerInduction(schema, pairs, reachable);
        this.reader = gazetteer.reader();
        this.knownRoots = gazetteer.knownRoots;
        for (Pair pair : pairs) {
            var template =
                    templates.computeIfAbsent(
                            pair.parsed().template(),
                            key -> new SqlTemplate(templates.size(), pair.parsed()));
            template.examples.add(
                    new Example(pair.id(), pair.parsed(), reader.read(pair.question())));
        }
        for (var event : schema.semantics().events()) {
            if (event.time() != null) {
                timeColumns
                        .computeIfAbsent(event.table(), t -> new TreeMap<>())
                        .merge(event.time(), DECLARED, Integer::sum);
            }
        }
        var codes = new CodeWords(templates.values());
        for (SqlTemplate template : templates.values()) {
            template.induceBindings();
            template.induceOperators();
            template.induceVariants();
            template.induceTimes();
            literals.induce(template, codes);
            template.examples.forEach(e -> learnTimes(schema, e.statement(), e.reading()));
        }
        literals.addExtremes(schema, reachable);
    }

    private void learnTimes(
            DatabaseSchema schema, ParsedStatement parsed, QuestionReading reading) {
        Set<String> seen = new HashSet<>();
        for (var filter : parsed.times().values()) {
            timeColumns
                    .computeIfAbsent(filter.column().root().table(), t -> new TreeMap<>())
                    .merge(filter.column().root(), 1, Integer::sum);
            if (!seen.add(SqlTemplate.wording(filter.conjuncts()))) {
                continue;
            }
            for (TimeMention mention : reading.times()) {
                String pattern = TimeFilters.pattern(filter, mention);
                if (pattern != null) {
                    boolean isOfMonths = !ParsedStatement.isTemporal(filter.column(), schema);
                    timeFilters.learn(mention, filter.column().end(), isOfMonths, pattern);
                    break;
                }
            }
        }
    }
}
