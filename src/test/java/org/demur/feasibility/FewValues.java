package org.demur.feasibility;

import java.util.List;
import java.util.Set;
import org.demur.schema.ColumnRef;
import org.demur.schema.ValueIndex;

/** The values of one column. */
record FewValues(ColumnRef column, List<String> values) implements ValueIndex {
    @Override
    public Set<ColumnRef> columns() {
        return Set.of(column);
    }

    @Override
    public List<String> values(ColumnRef asked) {
        return asked.equals(column) ? values : List.of();
    }

    @Override
    public boolean complete(ColumnRef asked) {
        return asked.equals(column);
    }

    @Override
    public boolean contains(ColumnRef asked, String value) {
        return values(asked).contains(value);
    }
}
