package org.demur.evaluation.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Consumer;
import org.demur.evaluation.suite.SchemaSuite.Kept;
import org.demur.evaluation.suite.SchemaSuite.Statement;
import org.demur.evaluation.suite.UnfinishedSuite.Effort;

/**
 * Chooses few random databases of one schema that tell gold statements from their neighbours: one
 * is kept only if it tells apart a neighbour that none before it does. The work is split into tasks
 * by statements and by ranges of seeds; how, changes nothing of the suite.
 *
 * @see <a href="https://arxiv.org/abs/2010.02840">Zhong et al. 2020, section 4.2</a>
 */
final class Distillation {
    /** Databases that are worth a task of their own: less would cost more than they take. */
    private static final int FEWEST = 4;

    private final SuiteWorkers workers;
    private final Runnable done;
    private final DoubleAdder seconds = new DoubleAdder();

    /**
     * A distillation.
     *
     * @param done called for every statement that nothing more is done for
     */
    Distillation(SuiteWorkers workers, Runnable done) {
        this.workers = workers;
        this.done = done;
    }

    /** That the tasks took, all together. */
    double seconds() {
        return seconds.sum();
    }

    /**
     * A suite for statements as they are executed, each once.
     *
     * @param begun a suite without statements
     * @param earlier how far it came before; empty to begin
     * @param saved takes how far it is, round by round
     */
    SchemaSuite built(
            SchemaSuite begun,
            List<String> golds,
            Optional<UnfinishedSuite> earlier,
            Consumer<UnfinishedSuite> saved) {
        return distilled(
                earlier.orElseGet(
                        () -> UnfinishedSuite.of(begun).with(read(begun, golds), Effort.NONE)),
                0,
                saved);
    }

    /** The suite with further statements; what it holds already stays as it is. */
    SchemaSuite extended(SchemaSuite suite, List<String> golds) {
        UnfinishedSuite settled =
                UnfinishedSuite.of(suite)
                        .with(suite.statements(), new Effort(suite.tries(), false, false))
                        .with(read(suite, golds), Effort.NONE);
        return distilled(
                remade(settled, suite.databases()), suite.statements().size(), unsaved -> {});
    }

    /** What the suite says of itself that does not hold when all is made again; none if it does. */
    List<String> faults(SchemaSuite suite) {
        List<String> golds = suite.statements().stream().map(Statement::gold).toList();
        SchemaSuite again =
                remade(
                                UnfinishedSuite.of(suite).with(read(suite, golds), Effort.NONE),
                                suite.databases())
                        .suite();
        var faults = new ArrayList<String>();
        for (int i = 0; i < suite.databases().size(); i++) {
            if (!again.databases().get(i).equals(suite.databases().get(i))) {
                faults.add("database %d is made with other rows or results".formatted(i));
            }
        }
        for (int i = 0; i < suite.statements().size(); i++) {
            Statement before = suite.statements().get(i);
            Statement now = again.statements().get(i);
            boolean same =
                    before.note().equals(UnfinishedSuite.MISREAD)
                            || (before.neighbours() == now.neighbours()
                                    && before.leftOver().equals(now.leftOver()));
            if (!same) {
                faults.add("other neighbours are told from " + before.gold());
            }
        }
        return faults;
    }

    private SchemaSuite distilled(
            UnfinishedSuite begun, int settled, Consumer<UnfinishedSuite> saved) {
        UnfinishedSuite unfinished = begun;
        int told = settled;
        while (true) {
            for (; told < unfinished.closed(); told++) {
                done.run();
            }
            List<Recipe> round = unfinished.round();
            if (round.isEmpty()) {
                return unfinished.finished();
            }
            saved.accept(unfinished);
            unfinished = unfinished.after(round, tried(unfinished, round, false));
        }
    }

    /** With the very databases of a suite. */
    private UnfinishedSuite remade(UnfinishedSuite unfinished, List<Kept> databases) {
        return unfinished.keeping(
                tried(unfinished, databases.stream().map(Kept::recipe).toList(), true));
    }

    private List<Statement> read(SchemaSuite begun, List<String> golds) {
        return all(
                ranges(golds).stream()
                        .<SuiteTask>map(range -> new SuiteTask.Reading(begun, range))
                        .toList(),
                Statement.class);
    }

    private List<Trial> tried(UnfinishedSuite unfinished, List<Recipe> recipes, boolean all) {
        return all(
                ranges(recipes).stream()
                        .<SuiteTask>map(range -> new SuiteTask.Trying(unfinished, range, all))
                        .toList(),
                Trial.class);
    }

    private <T> List<T> all(List<SuiteTask> tasks, Class<T> kind) {
        var all = new ArrayList<T>();
        for (SuiteTask.Result result : workers.done(tasks)) {
            seconds.add(result.seconds());
            ((List<?>) result.found()).forEach(found -> all.add(kind.cast(found)));
        }
        return all;
    }

    private <T> List<List<T>> ranges(List<T> things) {
        int size =
                Math.max(
                        FEWEST,
                        (things.size() + workers.parallelism() - 1) / workers.parallelism());
        var ranges = new ArrayList<List<T>>();
        for (int from = 0; from < things.size(); from += size) {
            ranges.add(List.copyOf(things.subList(from, Math.min(things.size(), from + size))));
        }
        return ranges;
    }
}
