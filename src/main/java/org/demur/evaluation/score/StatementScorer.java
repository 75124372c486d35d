package org.demur.evaluation.score;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.demur.evaluation.compare.Workers;
import org.demur.evaluation.compare.sql.ComponentScores;
import org.demur.evaluation.compare.sql.ExactSetMatch;
import org.demur.evaluation.compare.sql.ExactSetMatchPlus;
import org.demur.evaluation.compare.sql.PartialComponentMatchF1;
import org.demur.evaluation.compare.sql.ReadStatement;
import org.demur.evaluation.compare.sql.SchemaFacts;
import org.demur.evaluation.compare.sql.SedeScriptMatch;
import org.demur.evaluation.compare.sql.SpiderClause;
import org.demur.evaluation.compare.sql.SpiderHardness;
import org.demur.evaluation.compare.sql.SqlComparator;
import org.demur.evaluation.compare.sql.SqlDialect;
import org.demur.evaluation.compare.sql.SqlVerdict;
import org.demur.evaluation.metric.StatementMetric;

/** Scores statements by comparing them with gold's, clause by clause; thread-safe. */
public final class StatementScorer {
    /**
     * Two statements of one question.
     *
     * @param database whose names they use
     * @param gold as the data set has it
     * @param prediction as it was written; empty where nothing was
     */
    public record Pair(String database, String gold, String prediction) {}

    private final Function<String, Optional<SchemaFacts>> schemas;
    private final boolean comparesSets;
    private final ExactSetMatch exactSetMatch = new ExactSetMatch();
    private final ExactSetMatchPlus exactSetMatchPlus = new ExactSetMatchPlus();
    private final SqlDialect dialect;
    private final PartialComponentMatchF1 components;
    private final PartialComponentMatchF1 componentsWithoutValues;
    private final SedeScriptMatch script;
    private final SedeScriptMatch scriptWithoutValues;

    private StatementScorer(
            Function<String, Optional<SchemaFacts>> schemas,
            boolean comparesSets,
            SqlDialect dialect) {
        this.schemas = schemas;
        this.comparesSets = comparesSets;
        this.dialect = dialect;
        components = PartialComponentMatchF1.withValues(dialect);
        componentsWithoutValues = PartialComponentMatchF1.withoutValues(dialect);
        script = SedeScriptMatch.withValues(dialect);
        scriptWithoutValues = SedeScriptMatch.withoutValues(dialect);
    }

    /**
     * By every metric.
     *
     * @param schemas of a database; without one, what needs it leaves the item unscored
     */
    public static StatementScorer byAllMetrics(Function<String, Optional<SchemaFacts>> schemas) {
        return new StatementScorer(schemas, true, SqlDialect.SQLITE);
    }

    /** By the metrics that need no schema, over the T-SQL of Stack Exchange's users. */
    public static StatementScorer byComponents() {
        return new StatementScorer(database -> Optional.empty(), false, SqlDialect.T_SQL);
    }

    /**
     * Compares pairs by id.
     *
     * @param threads pairs compared at a time
     */
    public StatementScores score(Map<String, Pair> pairs, int threads) {
        Map<String, Compared> byId = Workers.each(pairs, this::compared, threads);
        var byMetric =
                new EnumMap<StatementMetric, Map<String, OptionalDouble>>(StatementMetric.class);
        metrics().forEach(metric -> byMetric.put(metric, new LinkedHashMap<>()));
        var levels = new LinkedHashMap<String, SpiderHardness>();
        var clauses = new LinkedHashMap<String, Map<SpiderClause, SpiderClause.Match>>();
        byId.forEach((id, compared) -> {
            compared.scores()
                    .forEach((metric, score) ->
                            Objects.requireNonNull(byMetric.get(metric)).put(id, score));
            compared.level().ifPresent(level -> levels.put(id, level));
            compared.clauses().ifPresent(found -> clauses.put(id, found));
        });
        byMetric.replaceAll((metric, scores) -> Collections.unmodifiableMap(scores));
        return new StatementScores(byMetric, levels, clauses);
    }

    /** Those that this scorer gives, also where there is nothing to score. */
    private Set<StatementMetric> metrics() {
        var all = EnumSet.allOf(StatementMetric.class);
        if (!comparesSets) {
            all.removeAll(EnumSet.of(StatementMetric.ESM, StatementMetric.ESM_PLUS));
        }
        return all;
    }

    /** What is found out of a pair. */
    private record Compared(
            Map<StatementMetric, OptionalDouble> scores,
            Optional<SpiderHardness> level,
            Optional<Map<SpiderClause, SpiderClause.Match>> clauses) {}

    private Compared compared(Pair pair) {
        Optional<SchemaFacts> schema =
                comparesSets ? schemas.apply(pair.database()) : Optional.empty();
        return new Compared(
                score(pair, schema),
                schema.flatMap(facts -> ExactSetMatch.hardness(pair.gold(), facts)),
                schema.flatMap(
                        facts -> ExactSetMatch.clauses(pair.gold(), pair.prediction(), facts)));
    }

    private Map<StatementMetric, OptionalDouble> score(Pair pair, Optional<SchemaFacts> schema) {
        var scores = new EnumMap<StatementMetric, OptionalDouble>(StatementMetric.class);
        if (comparesSets) {
            scores.put(StatementMetric.ESM, equality(exactSetMatch, pair, schema));
            scores.put(StatementMetric.ESM_PLUS, equality(exactSetMatchPlus, pair, schema));
        }
        var gold = ReadStatement.of(pair.gold(), dialect);
        var prediction = ReadStatement.of(pair.prediction(), dialect);
        Optional<ComponentScores> with = components.compare(gold, prediction);
        scores.put(StatementMetric.PCM_F1, f1(with));
        scores.put(StatementMetric.PCM_EM, exact(with));
        Optional<ComponentScores> without = componentsWithoutValues.compare(gold, prediction);
        scores.put(StatementMetric.PCM_F1_NOVALUES, f1(without));
        scores.put(StatementMetric.PCM_EM_NOVALUES, exact(without));
        Optional<ComponentScores> scripted = script.compare(gold, prediction);
        scores.put(StatementMetric.PCM_F1_SCRIPT, f1(scripted));
        scores.put(StatementMetric.PCM_EM_SCRIPT, exact(scripted));
        Optional<ComponentScores> scriptedWithout = scriptWithoutValues.compare(gold, prediction);
        scores.put(StatementMetric.PCM_F1_NOVALUES_SCRIPT, f1(scriptedWithout));
        scores.put(StatementMetric.PCM_EM_NOVALUES_SCRIPT, exact(scriptedWithout));
        return scores;
    }

    private static OptionalDouble equality(
            SqlComparator comparator, Pair pair, Optional<SchemaFacts> schema) {
        if (schema.isEmpty()) {
            return OptionalDouble.empty();
        }
        SqlVerdict verdict =
                comparator.compare(pair.gold(), pair.prediction(), schema.orElseThrow());
        return switch (verdict) {
            case EQUAL -> OptionalDouble.of(1);
            case DIFFERENT -> OptionalDouble.of(0);
            case UNSCORED -> OptionalDouble.empty();
        };
    }

    private static OptionalDouble f1(Optional<ComponentScores> scores) {
        return scores.map(found -> OptionalDouble.of(found.f1())).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble exact(Optional<ComponentScores> scores) {
        return scores.map(found -> OptionalDouble.of(found.exact() ? 1 : 0))
                .orElse(OptionalDouble.empty());
    }
}
