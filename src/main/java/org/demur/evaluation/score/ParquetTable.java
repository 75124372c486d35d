package org.demur.evaluation.score;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * A table as a Parquet file, written as its rows come: a row group for each addition, one
 * uncompressed page a column, every column optional. What a page says of itself, and the footer,
 * are written by the format's own library; those that write pages too need Hadoop.
 *
 * @see <a href="https://parquet.apache.org/docs/file-format/">the format</a>
 */
public final class ParquetTable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** Of the format, whose second version changed encodings that are not used here. */
    private static final int VERSION = 1;

    private final OutputStream file;
    private final List<ItemTable.Column> columns;
    private final List<RowGroup> groups = new ArrayList<>();

    /** Bytes so far, where the next ones begin. */
    private long size = MAGIC.length;

    private long rows;

    /** Begins a file; nothing is complete before {@link #finish()}. */
    public ParquetTable(OutputStream file, List<ItemTable.Column> columns) throws IOException {
        this.file = file;
        this.columns = List.copyOf(columns);
        file.write(MAGIC);
    }

    static byte[] bytes(ItemTable table) {
        var bytes = new ByteArrayOutputStream();
        try {
            var parquet = new ParquetTable(bytes, table.columns());
            parquet.add(table.rows());
            parquet.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Adds rows of a cell for each column, as {@link ItemTable} has them. */
    public void add(List<? extends List<? extends @Nullable Object>> added) throws IOException {
        if (added.isEmpty()) {
            return;
        }
        long start = size;
        var group = new RowGroup(new ArrayList<>(), 0, added.size());
        group.setFile_offset(start);
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            group.addToColumns(
                    chunk(
                            columns.get(i),
                            added.stream().<@Nullable Object>map(row -> row.get(column)).toList()));
        }
        group.setTotal_byte_size(size - start);
        groups.add(group);
        rows += added.size();
    }

    /** Writes what tells a reader where everything is; leaves the stream open. */
    public void finish() throws IOException {
        var footer = new FileMetaData(VERSION, schema(), rows, groups);
        footer.setCreated_by("Demur");
        var bytes = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, bytes);
        bytes.writeTo(file);
        file.write(littleEndian(Integer.BYTES).putInt(bytes.size()).array());
        file.write(MAGIC);
    }

    private List<SchemaElement> schema() {
        var elements = new ArrayList<SchemaElement>();
        var root = new SchemaElement("item");
        root.setNum_children(columns.size());
        elements.add(root);
        for (ItemTable.Column column : columns) {
            var element = new SchemaElement(column.name());
            element.setType(type(column.kind()));
            element.setRepetition_type(FieldRepetitionType.OPTIONAL);
            if (column.kind() == ItemTable.Kind.TEXT) {
                element.setLogicalType(LogicalType.STRING(new StringType()));
            }
            elements.add(element);
        }
        return elements;
    }

    private static Type type(ItemTable.Kind kind) {
        return switch (kind) {
            case TEXT -> Type.BYTE_ARRAY;
            case WHOLE -> Type.INT64;
            case REAL -> Type.DOUBLE;
            case TRUTH -> Type.BOOLEAN;
        };
    }

    private ColumnChunk chunk(ItemTable.Column column, List<@Nullable Object> cells)
            throws IOException {
        byte[] levels = bits(cells.stream().map(cell -> cell != null).toList());
        byte[] values = values(column.kind(), cells.stream().filter(cell -> cell != null).toList());
        // levels are runs of one bit each: how many bytes, then one run of groups of eight
        byte[] run = unsigned((levels.length << 1) | 1);
        int length = Integer.BYTES + run.length + levels.length + values.length;
        var header = new PageHeader(PageType.DATA_PAGE, length, length);
        header.setData_page_header(
                new DataPageHeader(cells.size(), Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        var page = new ByteArrayOutputStream();
        Util.writePageHeader(header, page);
        page.write(littleEndian(Integer.BYTES).putInt(run.length + levels.length).array());
        page.write(run);
        page.write(levels);
        page.write(values);
        page.writeTo(file);
        var metadata =
                new ColumnMetaData(
                        type(column.kind()),
                        List.of(Encoding.PLAIN, Encoding.RLE),
                        List.of(column.name()),
                        CompressionCodec.UNCOMPRESSED,
                        cells.size(),
                        page.size(),
                        page.size(),
                        size);
        size += page.size();
        var chunk = new ColumnChunk(0);
        chunk.setMeta_data(metadata);
        return chunk;
    }

    private static byte[] values(ItemTable.Kind kind, List<? extends @Nullable Object> cells)
            throws IOException {
        var values = new ByteArrayOutputStream();
        switch (kind) {
            case TRUTH -> values.write(bits(cells.stream().map(Boolean.TRUE::equals).toList()));
            case TEXT, WHOLE, REAL -> {
                for (Object cell : cells) {
                    values.write(plain(cell));
                }
            }
        }
        return values.toByteArray();
    }

    private static byte[] plain(@Nullable Object cell) {
        return switch (cell) {
            case Long whole -> littleEndian(Long.BYTES).putLong(whole).array();
            case Double real -> littleEndian(Double.BYTES).putDouble(real).array();
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                yield littleEndian(Integer.BYTES + bytes.length)
                        .putInt(bytes.length)
                        .put(bytes)
                        .array();
            }
            case null, default -> throw new IllegalStateException("no cell of a column: " + cell);
        };
    }

    /** The first in the lowest bit of the first byte. */
    private static byte[] bits(List<Boolean> truths) {
        byte[] bits = new byte[(truths.size() + 7) / 8];
        for (int i = 0; i < truths.size(); i++) {
            if (truths.get(i)) {
                bits[i / 8] |= (byte) (1 << (i % 8));
            }
        }
        return bits;
    }

    /** Seven bits a byte, the lowest first. */
    private static byte[] unsigned(int number) {
        var bytes = new ByteArrayOutputStream();
        int rest = number;
        while (rest > 0x7f) {
            bytes.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        bytes.write(rest);
        return bytes.toByteArray();
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
