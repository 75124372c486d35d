package org.demur.schema.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.demur.file.Sha256;
import org.demur.schema.ColumnRef;
import org.demur.schema.Table;

/**
 * What was read from a database, with the descriptions that it keeps itself.
 *
 * @param tables the selected ones
 * @param valuesByColumn of their text columns
 */
record StoredSchema(List<Table> tables, List<ColumnValues> valuesByColumn) {
    StoredSchema {
        tables = List.copyOf(tables);
        valuesByColumn = List.copyOf(valuesByColumn);
    }

    /** Of all that was read, in hexadecimal. */
    String digest() {
        var sha = Sha256.begun();
        sha.update(tables.toString().getBytes(StandardCharsets.UTF_8));
        for (var column : valuesByColumn) {
            sha.update(column.column().toString().getBytes(StandardCharsets.UTF_8));
            column.values()
                    .forEach(value -> sha.update((value + "\0").getBytes(StandardCharsets.UTF_8)));
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    record ColumnValues(ColumnRef column, PackedValues.Values values) {}
}
