package org.demur.evaluation.compare;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.file.OwnFile;
import org.demur.file.Sha256;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/**
 * Gold results of one database under one set of rules, by the digest of the statement, in memory;
 * those of a database file also in a file that carries its digest. Thread-safe.
 */
final class GoldStore {
    private static final System.Logger LOG = System.getLogger(GoldStore.class.getName());

    /** Raised whenever rules, or what a cell's text is, change. */
    private static final int FORMAT = 1;

    /** Larger results are executed again rather than kept. */
    private static final int MOST_CELLS = 200_000;

    private final @Nullable Path file;
    private final boolean texts;
    private final Map<String, GoldResult> results = new ConcurrentHashMap<>();
    private volatile boolean changed;

    private GoldStore(@Nullable Path file, boolean texts) {
        this.file = file;
        this.texts = texts;
    }

    static GoldStore open(ContentCache cache, ScoredContent content, ScoringRules rules) {
        return switch (content) {
            case ScoredContent.InFile(var file) -> ofFile(cache, file, rules);
            case ScoredContent.Served _ -> new GoldStore(null, rules.comparesTexts());
        };
    }

    private static GoldStore ofFile(ContentCache cache, Path database, ScoringRules rules) {
        String form = rules.comparesTexts() ? rules.words().apply("Y") + "-texts" : "values";
        String engine = FileEngine.title().replace(' ', '-');
        String name = "%s-%s-%s.v%d.gold".formatted(cache.digest(database), engine, form, FORMAT);
        Path file = cache.path("gold", name);
        var store = new GoldStore(file, rules.comparesTexts());
        store.load(file);
        return store;
    }

    @Nullable GoldResult get(String sql) {
        return results.get(Sha256.of(sql));
    }

    void put(String sql, GoldResult result) {
        int cells =
                switch (result) {
                    case GoldResult.Texts(var rows) -> rows.isEmpty() ? 0 : rows.size() * 8;
                    case GoldResult.Values(var rows) ->
                            rows.isEmpty() ? 0 : rows.size() * rows.getFirst().length;
                    case GoldResult.Unavailable unavailable -> Integer.MAX_VALUE;
                };
        if (cells <= MOST_CELLS) {
            results.put(Sha256.of(sql), result);
            changed = true;
        }
    }

    private void load(Path file) {
        if (!Files.isRegularFile(file)) {
            return;
        }
        try (var input =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            int count = input.readInt();
            for (int i = 0; i < count; i++) {
                results.put(input.readUTF(), texts ? readTexts(input) : readValues(input));
            }
        } catch (IOException | IllegalArgumentException | NegativeArraySizeException e) {
            // it is only a cache: what is cut or garbled there is computed again
            LOG.log(System.Logger.Level.DEBUG, "gold results are not used from " + file, e);
            results.clear();
        }
    }

    void save() {
        if (!changed || file == null) {
            return;
        }
        changed = false;
        Map<String, GoldResult> all = Map.copyOf(results);
        try {
            OwnFile.write(file, raw -> write(all, raw));
        } catch (IOException e) {
            // it is only a cache: scoring goes on without
            LOG.log(
                    System.Logger.Level.WARNING,
                    "gold results cannot be kept in {0}: {1}",
                    file,
                    e);
        }
    }

    private static void write(Map<String, GoldResult> all, OutputStream raw) throws IOException {
        var output = new DataOutputStream(new BufferedOutputStream(raw, 1 << 16));
        output.writeInt(all.size());
        for (var entry : all.entrySet()) {
            output.writeUTF(entry.getKey());
            switch (entry.getValue()) {
                case GoldResult.Texts(var rows) -> writeTexts(output, rows);
                case GoldResult.Values(var rows) -> writeValues(output, rows);
                case GoldResult.Unavailable unavailable ->
                        throw new IllegalStateException("kept nothing");
            }
        }
        output.flush();
    }

    private static void writeTexts(DataOutputStream output, List<TextRow> rows) throws IOException {
        output.writeInt(rows.size());
        for (TextRow row : rows) {
            output.writeInt(row.cells().size());
            for (String cell : row.cells()) {
                writeBytes(output, cell.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static GoldResult readTexts(DataInputStream input) throws IOException {
        int count = input.readInt();
        var rows = new ArrayList<TextRow>(count);
        for (int i = 0; i < count; i++) {
            int columns = input.readInt();
            var cells = new ArrayList<String>(columns);
            for (int c = 0; c < columns; c++) {
                cells.add(new String(readBytes(input), StandardCharsets.UTF_8));
            }
            rows.add(new TextRow(List.copyOf(cells)));
        }
        return new GoldResult.Texts(rows);
    }

    private static void writeValues(DataOutputStream output, List<@Nullable Object[]> rows)
            throws IOException {
        output.writeInt(rows.size());
        for (@Nullable Object[] row : rows) {
            output.writeInt(row.length);
            for (Object cell : row) {
                switch (cell) {
                    case null -> output.writeByte(0);
                    case Long whole -> {
                        output.writeByte(1);
                        output.writeLong(whole);
                    }
                    case Double real -> {
                        output.writeByte(2);
                        output.writeDouble(real);
                    }
                    case byte[] bytes -> {
                        output.writeByte(3);
                        writeBytes(output, bytes);
                    }
                    default -> {
                        output.writeByte(4);
                        writeBytes(output, cell.toString().getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        }
    }

    private static GoldResult readValues(DataInputStream input) throws IOException {
        int count = input.readInt();
        var rows = new ArrayList<@Nullable Object[]>(count);
        for (int i = 0; i < count; i++) {
            @Nullable Object[] row = new @Nullable Object[input.readInt()];
            for (int c = 0; c < row.length; c++) {
                row[c] =
                        switch (input.readByte()) {
                            case 0 -> null;
                            case 1 -> input.readLong();
                            case 2 -> input.readDouble();
                            case 3 -> readBytes(input);
                            default -> new String(readBytes(input), StandardCharsets.UTF_8);
                        };
            }
            rows.add(row);
        }
        return new GoldResult.Values(rows);
    }

    private static void writeBytes(DataOutputStream output, byte[] bytes) throws IOException {
        output.writeInt(bytes.length);
        output.write(bytes);
    }

    private static byte[] readBytes(DataInputStream input) throws IOException {
        return input.readNBytes(input.readInt());
    }
}
