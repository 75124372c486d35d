package org.demur.evaluation.compare;

import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.jdbc.FileEngine;

/** The rows on which statements are executed to be scored. */
public sealed interface ScoredContent {
    /** A file that nobody writes to meanwhile; statements are executed there as they are. */
    record InFile(Path file) implements ScoredContent {}

    /** A declared database on a server; statements are executed there as the guard writes them. */
    record Served(OpenDatabase database) implements ScoredContent {}

    /** What executes, with its version where verdicts depend on it. */
    default String engine() {
        return switch (this) {
            case InFile _ -> FileEngine.title();
            case Served(var database) -> database.schema().dialect().title();
        };
    }

    /**
     * Opens it for one thread.
     *
     * @param engineNanos receives the time spent inside of the engine, in nanoseconds
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} where a file is no
     *     database
     */
    default ScoredDatabase open(ExecutionLimits limits, LongAdder engineNanos) {
        return switch (this) {
            case InFile(var file) -> RawDatabase.open(file, limits, engineNanos);
            case Served(var database) -> new GuardedDatabase(database, limits, engineNanos);
        };
    }
}
