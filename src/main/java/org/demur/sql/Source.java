package org.demur.sql;

import net.sf.jsqlparser.statement.select.WithItem;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;

/** One item of a FROM clause. Compared by identity: the same table may stand there twice. */
public final class Source {
    /** What is read. */
    public sealed interface Read {}

    /** A table of the schema. */
    public record OfTable(Table table) implements Read {}

    /** A common table expression. */
    public record OfCommonTable(WithItem<?> definition) implements Read {}

    /** A query in brackets. */
    public record OfQuery() implements Read {}

    /** No table that is shown, or nothing that can be looked into, as a table function. */
    public record OfUnknown() implements Read {}

    private final String name;
    private final Relation relation;
    private final Read read;

    Source(String name, Relation relation, Read read) {
        this.name = name;
        this.relation = relation;
        this.read = read;
    }

    /** The alias, or else the table's name, as the engine has it; empty of an unnamed query. */
    public String name() {
        return name;
    }

    /** What it offers. */
    public Relation relation() {
        return relation;
    }

    public Read read() {
        return read;
    }

    /** Whether it may have a column beside those that are listed. */
    boolean mayHave(String column) {
        return relation.isOpen() || (read instanceof OfTable && Scope.isRowNumber(column));
    }

    boolean isNamed(String other) {
        return SqlNames.areSame(name, other);
    }
}
