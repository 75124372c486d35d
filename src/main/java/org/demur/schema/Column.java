package org.demur.schema;

/**
 * A column as read from the live database.
 *
 * @param name spelled as in the database
 * @param type the kind of values
 * @param declaredType the type as declared, possibly empty
 * @param nullable whether NULL may occur
 * @param unique whether no value occurs twice, by constraint or in the data read
 * @param hasNulls whether NULL does occur; where not all rows were read, whether it may
 * @param description declared, or the comment that the database keeps; empty where there is none
 */
public record Column(
        String name,
        ColumnType type,
        String declaredType,
        boolean nullable,
        boolean unique,
        boolean hasNulls,
        String description) {
    /** A column of which no row was read. */
    public Column(
            String name,
            ColumnType type,
            String declaredType,
            boolean nullable,
            boolean unique,
            String description) {
        this(name, type, declaredType, nullable, unique, nullable, description);
    }
}
