package org.demur.evaluation.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.demur.evaluation.compare.Workers;

/** Threads of this machine, shared by all schemas. */
public final class SuiteThreads implements SuiteWorkers {
    private final int threads;
    private final Semaphore idle;

    /** So many threads, at least 1. */
    public SuiteThreads(int threads) {
        this.threads = threads;
        idle = new Semaphore(threads, true);
    }

    @Override
    public int parallelism() {
        return threads;
    }

    @Override
    public List<SuiteTask.Result> done(List<SuiteTask> tasks) {
        var byPlace = new LinkedHashMap<String, SuiteTask>();
        tasks.forEach(task -> byPlace.put(Integer.toString(byPlace.size()), task));
        return List.copyOf(Workers.each(byPlace, this::doneInTurn, threads).values());
    }

    private SuiteTask.Result doneInTurn(SuiteTask task) {
        idle.acquireUninterruptibly();
        try {
            return task.done();
        } finally {
            idle.release();
        }
    }
}
