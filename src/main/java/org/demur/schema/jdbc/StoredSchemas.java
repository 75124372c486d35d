package org.demur.schema.jdbc;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.demur.schema.ColumnRef;
import org.demur.schema.PackedTexts;
import org.demur.schema.Table;
import org.demur.schema.jdbc.StoredSchema.ColumnValues;

/**
 * Schemas in the cache: mark, format, length and JSON of the tables, the columns' values packed as
 * in memory, and a CRC-32C of it all. Whatever does not add up counts as absent.
 */
record StoredSchemas(Cache cache) {
    private static final System.Logger LOG = System.getLogger(StoredSchemas.class.getName());
    private static final int MARK = 0x44_45_4d_55; // "DEMU"

    /** Raised with every change of what is stored, or of how it is found out. */
    private static final int FORMAT = 7;

    private static final int CHECKSUM_BYTES = 8;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** The head of a stored schema: everything but the values. */
    record Head(List<Table> tables, List<ColumnRef> columns) {}

    Optional<StoredSchema> find(String key) {
        Path entry = entry(key);
        if (!Files.exists(entry)) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(Files.readAllBytes(entry)));
        } catch (IOException | RuntimeException broken) { // a broken cache is an absent one
            LOG.log(Level.DEBUG, "rebuilding " + entry, broken);
            return Optional.empty();
        }
    }

    /** A cache that cannot be written costs time, not correctness. */
    void keep(String key, StoredSchema schema) {
        try {
            byte[] bytes = write(schema);
            cache.write(entry(key), out -> out.write(bytes));
        } catch (IOException notWritten) {
            LOG.log(
                    Level.WARNING,
                    "The schema cache {0} cannot be written: {1}",
                    cache.directory(),
                    notWritten.getMessage());
        }
    }

    private Path entry(String key) {
        return cache.entry("schemas", key + ".schema");
    }

    private static byte[] write(StoredSchema schema) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            byte[] head =
                    MAPPER.writeValueAsBytes(
                            new Head(
                                    schema.tables(),
                                    schema.valuesByColumn().stream()
                                            .map(ColumnValues::column)
                                            .toList()));
            out.writeInt(MARK);
            out.writeInt(FORMAT);
            out.writeInt(head.length);
            out.write(head);
            for (ColumnValues column : schema.valuesByColumn()) {
                PackedValues.Values values = column.values();
                out.writeBoolean(values.complete());
                values.texts().write(out);
            }
            out.flush();
            out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
        }
        return bytes.toByteArray();
    }

    private static StoredSchema read(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int content = bytes.length - CHECKSUM_BYTES;
        if (content < 0
                || in.getLong(content) != checksum(bytes, content)
                || in.getInt() != MARK
                || in.getInt() != FORMAT) {
            throw new IOException("not a stored schema of this format");
        }
        byte[] json = new byte[in.getInt()];
        in.get(json);
        Head head = MAPPER.readValue(json, Head.class);
        var values = new ArrayList<ColumnValues>();
        for (ColumnRef column : head.columns()) {
            boolean complete = in.get() != 0;
            var texts = PackedTexts.read(in);
            values.add(new ColumnValues(column, new PackedValues.Values(texts, complete)));
        }
        return new StoredSchema(head.tables(), values);
    }

    private static long checksum(byte[] bytes, int length) {
        var checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return checksum.getValue();
    }
}
