package org.demur.wiring;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.demur.file.OwnFile;
import org.demur.inference.SpendingLog;
import org.demur.schema.jdbc.Cache;
import org.jspecify.annotations.Nullable;

/**
 * What models used, in the cache: a file {@code spending/DATE.json} a day, tokens and cost by
 * model. Files are written whole or not at all, by a thread of its own, for the one that asks may
 * be interrupted; programs that run at the same time add to the same files. Thread-safe.
 */
final class SpendingFiles implements SpendingLog, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(SpendingFiles.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int SECONDS_TO_CLOSE = 5;

    private final Cache cache;
    private final ThreadPoolExecutor writer;
    private final Map<LocalDate, Map<String, Used>> unwritten = new HashMap<>();

    SpendingFiles(Cache cache) {
        this.cache = cache;
        this.writer =
                new ThreadPoolExecutor(
                        1,
                        1,
                        SECONDS_TO_CLOSE,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().name("spending").daemon().factory());
        writer.allowCoreThreadTimeOut(true);
    }

    /** Of a file. */
    record Written(Map<String, Used> models) {}

    @Override
    public Used of(LocalDate day) {
        return read(file(day)).values().stream().reduce(Used.NOTHING, Used::plus);
    }

    @Override
    public void add(LocalDate day, String model, Used used) {
        synchronized (unwritten) {
            unwritten
                    .computeIfAbsent(day, _ -> new LinkedHashMap<>())
                    .merge(model, used, Used::plus);
        }
        if (!writer.isShutdown()) {
            writer.execute(this::write);
        }
    }

    /** Everything that came since the last time, at once. */
    private void write() {
        Map<LocalDate, Map<String, Used>> more;
        synchronized (unwritten) {
            more = new TreeMap<>(unwritten);
            unwritten.clear();
        }
        more.forEach((day, used) -> {
            try {
                write(file(day), used);
            } catch (IOException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "what models used today cannot be kept in {0}: a restart will not know of it",
                        file(day));
            }
        });
    }

    private void write(Path file, Map<String, Used> more) throws IOException {
        var lock = file.resolveSibling("lock");
        OwnFile.makeFolder(cache.folder("spending"));
        synchronized (SpendingFiles.class) { // a lock of the system is one of the whole process
            try (var channel =
                            FileChannel.open(
                                    lock,
                                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                                    OwnFile.ofAFile());
                    var _ = channel.lock()) {
                var models = new TreeMap<>(read(file));
                more.forEach((model, used) -> models.merge(model, used, Used::plus));
                cache.write(file, out -> JSON.writeValue(out, new Written(models)));
            }
        }
    }

    private static Map<String, Used> read(Path file) {
        if (!Files.exists(file)) {
            return Map.of();
        }
        try {
            @Nullable Map<String, Used> models =
                    JSON.readValue(file.toFile(), Written.class).models();
            return models == null ? Map.of() : models;
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} cannot be read: what models used that day counts as nothing",
                    file);
            return Map.of();
        }
    }

    private Path file(LocalDate day) {
        return cache.entry("spending", day + ".json");
    }

    /** Writes what is not yet written. */
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(SECONDS_TO_CLOSE, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "what models used last is not kept");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
