package org.demur.schema;

/** A reference from one column to another. */
public record ForeignKey(ColumnRef from, ColumnRef to) {}
