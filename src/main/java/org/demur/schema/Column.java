package org.demur.schema;

/**
 * A column as read from the live database.
 *
 * @param name spelled as in the database
 * @param type the kind of values
 * @param declaredType the type as declared, possibly empty
 * @param nullable whether NULL may occur
 * @param unique whether no value occurs twice, by constraint or in the data read
 * @param description declared, or the comment that the database keeps; empty where there is none
 */
public record Column(
        String name,
        ColumnType type,
        String declaredType,
        boolean nullable,
        boolean unique,
        String description) {}
