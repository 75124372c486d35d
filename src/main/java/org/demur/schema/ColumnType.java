package org.demur.schema;

/**
 * What kind of values a column holds, from its declared type and, where that says little, from its
 * data.
 */
public enum ColumnType {
    INTEGER,
    REAL,
    TEXT,
    /** A calendar day, as ISO text. */
    DATE,
    /** A point in time, as ISO text. */
    TIMESTAMP,
    OTHER;

    public boolean isNumeric() {
        return this == INTEGER || this == REAL;
    }

    public boolean isTemporal() {
        return this == DATE || this == TIMESTAMP;
    }
}
