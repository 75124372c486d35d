package org.demur.evaluation.suite;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.demur.evaluation.suite.SchemaSuite.Kept;
import org.demur.evaluation.suite.SchemaSuite.Statement;

/**
 * A suite in the making. Databases are tried in rounds, whose parts may be tried anywhere: what a
 * round leads to depends on its trials in their order, not on where each was made.
 *
 * @param suite its statements with the neighbours that are left
 * @param efforts one for each statement
 */
record UnfinishedSuite(SchemaSuite suite, List<Effort> efforts) implements Serializable {
    /** Enough to be shared among machines; few are in vain because others tell the same apart. */
    private static final int ROUND = 32;

    static final String MISREAD = "gold is read as something else than the engine executes";

    UnfinishedSuite {
        efforts = List.copyOf(efforts);
    }

    /**
     * What was done for a statement.
     *
     * @param inVain databases made for it since one last told a neighbour of its apart
     * @param isDecided whether gold had one result on some database
     * @param hasRows whether it returned rows on one
     */
    record Effort(int inVain, boolean isDecided, boolean hasRows) implements Serializable {
        static final Effort NONE = new Effort(0, false, false);
    }

    /** A suite of its kind, without databases. */
    static UnfinishedSuite of(SchemaSuite kind) {
        return new UnfinishedSuite(with(kind, List.of(), List.of(), kind.tried()), List.of());
    }

    /** The suite with further statements, for which as much was done. */
    UnfinishedSuite with(List<Statement> further, Effort effort) {
        var statements = new ArrayList<>(suite.statements());
        var all = new ArrayList<>(efforts);
        for (Statement statement : further) {
            statements.add(statement);
            all.add(effort);
        }
        return new UnfinishedSuite(with(suite, statements, suite.databases(), suite.tried()), all);
    }

    private static SchemaSuite with(
            SchemaSuite suite, List<Statement> statements, List<Kept> databases, int tried) {
        return new SchemaSuite(
                suite.database(),
                suite.rules(),
                suite.engine(),
                suite.seed(),
                suite.tries(),
                suite.profile(),
                statements,
                databases,
                tried);
    }

    boolean isOpen(int place) {
        return !suite.statements().get(place).leftOver().isEmpty()
                && efforts.get(place).inVain() < suite.tries();
    }

    /** How many statements nothing more is done for. */
    int closed() {
        int all = suite.statements().size();
        return all - (int) IntStream.range(0, all).filter(this::isOpen).count();
    }

    /**
     * The databases to be tried next: each for the statement that the fewest were made for in vain.
     *
     * @return none where nothing is left to do
     */
    List<Recipe> round() {
        int[] inVain = efforts.stream().mapToInt(Effort::inVain).toArray();
        List<Integer> open =
                IntStream.range(0, suite.statements().size()).filter(this::isOpen).boxed().toList();
        var recipes = new ArrayList<Recipe>();
        while (recipes.size() < ROUND) {
            int focus = -1;
            for (int place : open) {
                if (inVain[place] < suite.tries() && (focus < 0 || inVain[place] < inVain[focus])) {
                    focus = place;
                }
            }
            if (focus < 0) {
                break;
            }
            recipes.add(
                    new Recipe(
                            suite.seedOf(suite.database() + (suite.tried() + recipes.size())),
                            Recipe.size(inVain[focus]++),
                            focus));
        }
        return recipes;
    }

    /**
     * The suite after a round of {@link #round}: a database is kept if it tells something new
     * apart.
     */
    UnfinishedSuite after(List<Recipe> round, List<Trial> trials) {
        var outcome = new Outcome();
        for (int i = 0; i < trials.size(); i++) {
            outcome.tried(round.get(i).focus());
            outcome.see(trials.get(i), false);
        }
        return outcome.suite(suite.tried() + trials.size());
    }

    /** The suite with databases that are kept whatever they tell apart. */
    UnfinishedSuite keeping(List<Trial> trials) {
        var outcome = new Outcome();
        trials.forEach(trial -> outcome.see(trial, true));
        return outcome.suite(suite.tried());
    }

    /** What trials lead to, one after the other. */
    private final class Outcome {
        private final List<Kept> databases = new ArrayList<>(suite.databases());
        private final int count = suite.statements().size();
        private final boolean[][] told = new boolean[count][];
        private final int[] inVain = efforts.stream().mapToInt(Effort::inVain).toArray();
        private final boolean[] isDecided = new boolean[count];
        private final boolean[] hasRows = new boolean[count];
        private final boolean[] isMisread = new boolean[count];

        Outcome() {
            for (int i = 0; i < count; i++) {
                told[i] = new boolean[suite.statements().get(i).leftOver().size()];
                isDecided[i] = efforts.get(i).isDecided();
                hasRows[i] = efforts.get(i).hasRows();
            }
        }

        void tried(int focus) {
            inVain[focus]++;
        }

        void see(Trial trial, boolean isKept) {
            boolean tells = isKept;
            for (var entry : trial.findings().entrySet()) {
                int place = entry.getKey();
                if (isOpen(place) && !isMisread[place]) {
                    isDecided[place] = true;
                    hasRows[place] |= entry.getValue().hasRows();
                    isMisread[place] = entry.getValue().misread();
                    if (!isMisread[place] && marked(place, entry.getValue().told())) {
                        inVain[place] = 0;
                        tells = true;
                    }
                }
            }
            Kept kept = trial.kept();
            if (tells && kept != null) {
                databases.add(kept);
                trial.findings().forEach((place, finding) -> marked(place, finding.told()));
            }
        }

        /** Whether one of them was left so far. */
        private boolean marked(int place, List<Integer> neighbours) {
            boolean isNew = false;
            for (int neighbour : neighbours) {
                isNew |= !told[place][neighbour];
                told[place][neighbour] = true;
            }
            return isNew;
        }

        UnfinishedSuite suite(int tried) {
            var statements = new ArrayList<Statement>();
            var after = new ArrayList<Effort>();
            for (int i = 0; i < count; i++) {
                statements.add(statement(suite.statements().get(i), i));
                after.add(new Effort(inVain[i], isDecided[i], hasRows[i]));
            }
            return new UnfinishedSuite(with(suite, statements, databases, tried), after);
        }

        private Statement statement(Statement before, int place) {
            if (isMisread[place]) {
                return new Statement(before.gold(), 0, List.of(), MISREAD);
            }
            List<String> left =
                    IntStream.range(0, told[place].length)
                            .filter(i -> !told[place][i])
                            .mapToObj(before.leftOver()::get)
                            .toList();
            boolean isDone = left.isEmpty() && !before.leftOver().isEmpty();
            return new Statement(
                    before.gold(), before.neighbours(), left, isDone ? "" : before.note());
        }
    }

    /** The suite, with the reason why neighbours are left. */
    SchemaSuite finished() {
        var statements = new ArrayList<Statement>();
        for (int i = 0; i < efforts.size(); i++) {
            Statement statement = suite.statements().get(i);
            boolean isExplained = statement.leftOver().isEmpty() || !statement.note().isEmpty();
            statements.add(
                    isExplained
                            ? statement
                            : new Statement(
                                    statement.gold(),
                                    statement.neighbours(),
                                    statement.leftOver(),
                                    reason(efforts.get(i))));
        }
        return with(suite, statements, suite.databases(), suite.tried());
    }

    private static String reason(Effort effort) {
        if (!effort.isDecided()) {
            return "gold leaves its result to the engine in every database";
        }
        return effort.hasRows()
                ? "the same result in every database"
                : "gold returns no row in any database";
    }
}
