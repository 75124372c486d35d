package org.demur.evaluation.suite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.compare.SuiteDatabase;
import org.demur.evaluation.compare.Verdict;
import org.demur.evaluation.compare.sql.GoldStatement;
import org.demur.evaluation.suite.SchemaSuite.Kept;
import org.demur.evaluation.suite.SchemaSuite.Statement;
import org.demur.evaluation.suite.Trial.Finding;
import org.jspecify.annotations.Nullable;

/**
 * Makes databases of one schema and looks at which neighbours of gold statements they tell apart.
 * Used by one thread.
 */
final class DatabaseTrials implements AutoCloseable {
    /**
     * Instructions that a statement may take: about a second, and the same on every machine. Gold
     * statements take some ten thousand.
     */
    static final long OPCODES = 20_000_000;

    private static final ExecutionLimits LIMITS = ExecutionLimits.STANDARD.withOpcodes(OPCODES);

    private final SchemaSuite suite;
    private final ScoringRules rules;
    private final RandomDatabases databases;
    private final SuiteDatabase made;
    private final Map<String, Gold> golds = new HashMap<>();

    /** By the place of a statement, its neighbours that no database made here has told apart. */
    private final Map<Integer, TreeSet<Integer>> left = new HashMap<>();

    DatabaseTrials(UnfinishedSuite unfinished) {
        suite = unfinished.suite();
        rules = ScoringRules.named(suite.rules()).orElseThrow();
        databases = new RandomDatabases(suite.database(), suite.profile(), rules, LIMITS);
        made = databases.empty();
        for (int place = 0; place < suite.statements().size(); place++) {
            if (unfinished.isOpen(place)) {
                left.put(place, new TreeSet<>(neighbours(place)));
            }
        }
    }

    private List<Integer> neighbours(int place) {
        int count = suite.statements().get(place).leftOver().size();
        return IntStream.range(0, count).boxed().toList();
    }

    /** A gold statement as it was read, if it was, and with all decided that it leaves open. */
    private record Gold(Optional<GoldStatement> read, List<String> decided) {}

    private Gold gold(String sql) {
        return golds.computeIfAbsent(
                sql,
                text -> {
                    var read = GoldStatement.read(text, databases.facts());
                    return new Gold(
                            read,
                            read.map(GoldStatement::decided).orElse(List.of()).stream()
                                    .filter(made::executes)
                                    .toList());
                });
    }

    /** The statement with all of its neighbours that execute. */
    Statement statement(String sql) {
        var read = gold(sql).read();
        if (read.isEmpty()) {
            return new Statement(sql, 0, List.of(), "gold cannot be read");
        }
        List<String> neighbours =
                read.get().neighbours(suite.seedOf(sql)).stream()
                        // as gold, not as what a model wrote: there quoted names would become texts
                        .map(neighbour -> rules.executed(sql, rules.gold(neighbour)))
                        .filter(made::executes)
                        .toList();
        return new Statement(sql, neighbours.size(), neighbours, "");
    }

    /**
     * What a database shows.
     *
     * @param inFull whether it is looked at in full even if it tells nothing apart that those made
     *     here before do not
     */
    Trial trial(Recipe recipe, boolean inFull) {
        var findings = new HashMap<Integer, Finding>();
        if (left.values().stream().allMatch(TreeSet::isEmpty) && !inFull) {
            return new Trial(null, findings);
        }
        var rows =
                databases.rows(
                        recipe,
                        gold(suite.statements().get(recipe.focus()).gold())
                                .read()
                                .map(GoldStatement::values)
                                .orElse(null));
        RandomDatabases.fill(made, rows);
        boolean tells = inFull;
        for (var entry : left.entrySet()) {
            int place = entry.getKey();
            TreeSet<Integer> open = entry.getValue();
            if (!open.isEmpty()) {
                Finding finding = finding(place, List.copyOf(open));
                if (finding != null) {
                    findings.put(place, finding);
                    tells |= !finding.told().isEmpty();
                    if (finding.misread()) {
                        open.clear();
                    } else {
                        finding.told().forEach(open::remove);
                    }
                }
            }
        }
        if (!tells) {
            return new Trial(null, findings);
        }
        for (int place = 0; place < suite.statements().size(); place++) {
            List<Integer> givenUp = left.containsKey(place) ? List.of() : neighbours(place);
            if (!givenUp.isEmpty()) {
                Finding finding = finding(place, givenUp);
                if (finding != null) {
                    findings.put(place, finding);
                }
            }
        }
        return new Trial(
                new Kept(
                        recipe,
                        rows.stream().mapToInt(table -> table.rows().size()).sum(),
                        RandomDatabases.digest(rows),
                        undecided()),
                findings);
    }

    /** What the database shows of a statement; null where gold is not decided on it. */
    private @Nullable Finding finding(int place, List<Integer> neighbours) {
        Statement statement = suite.statements().get(place);
        String sql = statement.gold();
        Gold gold = gold(sql);
        if (!made.isDecided(sql, gold.decided())) {
            return null;
        }
        boolean hasRows = made.hasRows(sql);
        String written = gold.read().orElseThrow().written();
        if (!made.compare(sql, rules.executed(sql, written)).isRight()) {
            return new Finding(hasRows, true, List.of());
        }
        List<Integer> told =
                neighbours.stream()
                        .filter(i ->
                                made.compare(sql, statement.leftOver().get(i))
                                        .equals(Verdict.Wrong.DIFFERENT))
                        .toList();
        return new Finding(hasRows, false, told);
    }

    private List<Integer> undecided() {
        var places = new ArrayList<Integer>();
        for (int i = 0; i < suite.statements().size(); i++) {
            String sql = suite.statements().get(i).gold();
            if (!made.isDecided(sql, gold(sql).decided())) {
                places.add(i);
            }
        }
        return places;
    }

    @Override
    public void close() {
        made.close();
    }
}
