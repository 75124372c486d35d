package org.demur.detection;

/**
 * A column as a statement uses it: two uses of a table are two sources.
 *
 * @param source the item of the FROM clause
 * @param column the column of it
 */
record SourcedColumn(Source source, BoundColumn column) {}
