package org.demur.execution.jdbc;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.demur.execution.ResultColumn;
import org.demur.execution.ResultTable;
import org.demur.failure.FailureCode;
import org.demur.schema.Column;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;

/**
 * What the program and its {@link QueryWorker}s say to each other over pipes: a letter for the
 * kind, then the components in their order. Both sides are of the same build.
 */
sealed interface WorkerMessage {
    /** To the worker: from now on a database has this number. */
    record Open(int database, FileSource source) implements WorkerMessage {}

    /**
     * To the worker: run a statement.
     *
     * @param query a number that the answer carries
     * @param compileOnly whether it is compiled and held against the engine's account only
     */
    record Run(int query, int database, boolean compileOnly, String sql, DatabaseLimits limits)
            implements WorkerMessage {}

    /** To the worker: the query has become long and gives way to all others. */
    record GiveWay(int query) implements WorkerMessage {}

    /** To the worker: nobody waits for the query any more. */
    record Cancel(int query) implements WorkerMessage {}

    /** From the worker: it can be asked. */
    record Ready() implements WorkerMessage {}

    /** From the worker: the rows; none where the statement was only compiled. */
    record Rows(int query, ResultTable table) implements WorkerMessage {}

    /**
     * From the worker: why there are no rows.
     *
     * @param hidden what the statement was about to read and must not; mostly nothing
     */
    record Failed(int query, FailureCode code, String message, Set<String> hidden)
            implements WorkerMessage {}

    /** Writes a message, and does not flush. */
    static void write(WorkerMessage message, DataOutputStream out) throws IOException {
        switch (message) {
            case Open(int database, var source) -> {
                out.writeByte('o');
                out.writeInt(database);
                write(source, out);
            }
            case Run(int query, int database, boolean compileOnly, var sql, var limits) -> {
                out.writeByte('q');
                out.writeInt(query);
                out.writeInt(database);
                out.writeBoolean(compileOnly);
                write(sql, out);
                write(limits, out);
            }
            case GiveWay(int query) -> {
                out.writeByte('w');
                out.writeInt(query);
            }
            case Cancel(int query) -> {
                out.writeByte('c');
                out.writeInt(query);
            }
            case Ready() -> out.writeByte('r');
            case Rows(int query, var table) -> {
                out.writeByte('t');
                out.writeInt(query);
                write(table, out);
            }
            case Failed(int query, var code, var text, var hidden) -> {
                out.writeByte('f');
                out.writeInt(query);
                write(code.name(), out);
                write(text, out);
                write(List.copyOf(hidden), out);
            }
        }
    }

    /**
     * Waits for the next message.
     *
     * @throws java.io.EOFException where the other side has ended
     */
    static WorkerMessage read(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case 'o' -> new Open(in.readInt(), source(in));
            case 'q' -> new Run(in.readInt(), in.readInt(), in.readBoolean(), text(in), limits(in));
            case 'w' -> new GiveWay(in.readInt());
            case 'c' -> new Cancel(in.readInt());
            case 'r' -> new Ready();
            case 't' -> new Rows(in.readInt(), table(in));
            case 'f' ->
                    new Failed(
                            in.readInt(),
                            FailureCode.valueOf(text(in)),
                            text(in),
                            Set.copyOf(texts(in)));
            default -> throw new IOException("a message of unknown kind " + kind);
        };
    }

    private static void write(FileSource source, DataOutputStream out) throws IOException {
        write(source.id(), out);
        write(source.file().toString(), out);
        out.writeInt(source.visible().size());
        for (var table : source.visible()) {
            write(table.name(), out);
            out.writeBoolean(table.hidesColumns());
            write(table.columns().stream().map(Column::name).toList(), out);
        }
    }

    /** Of tables the names, which is all that the walls look at. */
    private static FileSource source(DataInputStream in) throws IOException {
        var id = text(in);
        var file = Path.of(text(in));
        var tables = new ArrayList<Table>();
        for (int left = in.readInt(); left > 0; left--) {
            var name = text(in);
            boolean hidesColumns = in.readBoolean();
            var columns =
                    texts(in).stream()
                            .map(c -> new Column(c, ColumnType.OTHER, "", true, false, ""))
                            .toList();
            tables.add(new Table(name, "", columns, List.of(), List.of(), 0, hidesColumns));
        }
        return new FileSource(id, file, tables);
    }

    private static void write(DatabaseLimits limits, DataOutputStream out) throws IOException {
        out.writeLong(limits.timeLimit().toNanos());
        out.writeInt(limits.maxRows());
        out.writeLong(limits.maxBytes());
        out.writeLong(limits.maxMemory());
        out.writeLong(limits.maxSteps());
    }

    private static DatabaseLimits limits(DataInputStream in) throws IOException {
        return new DatabaseLimits(
                Duration.ofNanos(in.readLong()),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                in.readLong());
    }

    private static void write(ResultTable table, DataOutputStream out) throws IOException {
        out.writeInt(table.columns().size());
        for (var column : table.columns()) {
            write(column.name(), out);
            write(column.type().name(), out);
        }
        out.writeInt(table.rows().size());
        for (List<@Nullable Object> row : table.rows()) {
            for (var cell : row) {
                writeCell(cell, out);
            }
        }
        out.writeBoolean(table.truncated());
        out.writeLong(table.elapsed().toNanos());
    }

    private static ResultTable table(DataInputStream in) throws IOException {
        var columns = new ArrayList<ResultColumn>();
        for (int left = in.readInt(); left > 0; left--) {
            columns.add(new ResultColumn(text(in), ColumnType.valueOf(text(in))));
        }
        var rows = new ArrayList<List<@Nullable Object>>();
        for (int left = in.readInt(); left > 0; left--) {
            var row = new ArrayList<@Nullable Object>(columns.size());
            for (int i = 0; i < columns.size(); i++) {
                row.add(cell(in));
            }
            rows.add(row);
        }
        return new ResultTable(columns, rows, in.readBoolean(), Duration.ofNanos(in.readLong()));
    }

    private static void writeCell(@Nullable Object cell, DataOutputStream out) throws IOException {
        switch (cell) {
            case null -> out.writeByte('0');
            case Long number -> {
                out.writeByte('i');
                out.writeLong(number);
            }
            case Double number -> {
                out.writeByte('d');
                out.writeDouble(number);
            }
            default -> {
                out.writeByte('s');
                write(cell.toString(), out);
            }
        }
    }

    private static @Nullable Object cell(DataInputStream in) throws IOException {
        return switch (in.readByte()) {
            case '0' -> null;
            case 'i' -> in.readLong();
            case 'd' -> in.readDouble();
            default -> text(in);
        };
    }

    private static void write(List<String> texts, DataOutputStream out) throws IOException {
        out.writeInt(texts.size());
        for (var text : texts) {
            write(text, out);
        }
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        var texts = new ArrayList<String>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(text(in));
        }
        return texts;
    }

    private static void write(String text, DataOutputStream out) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
