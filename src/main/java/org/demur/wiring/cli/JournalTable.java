package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.demur.evaluation.score.ItemTable.Column;
import org.demur.evaluation.score.ItemTable.Kind;
import org.demur.evaluation.score.ParquetTable;
import org.demur.file.CsvCell;
import org.demur.journal.Journal;
import org.demur.journal.JournalRecord;
import org.jspecify.annotations.Nullable;

/** The journal as a table, a row a record; what an erased record said is null. */
final class JournalTable {
    /** Of the record itself, then of its content, by its keys. */
    private static final List<Column> COLUMNS =
            List.of(
                    new Column("sequence", Kind.WHOLE),
                    new Column("at", Kind.TEXT),
                    new Column("kind", Kind.TEXT),
                    new Column("id", Kind.TEXT),
                    new Column("about", Kind.TEXT),
                    new Column("hash", Kind.TEXT),
                    new Column("caller", Kind.TEXT),
                    new Column("database", Kind.TEXT),
                    new Column("questionDigest", Kind.TEXT),
                    new Column("question", Kind.TEXT),
                    new Column("strategy", Kind.TEXT),
                    new Column("penalty", Kind.REAL),
                    new Column("decision", Kind.TEXT),
                    new Column("reason", Kind.TEXT),
                    new Column("sql", Kind.TEXT),
                    new Column("cost", Kind.REAL),
                    new Column("verdict", Kind.TEXT),
                    new Column("by", Kind.TEXT),
                    new Column("pair", Kind.TEXT),
                    new Column("because", Kind.TEXT),
                    new Column("act", Kind.TEXT),
                    new Column("digest", Kind.TEXT));

    private static final int OF_THE_RECORD = 6;

    /** Rows that are held until they are written. */
    private static final int AT_A_TIME = 10_000;

    private JournalTable() {}

    static String csvHeader() {
        return COLUMNS.stream().map(Column::name).collect(Collectors.joining(","));
    }

    static String csv(JournalRecord link) {
        return row(link).stream()
                .map(cell -> cell == null ? "" : CsvCell.of(cell.toString()))
                .collect(Collectors.joining(","));
    }

    static void writeParquet(Journal journal, OutputStream stream) throws IOException {
        var table = new ParquetTable(stream, COLUMNS);
        var rows = new ArrayList<List<@Nullable Object>>();
        try {
            journal.forEach(link -> {
                rows.add(row(link));
                if (rows.size() == AT_A_TIME) {
                    addAll(rows, table);
                }
            });
            addAll(rows, table);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        table.finish();
    }

    private static void addAll(List<List<@Nullable Object>> rows, ParquetTable table) {
        try {
            table.add(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.clear();
    }

    private static List<@Nullable Object> row(JournalRecord link) {
        var cells = new ArrayList<@Nullable Object>(COLUMNS.size());
        cells.add(link.sequence());
        cells.add(link.at().toString());
        cells.add(link.kind().key());
        cells.add(link.id());
        cells.add(link.about());
        cells.add(link.hash());
        var content = link.json();
        for (var column : COLUMNS.subList(OF_THE_RECORD, COLUMNS.size())) {
            cells.add(content == null ? null : cell(content.path(column.name()), column.kind()));
        }
        return cells;
    }

    private static @Nullable Object cell(JsonNode value, Kind kind) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        return switch (kind) {
            case TEXT -> value.asText();
            case WHOLE -> value.asLong();
            case REAL -> value.asDouble();
            case TRUTH -> value.asBoolean();
        };
    }
}
