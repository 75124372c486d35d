package org.demur.evaluation.suite;

import java.util.List;

/** Those who do the tasks of a build: threads of this machine, or others. Thread-safe. */
public interface SuiteWorkers {
    /** How many tasks are done at a time. */
    int parallelism();

    /** Does the tasks, in whatever order; gives their results in the order of the tasks. */
    List<SuiteTask.Result> done(List<SuiteTask> tasks);
}
