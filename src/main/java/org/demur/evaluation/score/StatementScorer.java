package org.demur.evaluation.score;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
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
     * @param threads golds compared with at a time
     */
    public StatementScores score(Map<String, Pair> pairs, int threads) {
        // paraphrases of a question share gold, which takes as long to read as predictions do
        var byGold = new LinkedHashMap<String, Map<String, Pair>>();
        pairs.forEach((id, pair) ->
                byGold.computeIfAbsent(
                                pair.database() + " " + pair.gold(), g -> new LinkedHashMap<>())
                        .put(id, pair));
        var found = new HashMap<String, Compared>();
        Workers.each(byGold, this::compared, threads).values().forEach(found::putAll);
        var byMetric =
                new EnumMap<StatementMetric, Map<String, OptionalDouble>>(StatementMetric.class);
        metrics().forEach(metric -> byMetric.put(metric, new LinkedHashMap<>()));
        var levels = new LinkedHashMap<String, SpiderHardness>();
        var clauses = new LinkedHashMap<String, Map<SpiderClause, SpiderClause.Match>>();
        for (String id : pairs.keySet()) {
            Compared compared = Objects.requireNonNull(found.get(id));
            compared.scores()
                    .forEach((metric, score) ->
                            Objects.requireNonNull(byMetric.get(metric)).put(id, score));
            compared.level().ifPresent(level -> levels.put(id, level));
            compared.clauses().ifPresent(each -> clauses.put(id, each));
        }
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

    /** Of pairs with the same gold. */
    private Map<String, Compared> compared(Map<String, Pair> pairs) {
        var gold = new Gold(pairs.values().iterator().next());
        var byPrediction = new HashMap<String, Compared>();
        var compared = new HashMap<String, Compared>();
        pairs.forEach((id, pair) ->
                compared.put(
                        id, byPrediction.computeIfAbsent(pair.prediction(), gold::comparedWith)));
        return compared;
    }

    /** Gold, read for every metric. */
    private final class Gold {
        private final String sql;
        private final ReadStatement tree;
        private final Optional<SchemaFacts> schema;
        private final Optional<ExactSetMatch.ReadGold> sets;
        private final Optional<ExactSetMatchPlus.Forms> forms;

        Gold(Pair pair) {
            sql = pair.gold();
            tree = ReadStatement.of(sql, dialect);
            schema = comparesSets ? schemas.apply(pair.database()) : Optional.empty();
            sets = schema.flatMap(facts -> ExactSetMatch.read(sql, facts));
            forms = schema.map(facts -> ExactSetMatchPlus.Forms.of(sql, facts));
        }

        Compared comparedWith(String prediction) {
            var scores = new EnumMap<StatementMetric, OptionalDouble>(StatementMetric.class);
            Optional<ExactSetMatch.Compared> bySets =
                    sets.map(gold -> ExactSetMatch.compare(gold, prediction, schema.orElseThrow()));
            if (comparesSets) {
                scores.put(
                        StatementMetric.ESM, equality(bySets.map(ExactSetMatch.Compared::verdict)));
                scores.put(
                        StatementMetric.ESM_PLUS,
                        equality(
                                forms.map(gold ->
                                        ExactSetMatchPlus.compare(
                                                gold, prediction, schema.orElseThrow()))));
            }
            putComponents(
                    scores, prediction.equals(sql) ? tree : ReadStatement.of(prediction, dialect));
            return new Compared(
                    scores,
                    sets.map(ExactSetMatch.ReadGold::level),
                    bySets.map(ExactSetMatch.Compared::clauses));
        }

        private void putComponents(
                Map<StatementMetric, OptionalDouble> scores, ReadStatement prediction) {
            Optional<ComponentScores> with = components.compare(tree, prediction);
            scores.put(StatementMetric.PCM_F1, f1(with));
            scores.put(StatementMetric.PCM_EM, exact(with));
            Optional<ComponentScores> without = componentsWithoutValues.compare(tree, prediction);
            scores.put(StatementMetric.PCM_F1_NOVALUES, f1(without));
            scores.put(StatementMetric.PCM_EM_NOVALUES, exact(without));
            Optional<ComponentScores> scripted = script.compare(tree, prediction);
            scores.put(StatementMetric.PCM_F1_SCRIPT, f1(scripted));
            scores.put(StatementMetric.PCM_EM_SCRIPT, exact(scripted));
            Optional<ComponentScores> scriptedWithout =
                    scriptWithoutValues.compare(tree, prediction);
            scores.put(StatementMetric.PCM_F1_NOVALUES_SCRIPT, f1(scriptedWithout));
            scores.put(StatementMetric.PCM_EM_NOVALUES_SCRIPT, exact(scriptedWithout));
        }
    }

    private static OptionalDouble equality(Optional<SqlVerdict> verdict) {
        return switch (verdict.orElse(SqlVerdict.UNSCORED)) {
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
