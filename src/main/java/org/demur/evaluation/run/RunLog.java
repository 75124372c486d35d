package org.demur.evaluation.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Sample;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.JsonFault;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run while it is being written: {@code spec.json} appears at once, each sample is
 * a line of {@code samples.jsonl} as soon as it is done. A run that was interrupted continues: what
 * is there is not run again, a half-written last line is dropped, and breakdowns are tried anew.
 * Thread-safe.
 */
public final class RunLog implements AutoCloseable {
    static final String SPEC = "spec.json";
    static final String SAMPLES = "samples.jsonl";

    private static final ObjectReader SAMPLE = RunJson.MAPPER.readerFor(RunSample.class);

    private final Path file;
    private final Map<String, RunSample> done;
    private final FileChannel lock;
    private OutputStream output;
    private @Nullable IOException failure;

    private RunLog(Path file, Map<String, RunSample> done, FileChannel lock, OutputStream output) {
        this.file = file;
        this.done = done;
        this.lock = lock;
        this.output = output;
    }

    /**
     * Begins a run, or continues the one in the folder.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE} when the folder cannot be written,
     *     another process writes it, or it holds a run that was made with something else
     */
    public static RunLog open(Path folder, RunSpec spec) {
        try {
            Path specFile = folder.resolve(SPEC);
            if (Files.isRegularFile(specFile)) {
                requireSame(folder, spec);
            } else {
                DataFile.write(specFile, json(spec));
            }
            FileChannel lock = locked(specFile);
            Path samples = folder.resolve(SAMPLES);
            List<RunSample> kept =
                    read(folder).stream().filter(sample -> !sample.isBrokenDown()).toList();
            rewrite(samples, kept);
            var output = Files.newOutputStream(samples, StandardOpenOption.APPEND);
            var done = new LinkedHashMap<String, RunSample>();
            kept.forEach(sample -> done.put(sample.id(), sample));
            return new RunLog(samples, done, lock, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two processes that continue the same run would mix their lines. */
    private static FileChannel locked(Path specFile) throws IOException {
        var channel = FileChannel.open(specFile, StandardOpenOption.WRITE);
        if (isLocked(channel)) {
            return channel;
        }
        channel.close();
        throw DataFile.invalid(specFile, "another process is writing this run");
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // by another thread of this process
        }
    }

    /** The ids that need not be run again. */
    public synchronized Set<String> done() {
        return Set.copyOf(done.keySet());
    }

    /**
     * Adds a sample; it is on disk when this returns.
     *
     * @throws GatewayException {@code OVERLOADED} when it cannot be written, such as where the disk
     *     is full; nothing is written any more then, so that only the last line may be cut
     */
    public synchronized void append(RunSample sample) {
        if (failure == null) {
            try {
                output.write(line(sample).getBytes(StandardCharsets.UTF_8));
                done.put(sample.id(), sample);
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        throw new GatewayException(
                FailureCode.OVERLOADED,
                "%s: it cannot be written, %s; the same command continues the run"
                        .formatted(file, DataFile.reason(failure)),
                failure);
    }

    /**
     * Puts the lines in the order of a data set: threads finish in an order of chance, and figures
     * with intervals depend on the order.
     */
    synchronized void arrange(DataSet data) {
        var arranged = new LinkedHashMap<String, RunSample>();
        for (Sample sample : data.samples()) {
            RunSample known = done.get(sample.id());
            if (known != null) {
                arranged.put(sample.id(), known);
            }
        }
        done.forEach(arranged::putIfAbsent);
        try {
            output.close();
            rewrite(file, List.copyOf(arranged.values()));
            output = Files.newOutputStream(file, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        done.clear();
        done.putAll(arranged);
    }

    /** All samples so far, those of an earlier part included. */
    public synchronized List<RunSample> samples() {
        return List.copyOf(done.values());
    }

    @Override
    public synchronized void close() {
        try {
            output.close();
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Refuses a folder that holds something already.
     *
     * @throws GatewayException {@code INVALID_INPUT_FILE}
     */
    public static void requireAbsent(Path folder) {
        if (Files.exists(folder)) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    folder + " is there already; choose another folder, or delete it");
        }
    }

    /**
     * As {@link SavedRun#write}.
     *
     * @param derived writes what follows from the samples into the folder
     */
    static void write(Path folder, SavedRun run, Derived derived) {
        requireAbsent(folder);
        try {
            Path parent = Files.createDirectories(folder.toAbsolutePath().getParent());
            Path draft = Files.createTempDirectory(parent, "." + folder.getFileName() + "-");
            Files.write(draft.resolve(SPEC), json(run.spec()));
            rewrite(draft.resolve(SAMPLES), run.samples());
            derived.into(draft);
            Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes files into a folder. */
    interface Derived {
        void into(Path folder) throws IOException;
    }

    private static byte[] json(RunSpec spec) throws JsonProcessingException {
        return RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(spec);
    }

    static RunSpec readSpec(Path folder) {
        Path file = folder.resolve(SPEC);
        if (!Files.exists(file)) {
            throw DataFile.invalid(folder, "this is no run, there is no " + SPEC);
        }
        try {
            return RunJson.MAPPER.readValue(file.toFile(), RunSpec.class);
        } catch (JsonProcessingException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s: it cannot be read%s: %s; mend it, or make the run again by `demur evaluate`"
                            .formatted(file, JsonFault.place(e), JsonFault.of(e)),
                    e);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s: it cannot be read, %s".formatted(file, DataFile.reason(e)),
                    e);
        }
    }

    /** The samples of a folder, the later line where an id occurs twice. */
    static List<RunSample> read(Path folder) {
        Path file = folder.resolve(SAMPLES);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try {
            List<byte[]> lines = lines(Files.readAllBytes(file));
            var samples = new LinkedHashMap<String, RunSample>();
            // a run of thousands is tens of megabytes, and people wait for its report
            IntStream.range(0, lines.size())
                    .parallel()
                    .mapToObj(i ->
                            Optional.ofNullable(
                                    parse(file, i + 1, lines.get(i), i == lines.size() - 1)))
                    .toList()
                    .forEach(sample -> sample.ifPresent(s -> samples.put(s.id(), s)));
            return new ArrayList<>(samples.values());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<byte[]> lines(byte[] bytes) {
        var lines = new ArrayList<byte[]>();
        for (int start = 0, end; start < bytes.length; start = end + 1) {
            end = start;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            lines.add(Arrays.copyOfRange(bytes, start, end));
        }
        return lines;
    }

    private static @Nullable RunSample parse(Path file, int number, byte[] line, boolean isLast) {
        try {
            return SAMPLE.withAttribute(UnreadEvidence.LINE, line).readValue(line);
        } catch (IOException e) {
            if (isLast) {
                return null; // the run was interrupted while it wrote this line
            }
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s: line %d is no sample".formatted(file, number),
                    e);
        }
    }

    private static void requireSame(Path folder, RunSpec spec) {
        RunSpec there = readSpec(folder);
        if (!spec.continues(there)) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    ("%s holds a run of %s on %s that was made with something else; choose another"
                                    + " folder, or delete this one")
                            .formatted(folder, there.strategy(), there.dataSet()));
        }
    }

    private static void rewrite(Path file, List<RunSample> samples) throws IOException {
        String lines = samples.stream().map(RunLog::line).collect(Collectors.joining());
        DataFile.write(file, lines.getBytes(StandardCharsets.UTF_8));
    }

    private static String line(RunSample sample) {
        try {
            return RunJson.MAPPER.writeValueAsString(sample) + System.lineSeparator();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
