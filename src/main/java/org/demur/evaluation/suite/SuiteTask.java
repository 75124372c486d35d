package org.demur.evaluation.suite;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.demur.evaluation.suite.SchemaSuite.Statement;

/** A part of the work of building suites, for any machine; it needs no file. */
public sealed interface SuiteTask extends Serializable {
    Result done();

    /**
     * What came of it.
     *
     * @param seconds that it took
     */
    record Result(Serializable found, double seconds) implements Serializable {}

    /** Reads gold statements and finds their neighbours. */
    record Reading(SchemaSuite begun, List<String> golds) implements SuiteTask {
        public Reading {
            golds = List.copyOf(golds);
        }

        @Override
        public Result done() {
            long started = System.nanoTime();
            try (var databases = new DatabaseTrials(UnfinishedSuite.of(begun))) {
                var statements = new ArrayList<Statement>();
                golds.forEach(gold -> statements.add(databases.statement(gold)));
                return new Result(statements, (System.nanoTime() - started) / 1e9);
            }
        }
    }

    /**
     * Makes databases and looks at what they tell apart.
     *
     * @param recipes a range of a round's
     * @param all whether also those are looked at in full that tell nothing new apart
     */
    record Trying(UnfinishedSuite unfinished, List<Recipe> recipes, boolean all)
            implements SuiteTask {
        public Trying {
            recipes = List.copyOf(recipes);
        }

        @Override
        public Result done() {
            long started = System.nanoTime();
            try (var databases = new DatabaseTrials(unfinished)) {
                var trials = new ArrayList<Trial>();
                recipes.forEach(recipe -> trials.add(databases.trial(recipe, all)));
                return new Result(trials, (System.nanoTime() - started) / 1e9);
            }
        }
    }
}
