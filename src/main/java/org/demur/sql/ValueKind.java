package org.demur.sql;

import org.demur.schema.ColumnType;

/** What kind of values an expression yields, as far as it can be told from the statement. */
public enum ValueKind {
    NUMBER,
    TEXT,
    TIME,
    ANYTHING;

    public static ValueKind of(ColumnType type) {
        return switch (type) {
            case INTEGER, REAL -> NUMBER;
            case TEXT -> TEXT;
            case DATE, TIMESTAMP -> TIME;
            case OTHER -> ANYTHING;
        };
    }
}
