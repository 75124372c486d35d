package org.demur.schema;

/**
 * A column of a table by name, spelled as the database spells it.
 *
 * @param table the table's name
 * @param column the column's name
 */
public record ColumnRef(String table, String column) implements Comparable<ColumnRef> {
    @Override
    public int compareTo(ColumnRef other) {
        int byTable = table.compareTo(other.table);
        return byTable != 0 ? byTable : column.compareTo(other.column);
    }

    @Override
    public String toString() {
        return table + "." + column;
    }
}
