package org.demur.schema;

import org.jspecify.annotations.Nullable;

/**
 * What was found out by a schema about some 8,000 statements that were asked for lately. A schema
 * that was read anew is another one: nothing is known by it. Thread-safe.
 *
 * @param <V> what was found out
 */
public final class RecentStatements<V> {
    private record Asked(String database, String sql) {}

    private record Known<V>(DatabaseSchema schema, V value) {}

    private final Recent<Asked, Known<V>> known = new Recent<>(Recent.STATEMENTS);

    /** What is remembered; null where nothing is. */
    @SuppressWarnings("ReferenceEquality") // comparing whole schemas costs more than finding out
    public @Nullable V get(String sql, DatabaseSchema schema) {
        var found = known.get(new Asked(schema.id(), sql));
        return found != null && found.schema() == schema ? found.value() : null;
    }

    /** Remembers a value in place of an earlier one. */
    public void put(String sql, DatabaseSchema schema, V value) {
        known.put(new Asked(schema.id(), sql), sql, new Known<>(schema, value));
    }
}
