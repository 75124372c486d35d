package org.demur.execution;

import org.demur.schema.ColumnType;

/**
 * A column of a result.
 *
 * @param name as the engine names it, possibly the text of an expression
 * @param type what the fetched cells hold: INTEGER, REAL or TEXT; OTHER where they are mixed,
 *     binary or all NULL
 */
public record ResultColumn(String name, ColumnType type) {}
