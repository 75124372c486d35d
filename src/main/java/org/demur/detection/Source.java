package org.demur.detection;

import org.demur.schema.Table;
import org.jspecify.annotations.Nullable;

/** One item of a FROM clause. Compared by identity: the same table may stand there twice. */
final class Source {
    private final String name;
    private final Relation relation;
    private final @Nullable Table table;

    /**
     * @param name the alias, or else the table's name; empty for an unnamed sub-query
     * @param relation what it offers
     * @param table the table itself; null for a sub-query
     */
    Source(String name, Relation relation, @Nullable Table table) {
        this.name = Names.folded(name);
        this.relation = relation;
        this.table = table;
    }

    String name() {
        return name;
    }

    Relation relation() {
        return relation;
    }

    @Nullable Table table() {
        return table;
    }
}
