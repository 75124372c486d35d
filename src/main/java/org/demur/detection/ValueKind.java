package org.demur.detection;

import org.demur.schema.ColumnType;

/** What kind of values an expression yields, as far as it can be told from the statement. */
enum ValueKind {
    NUMBER,
    TEXT,
    TIME,
    ANYTHING;

    static ValueKind of(ColumnType type) {
        return switch (type) {
            case INTEGER, REAL -> NUMBER;
            case TEXT -> TEXT;
            case DATE, TIMESTAMP -> TIME;
            case OTHER -> ANYTHING;
        };
    }
}
