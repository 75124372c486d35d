package org.demur.schema;

/**
 * A reference from one column to another.
 *
 * @param from the referring column
 * @param to the column referred to
 */
public record ForeignKey(ColumnRef from, ColumnRef to) {}
