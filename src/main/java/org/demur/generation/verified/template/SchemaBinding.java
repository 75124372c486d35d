package org.demur.generation.verified.template;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.demur.sql.SqlNode.ColumnPath;

/**
 * One choice of tables and columns for the places of a template.
 *
 * @param tables in the order of the template's places
 * @param columns the same, each with the look-ups that lead to it
 */
public record SchemaBinding(List<String> tables, List<ColumnPath> columns) {
    /** Of a statement. */
    public static SchemaBinding of(ParsedStatement statement) {
        return new SchemaBinding(statement.tables(), statement.columns());
    }

    /** The tables and columns that it uses, as names. */
    public Set<String> symbols() {
        Set<String> used = new TreeSet<>(tables);
        for (ColumnPath column : columns) {
            used.add(column.root().table());
            used.add(column.end().toString());
        }
        return used;
    }
}
