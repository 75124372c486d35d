package org.demur.execution;

import java.util.List;

/**
 * One SELECT that the guard has rebuilt from nodes, functions, tables and columns on its lists.
 * Only {@link SqlGuard} makes one; nothing else reaches the database.
 */
public final class ReadOnlySql implements Guarded {
    private final String database;
    private final String text;
    private final boolean determined;
    private final List<ReadOnlySql> singles;

    ReadOnlySql(String database, String text, boolean determined, List<ReadOnlySql> singles) {
        this.database = database;
        this.text = text;
        this.determined = determined;
        this.singles = singles;
    }

    /** Id of the database whose schema the statement was checked against. */
    public String database() {
        return database;
    }

    /** The statement as it runs: written from the syntax tree, never the draft's own text. */
    public String text() {
        return text;
    }

    /**
     * Whether SQL alone determines the bag of rows, if each of {@link #singles} gives one row at
     * most. False where the engine's plan may have a say: which rows a LIMIT leaves, for example.
     */
    public boolean isDetermined() {
        return determined;
    }

    /**
     * For each part of the statement whose first row it takes, whichever the engine finds first: a
     * statement with as many rows as the part has.
     */
    public List<ReadOnlySql> singles() {
        return singles;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadOnlySql that
                && database.equals(that.database)
                && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return 31 * database.hashCode() + text.hashCode();
    }

    @Override
    public String toString() {
        return "ReadOnlySql of " + database;
    }
}
