package org.demur.schema.jdbc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.demur.schema.PackedTexts;

/** Keeps the distinct values of a database's columns, within the bounds on all of them. */
final class KeptValues {
    private final ReadBounds bounds;
    private int bytesLeft;

    KeptValues(ReadBounds bounds) {
        this.bounds = bounds;
        this.bytesLeft = bounds.totalBytes();
    }

    /**
     * The values of one column.
     *
     * @param rows whose first column holds them, each once and none NULL
     * @param complete whether the column has no other value than those in the rows
     */
    PackedValues.Values of(ResultSet rows, boolean complete) throws SQLException {
        boolean all = complete;
        var kept = new ArrayList<byte[]>();
        while (rows.next()) {
            byte[] value = rows.getString(1).getBytes(StandardCharsets.UTF_8);
            if (value.length > bounds.valueLength()) {
                all = false;
                continue;
            }
            if (kept.size() == bounds.valuesPerColumn() || value.length > bytesLeft) {
                all = false;
                break;
            }
            kept.add(value);
            bytesLeft -= value.length;
        }
        kept.sort(Arrays::compareUnsigned); // a UTF-16 database sorts otherwise
        return packed(kept, all);
    }

    private static PackedValues.Values packed(List<byte[]> values, boolean complete) {
        var bytes = new ByteArrayOutputStream();
        int[] ends = new int[values.size()];
        for (int i = 0; i < ends.length; i++) {
            bytes.writeBytes(values.get(i));
            ends[i] = bytes.size();
        }
        return new PackedValues.Values(new PackedTexts(bytes.toByteArray(), ends), complete);
    }
}
