package org.demur.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.demur.execution.QueryExecutor;
import org.demur.execution.SqlGuard;
import org.demur.schema.Database;
import org.demur.schema.DatabaseLimits;
import org.demur.schema.DatabaseSchema;

/**
 * A database with what it takes to query it, and with what components made for it: that ends with
 * it. Thread-safe.
 */
public final class OpenDatabase implements AutoCloseable {
    private final Database database;
    private final SqlGuard guard;
    private final QueryExecutor executor;
    private final Map<Object, Object> made = new ConcurrentHashMap<>();

    /** What to hold while something is made, so that others are made beside it. */
    private final Map<Object, Object> making = new ConcurrentHashMap<>();

    private final List<Runnable> endings = new ArrayList<>();
    private int users;
    private boolean closing;

    /**
     * Nothing is made for it yet.
     *
     * @param guard lets read-only statements over its schema through
     * @param executor runs them on it
     */
    public OpenDatabase(Database database, SqlGuard guard, QueryExecutor executor) {
        this.database = database;
        this.guard = guard;
        this.executor = executor;
    }

    public Database database() {
        return database;
    }

    public SqlGuard guard() {
        return guard;
    }

    public QueryExecutor executor() {
        return executor;
    }

    public String id() {
        return database.id();
    }

    public DatabaseSchema schema() {
        return database.schema();
    }

    /** Of one query, where the question asks for no less. */
    public DatabaseLimits limits() {
        return database.limits();
    }

    /**
     * Makes something for this database, once.
     *
     * @param key what it is, and whose
     */
    public <T> T once(Object key, Class<T> type, Supplier<T> maker) {
        // Not computeIfAbsent: a maker may ask for something else meanwhile.
        var known = made.get(key);
        if (known == null) {
            synchronized (making.computeIfAbsent(key, _ -> new Object())) {
                known = made.get(key);
                if (known == null) {
                    known = maker.get();
                    made.put(key, known);
                }
            }
        }
        return type.cast(known);
    }

    /** Makes the only one of its class for this database, once. */
    public <T> T once(Class<T> type, Supplier<T> maker) {
        return once(type, type, maker);
    }

    /** The only one of its class, if it was made. */
    public <T> Optional<T> ifMade(Class<T> type) {
        return Optional.ofNullable(made.get(type)).map(type::cast);
    }

    /** Registers what ends something that was made for it. */
    public synchronized void whenClosed(Runnable ending) {
        endings.add(ending);
        endIfUnused();
    }

    /** Whether a question may begin with it; then it has to {@link #leave}. */
    synchronized boolean enter() {
        if (!closing) {
            users++;
        }
        return !closing;
    }

    synchronized void leave() {
        users--;
        endIfUnused();
    }

    /** No question begins with it any more; it ends with the last of those under way. */
    @Override
    public synchronized void close() {
        closing = true;
        endIfUnused();
    }

    private void endIfUnused() {
        if (closing && users == 0) {
            endings.forEach(Runnable::run);
            endings.clear();
        }
    }
}
