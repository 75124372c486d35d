package org.demur.sql;

import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;

/** What the name of a column stands for. */
public sealed interface ResolvedColumn {
    /**
     * A column of something that is read.
     *
     * @param scope of the SELECT that reads it
     * @param rival another source that may be meant: one that has such a column too or, where the
     *     source is named, an earlier one of that name without; null where there is none
     */
    record OfSource(Scope scope, Source source, RelationColumn column, @Nullable Source rival)
            implements ResolvedColumn {}

    /**
     * The alias of an item.
     *
     * @param scope of the SELECT that has the item
     * @param name as the engine has it
     * @param item null where it is that of another query, put together with the SELECT
     */
    record OfAlias(Scope scope, String name, @Nullable SelectItem<?> item)
            implements ResolvedColumn {}

    /** A row number, or a column of a source of which not all are known. */
    record Unlisted() implements ResolvedColumn {}

    /** Nothing: no source of such a name is read. */
    record NoSource() implements ResolvedColumn {}

    /** Nothing: what is read has no such column. */
    record NoColumn() implements ResolvedColumn {}
}
