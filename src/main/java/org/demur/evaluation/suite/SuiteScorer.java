package org.demur.evaluation.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.demur.evaluation.compare.DeclaredClock;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.SuiteDatabase;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.Workers;
import org.demur.evaluation.compare.sql.GoldStatement;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.suite.DatabaseGenerator.Rows;
import org.demur.evaluation.suite.SchemaSuite.Kept;

/**
 * Test-suite accuracy: a prediction is right if it returns what gold does on every database of the
 * suite, and for gold that the suite was not built for on a few more, with its constants. Databases
 * on which gold leaves its result to the engine say nothing of that gold.
 *
 * @see <a href="https://arxiv.org/abs/2010.02840">Zhong et al. 2020</a>
 */
public final class SuiteScorer {
    private final ScoringRules rules;
    private final SuiteFolder folder;
    private final ExecutionLimits limits;
    private final boolean isCut;

    /**
     * A scorer.
     *
     * @param rules that the suite has to be built under
     * @param limits of a prediction on one database, where it may besides take the instructions
     *     that a statement may when suites are built
     */
    public SuiteScorer(ScoringRules rules, Path folder, ExecutionLimits limits) {
        this(rules, new SuiteFolder(folder), limits.withOpcodes(DatabaseTrials.OPCODES), true);
        String built = this.folder.first().rules();
        if (!built.equals(rules.printed())) {
            throw DataFile.invalid(folder, "it was built under the rules " + built);
        }
    }

    private SuiteScorer(
            ScoringRules rules, SuiteFolder folder, ExecutionLimits limits, boolean isCut) {
        this.rules = rules;
        this.folder = folder;
        this.limits = limits;
        this.isCut = isCut;
    }

    /** The same with witnesses as they were found, not cut down, which takes most of the time. */
    public SuiteScorer withWholeWitnesses() {
        return new SuiteScorer(rules, folder, limits, false);
    }

    /**
     * A prediction.
     *
     * @param gold as the data set has it
     * @param prediction as {@link ScoringRules#prediction} gave it
     */
    public record Item(String database, String gold, String prediction) {}

    /** Two statements as they are executed. */
    private record Pair(String gold, String sql) {}

    /**
     * Id to verdict, in the order of the items.
     *
     * @param threads schemas worked on at a time
     */
    public Map<String, SuiteVerdict> score(Map<String, Item> items, int threads) {
        var byDatabase = new TreeMap<String, Map<String, Item>>();
        items.forEach((id, item) ->
                byDatabase
                        .computeIfAbsent(item.database(), d -> new LinkedHashMap<>())
                        .put(id, item));
        var work = new LinkedHashMap<String, Map<String, Item>>();
        byDatabase.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .forEach(entry -> work.put(entry.getKey(), entry.getValue()));
        var found = new HashMap<String, SuiteVerdict>();
        Workers.each(work, this::score, threads).values().forEach(found::putAll);
        var verdicts = new LinkedHashMap<String, SuiteVerdict>();
        items.keySet().forEach(id -> verdicts.put(id, Objects.requireNonNull(found.get(id))));
        return verdicts;
    }

    private Map<String, SuiteVerdict> score(Map<String, Item> items) {
        String database = items.values().iterator().next().database();
        Optional<SchemaSuite> suite = folder.read(database);
        var verdicts = new HashMap<String, SuiteVerdict>();
        if (suite.isEmpty()) {
            items.keySet()
                    .forEach(id ->
                            verdicts.put(
                                    id, new SuiteVerdict.Unscored("no suite for " + database)));
            return verdicts;
        }
        var clock = DeclaredClock.of(suite.get().profile().present());
        var pairs = new LinkedHashMap<String, Pair>();
        items.forEach((id, item) -> {
            String gold = rules.gold(clock.apply(item.gold()));
            String sql = rules.executed(gold, clock.apply(item.prediction()));
            pairs.put(id, new Pair(gold, sql));
        });
        Map<Pair, SuiteVerdict> found =
                new Schema(suite.get()).score(new LinkedHashSet<>(pairs.values()));
        pairs.forEach((id, pair) -> verdicts.put(id, Objects.requireNonNull(found.get(pair))));
        return verdicts;
    }

    /** Scoring on the databases of one schema. */
    private final class Schema {
        private final SchemaSuite suite;
        private final RandomDatabases databases;
        private final Map<String, Integer> known = new HashMap<>();
        private final Map<String, List<String>> decided = new HashMap<>();

        Schema(SchemaSuite suite) {
            this.suite = suite;
            databases = new RandomDatabases(suite.database(), suite.profile(), rules, limits);
            for (int i = 0; i < suite.statements().size(); i++) {
                known.put(suite.statements().get(i).gold(), i);
            }
        }

        Map<Pair, SuiteVerdict> score(Set<Pair> pairs) {
            var open = new Open(pairs);
            // the smallest first: what it shows is the easiest to see
            List<Kept> ascending = new ArrayList<>(suite.databases());
            ascending.sort(Comparator.comparingInt(Kept::rows));
            try (SuiteDatabase made = databases.empty()) {
                for (Kept kept : ascending) {
                    List<Rows> rows = databases.rows(suite, kept);
                    RandomDatabases.fill(made, rows);
                    open.judge(pair -> isDecided(made, kept, pair.gold()), made, rows);
                }
                for (String gold : open.golds()) {
                    if (!known.containsKey(gold)) {
                        for (Recipe recipe : suite.recipesFor(gold)) {
                            List<Rows> rows = databases.rows(recipe, gold);
                            RandomDatabases.fill(made, rows);
                            open.judge(
                                    pair ->
                                            pair.gold().equals(gold)
                                                    && made.isDecided(gold, decided(gold)),
                                    made,
                                    rows);
                        }
                    }
                }
            }
            return open.verdicts();
        }

        /** Pairs that no database has told apart so far. */
        private final class Open {
            private final Map<Pair, SuiteVerdict> verdicts = new HashMap<>();
            private final Map<Pair, Integer> judged = new HashMap<>();
            private final Set<Pair> pairs;

            Open(Set<Pair> pairs) {
                this.pairs = new LinkedHashSet<>(pairs);
            }

            List<String> golds() {
                return pairs.stream().map(Pair::gold).distinct().toList();
            }

            void judge(Predicate<Pair> isJudged, SuiteDatabase made, List<Rows> rows) {
                Set<Pair> parted = new HashSet<>();
                for (Pair pair : pairs) {
                    if (isJudged.test(pair)) {
                        judged.merge(pair, 1, Integer::sum);
                        if (!made.areAlike(pair.gold(), pair.sql())
                                && !made.compare(pair.gold(), pair.sql()).isRight()) {
                            parted.add(pair);
                        }
                    }
                }
                // a witness is found by changing the rows
                parted.forEach(pair -> verdicts.put(pair, wrong(pair, rows, made)));
                pairs.removeAll(parted);
            }

            Map<Pair, SuiteVerdict> verdicts() {
                for (Pair pair : pairs) {
                    int databasesJudging = judged.getOrDefault(pair, 0);
                    verdicts.put(
                            pair,
                            databasesJudging > 0
                                    ? new SuiteVerdict.Right(databasesJudging)
                                    : new SuiteVerdict.Unscored(
                                            "gold has a result of its own on no database"));
                }
                return verdicts;
            }
        }

        private boolean isDecided(SuiteDatabase made, Kept kept, String gold) {
            Integer place = known.get(gold);
            return place != null
                    ? !kept.undecided().contains(place)
                    : made.isDecided(gold, decided(gold));
        }

        private List<String> decided(String gold) {
            return decided.computeIfAbsent(
                    gold,
                    sql -> {
                        List<String> forms =
                                GoldStatement.read(sql, databases.facts())
                                        .map(GoldStatement::decided)
                                        .orElse(List.of());
                        try (SuiteDatabase empty = databases.empty()) {
                            return forms.stream().filter(empty::executes).toList();
                        }
                    });
        }

        private SuiteVerdict wrong(Pair pair, List<Rows> rows, SuiteDatabase made) {
            Predicate<SuiteDatabase> differs =
                    tried ->
                            tried.compare(pair.gold(), pair.sql()) instanceof Verdict.Wrong
                                    && tried.isDecided(pair.gold(), decided(pair.gold()));
            List<Rows> shown = isCut ? new WitnessSearch(made, differs).minimal(rows) : rows;
            return new SuiteVerdict.Wrong(
                    new Witness(
                            WitnessSearch.shown(shown),
                            made.preview(pair.gold()),
                            made.preview(pair.sql())));
        }
    }
}
