package org.demur.schema.jdbc;

import java.util.AbstractList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.TreeSet;
import org.demur.schema.ColumnRef;
import org.demur.schema.PackedTexts;
import org.demur.schema.SqlNames;
import org.demur.schema.ValueIndex;
import org.jspecify.annotations.Nullable;

/** Values packed by column, ascending by code point. */
final class PackedValues implements ValueIndex {
    private final Map<ColumnRef, Values> byColumn;
    private final Map<ColumnRef, Values> byLowerCase;
    private final Set<ColumnRef> columns;

    PackedValues(Map<ColumnRef, Values> byColumn) {
        this.byColumn = Map.copyOf(byColumn);
        var lower = new HashMap<ColumnRef, Values>();
        byColumn.forEach((column, values) -> lower.put(lowerCase(column), values));
        this.byLowerCase = Map.copyOf(lower);
        this.columns = Collections.unmodifiableSet(new TreeSet<>(byColumn.keySet()));
    }

    @Override
    public Set<ColumnRef> columns() {
        return columns;
    }

    @Override
    public List<String> values(ColumnRef column) {
        Values values = find(column);
        return values == null ? List.of() : values;
    }

    @Override
    public boolean complete(ColumnRef column) {
        Values values = find(column);
        return values != null && values.complete;
    }

    @Override
    public boolean contains(ColumnRef column, String value) {
        Values values = find(column);
        return values != null && values.contains(value);
    }

    private @Nullable Values find(ColumnRef column) {
        Values exact = byColumn.get(column);
        return exact != null ? exact : byLowerCase.get(lowerCase(column));
    }

    private static ColumnRef lowerCase(ColumnRef column) {
        return new ColumnRef(SqlNames.folded(column.table()), SqlNames.folded(column.column()));
    }

    /** The distinct values of one column; decodes each time one is asked for. */
    static final class Values extends AbstractList<String> implements RandomAccess {
        private final PackedTexts texts;
        private final boolean complete;

        /**
         * @param complete whether the column has no other value
         */
        Values(PackedTexts texts, boolean complete) {
            this.texts = texts;
            this.complete = complete;
        }

        PackedTexts texts() {
            return texts;
        }

        boolean complete() {
            return complete;
        }

        @Override
        public int size() {
            return texts.size();
        }

        @Override
        public String get(int index) {
            return texts.get(index);
        }

        @Override
        public boolean contains(Object value) {
            return value instanceof String text && texts.placeOf(text) >= 0;
        }
    }
}
