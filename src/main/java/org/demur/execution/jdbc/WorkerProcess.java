package org.demur.execution.jdbc;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.jdbc.FileEngine;

/**
 * The program's end of one {@link QueryWorker}. Thread-safe; nothing here waits for the worker, but
 * for whoever looks into a future.
 */
final class WorkerProcess implements AutoCloseable {
    /**
     * Few threads, no second compiler, and a heap for eight results of the usual size, each taking
     * four times its bytes. Priority 1 of a thread stands for the nice value 10, a tenth of the
     * usual weight, so that eight of them weigh less than one other thread and still go on where
     * the machine is busy; the runtime's own threads keep the usual one.
     *
     * @see <a href="https://man7.org/linux/man-pages/man7/sched.7.html">sched(7)</a>
     */
    private static final List<String> OPTIONS =
            List.of(
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:-PrintWarnings",
                    "-XX:ThreadPriorityPolicy=1",
                    "-XX:JavaPriority1_To_OSPriority=10",
                    "-XX:JavaPriority8_To_OSPriority=0",
                    "-XX:JavaPriority9_To_OSPriority=0",
                    "-XX:JavaPriority10_To_OSPriority=0",
                    "--enable-native-access=ALL-UNNAMED",
                    "-D" + FileEngine.LIBRARY_FOLDER + "=.");

    /** How file names are spelled and what local time is; nothing else, keys least of all. */
    private static final Set<String> ENVIRONMENT =
            Set.of("LANG", "LC_ALL", "LC_CTYPE", "TZ", "SystemRoot");

    /** The exit status of a runtime that is out of memory. */
    static final int OUT_OF_MEMORY = 3;

    /** The worker has ended before it answered. */
    static final class EndedException extends Exception {
        private static final long serialVersionUID = 1;
        private final Cause cause;

        private EndedException(Cause cause) {
            super("the query worker has ended");
            this.cause = cause;
        }

        Cause cause() {
            return cause;
        }
    }

    /** Why a worker has ended before it answered a statement. */
    enum Cause {
        /** This statement: it was the only one there. */
        THIS,
        /** Another one, or none. */
        ANOTHER,
        /** Any of those that were there. */
        ANY
    }

    /** A statement that the worker was given, and its answer when it has come. */
    record Asked(int query, CompletableFuture<WorkerMessage> answer) {}

    private final Process process;
    private final Path scratch;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private final ExecutorService writer =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("query-worker-in").factory());
    private final IdentityHashMap<FileSource, Integer> databases = new IdentityHashMap<>();
    private final Map<Integer, CompletableFuture<WorkerMessage>> waiting =
            new ConcurrentHashMap<>();
    private int queries;
    private boolean ended;
    private volatile boolean isCauseKnown;

    private WorkerProcess(Process process, Path scratch) {
        this.process = process;
        this.scratch = scratch;
    }

    /**
     * Starts a process; it takes orders at once and answers when it is there.
     *
     * @throws IOException where the system does not start it
     */
    static WorkerProcess start() throws IOException {
        var scratch = Files.createTempDirectory("demur-query-worker");
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(List.of("-cp", classPath(), QueryWorker.class.getName()));
        var builder =
                new ProcessBuilder(command)
                        .directory(scratch.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().retainAll(ENVIRONMENT);
        builder.environment().put("MALLOC_ARENA_MAX", "2"); // freed memory goes back
        var worker = new WorkerProcess(builder.start(), scratch);
        Thread.ofPlatform().daemon().name("query-worker-out").start(worker::listen);
        return worker;
    }

    /** Where the classes of a worker are: the program's own, and the driver's. */
    private static String classPath() {
        return List.of(QueryWorker.class, FileEngine.DRIVER).stream()
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> {
                    try {
                        return Path.of(location.toURI()).toString();
                    } catch (URISyntaxException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .collect(
                        Collectors.collectingAndThen(
                                Collectors.toCollection(LinkedHashSet::new),
                                paths -> String.join(java.io.File.pathSeparator, paths)));
    }

    /** True when the worker can be asked, false when it ended before. */
    CompletableFuture<Boolean> ready() {
        return ready;
    }

    /** Statements given and not answered. */
    int atWork() {
        return waiting.size();
    }

    long pid() {
        return process.pid();
    }

    /** What the worker holds in memory; 0 where the system does not tell. */
    long residentBytes() {
        return ProcessMemory.residentBytes(Long.toString(process.pid()));
    }

    boolean ranOutOfMemory() {
        return !process.isAlive() && process.exitValue() == OUT_OF_MEMORY;
    }

    /** Whether it takes no more statements. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** Gives the worker a statement. */
    synchronized Asked ask(
            FileSource source, String sql, boolean compileOnly, DatabaseLimits limits) {
        var asked = new Asked(queries++, new CompletableFuture<>());
        if (ended) {
            asked.answer().completeExceptionally(new EndedException(Cause.ANOTHER));
            return asked;
        }
        waiting.put(asked.query(), asked.answer());
        var database = databases.get(source);
        if (database == null) {
            database = databases.size();
            databases.put(source, database);
            say(new WorkerMessage.Open(database, source));
        }
        say(new WorkerMessage.Run(asked.query(), database, compileOnly, sql, limits));
        return asked;
    }

    /** A worker that does not listen keeps only the writer waiting, until it is killed. */
    void say(WorkerMessage message) {
        var bytes = new ByteArrayOutputStream();
        try {
            WorkerMessage.write(message, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("an array takes what is written", e);
        }
        try {
            writer.execute(() -> {
                try {
                    var out = process.getOutputStream();
                    bytes.writeTo(out);
                    out.flush();
                } catch (IOException e) {
                    close(); // it has ended
                }
            });
        } catch (RejectedExecutionException e) {
            return; // closed meanwhile, and so told to those who wait
        }
    }

    private void listen() {
        try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            while (true) {
                switch (WorkerMessage.read(in)) {
                    case WorkerMessage.Ready() -> ready.complete(true);
                    case WorkerMessage.Rows rows -> answered(rows.query(), rows);
                    case WorkerMessage.Failed failed -> answered(failed.query(), failed);
                    case WorkerMessage.Open _,
                            WorkerMessage.Run _,
                            WorkerMessage.GiveWay _,
                            WorkerMessage.Cancel _ ->
                            throw new IOException("what only the program says");
                }
            }
        } catch (IOException | RuntimeException e) { // also of what makes no sense
            close();
        }
    }

    private void answered(int query, WorkerMessage answer) {
        var future = waiting.remove(query);
        if (future != null) {
            future.complete(answer);
        }
    }

    /** Kills the process; whoever waits for an answer is told. */
    @Override
    public void close() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        process.destroyForcibly();
        writer.shutdownNow();
        var _ = process.onExit().thenRun(this::end);
    }

    /** As {@link #close}, because of one statement: the others there are not to blame. */
    void closeFor(Asked asked) {
        isCauseKnown = true;
        waiting.remove(asked.query());
        close();
    }

    private void end() {
        var cause = isCauseKnown ? Cause.ANOTHER : waiting.size() == 1 ? Cause.THIS : Cause.ANY;
        waiting.values().forEach(answer -> answer.completeExceptionally(new EndedException(cause)));
        ready.complete(false);
        try (var files = Files.walk(scratch)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) { // the system's folder for temporary files is emptied anyway
            return;
        }
    }
}
