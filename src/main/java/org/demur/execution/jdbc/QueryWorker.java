package org.demur.execution.jdbc;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseLimits;

/**
 * A process of its own that statements run in, so that it can be killed: see {@link QueryWorkers}.
 * It is spoken to over its standard input and ends with it, so also when the program is killed.
 */
public final class QueryWorker {
    private static final int BUFFER_BYTES = 1 << 16;

    /** A statement at work. */
    private static final Duration START = Duration.ofMinutes(1);

    private record Query(Thread thread, QueryWatch watch) {}

    private final DataOutputStream out;
    private final ProcessMemory memory = new ProcessMemory();
    private final Map<Integer, FileSource> sources = new ConcurrentHashMap<>();
    private final Map<Integer, FileRunner> runners = new ConcurrentHashMap<>();
    private final Map<Integer, Query> queries = new ConcurrentHashMap<>();

    /** What the statement of this thread was about to read and must not. */
    private final ThreadLocal<Set<String>> hidden = ThreadLocal.withInitial(HashSet::new);

    private QueryWorker(DataOutputStream out) {
        this.out = out;
    }

    /** Serves until the standard input ends. */
    public static void main(String[] arguments) {
        var scratch = Path.of("");
        scratch.toAbsolutePath().toFile().deleteOnExit(); // after what the driver unpacks into it
        fallFirst();
        var in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), BUFFER_BYTES);
        var out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
        try {
            new QueryWorker(new DataOutputStream(out)).serve(new DataInputStream(in));
        } catch (IOException e) { // the program has ended
            System.exit(0);
        }
    }

    /** Where the whole machine is short of memory, this process is ended and not the program. */
    private static void fallFirst() {
        try {
            Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
        } catch (IOException e) {
            return; // the system has no such thing
        }
    }

    /**
     * Loads the driver and all that a statement needs before one is given, whose time runs: on a
     * busy machine loading takes seconds, and a thread that has given way many more.
     */
    private void warmUp() throws IOException {
        var empty = Files.createFile(Path.of("empty").toAbsolutePath());
        var limits = new DatabaseLimits(START, 1, 1_000, 1L << 30); // whoever waits says how long
        var watch = new QueryWatch(QueryWatch.Turn.ITS_OWN, memory, limits, System::nanoTime);
        var source = new FileSource("empty", empty, List.of());
        try (var runner = new FileRunner(source, names -> hidden.get().addAll(names))) {
            var _ = runner.run("SELECT 1 AS one", watch, FileRunner.rows(limits));
        }
    }

    private void serve(DataInputStream in) throws IOException {
        warmUp();
        say(new WorkerMessage.Ready());
        while (true) {
            switch (WorkerMessage.read(in)) {
                case WorkerMessage.Open(int database, var source) -> sources.put(database, source);
                case WorkerMessage.Run run -> start(run);
                case WorkerMessage.GiveWay(int number) -> giveWay(number);
                case WorkerMessage.Cancel(int number) -> {
                    var query = queries.get(number);
                    if (query != null) {
                        query.watch().cancel();
                    }
                }
                case WorkerMessage.Ready _, WorkerMessage.Rows _, WorkerMessage.Failed _ ->
                        throw new IOException("what only a worker says");
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how long others take
    private void giveWay(int number) {
        var query = queries.get(number);
        if (query != null) {
            query.thread().setPriority(Thread.MIN_PRIORITY);
        }
    }

    /** A thread for each statement: one that has given way cannot be raised again. */
    private void start(WorkerMessage.Run run) {
        var watch = new QueryWatch(QueryWatch.Turn.ITS_OWN, memory, run.limits(), System::nanoTime);
        var thread = Thread.ofPlatform().daemon().unstarted(() -> answer(run, watch));
        queries.put(run.query(), new Query(thread, watch));
        thread.start();
    }

    private void answer(WorkerMessage.Run run, QueryWatch watch) {
        WorkerMessage answer;
        try {
            answer = new WorkerMessage.Rows(run.query(), rows(run, watch));
        } catch (GatewayException e) {
            answer = failed(run, e.code(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            answer = failed(run, FailureCode.UNEXPECTED, "The query broke down: " + e);
        }
        queries.remove(run.query());
        try {
            say(answer);
        } catch (IOException e) {
            System.exit(0);
        }
    }

    private WorkerMessage failed(WorkerMessage.Run run, FailureCode code, String message) {
        return new WorkerMessage.Failed(run.query(), code, message, hidden.get());
    }

    private ResultTable rows(WorkerMessage.Run run, QueryWatch watch) {
        var runner = runner(run.database());
        if (run.compileOnly()) {
            runner.run(run.sql(), watch, FileRunner::compile);
            return new ResultTable(List.of(), List.of(), false, watch.elapsed());
        }
        return runner.run(run.sql(), watch, FileRunner.rows(run.limits()));
    }

    private FileRunner runner(int database) {
        var source = sources.get(database);
        if (source == null) {
            throw new IllegalStateException("no database " + database);
        }
        return runners.computeIfAbsent(
                database, _ -> new FileRunner(source, names -> hidden.get().addAll(names)));
    }

    private synchronized void say(WorkerMessage message) throws IOException {
        WorkerMessage.write(message, out);
        out.flush();
    }
}
