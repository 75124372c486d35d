package org.demur.execution;

/**
 * One SELECT that the guard has rebuilt from nodes, functions, tables and columns on its lists.
 * Only {@link SqlGuard} makes one; nothing else reaches the database.
 */
public final class ReadOnlySql implements Guarded {
    private final String database;
    private final String text;

    ReadOnlySql(String database, String text) {
        this.database = database;
        this.text = text;
    }

    /** Id of the database whose schema the statement was checked against. */
    public String database() {
        return database;
    }

    /** The statement as it runs: written from the syntax tree, never the draft's own text. */
    public String text() {
        return text;
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
