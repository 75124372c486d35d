package org.demur.execution;

import java.util.List;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlOrigin;

/**
 * One SELECT that the guard has rebuilt from nodes, functions, tables and columns on its lists.
 * Only {@link SqlGuard} makes one; nothing else reaches the database.
 */
public final class ReadOnlySql implements Guarded {
    private final String database;
    private final String text;
    private final boolean determined;
    private final boolean readsClock;
    private final List<ReadOnlySql> doubts;
    private final SqlOrigin origin;

    ReadOnlySql(
            String database,
            String text,
            boolean determined,
            boolean readsClock,
            List<ReadOnlySql> doubts) {
        this(database, text, determined, readsClock, doubts, SqlOrigin.MODEL);
    }

    private ReadOnlySql(
            String database,
            String text,
            boolean determined,
            boolean readsClock,
            List<ReadOnlySql> doubts,
            SqlOrigin origin) {
        this.origin = origin;
        this.database = database;
        this.text = text;
        this.determined = determined;
        this.readsClock = readsClock;
        this.doubts = doubts;
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
     * The statement as it runs on a database.
     *
     * @throws GatewayException {@code UNEXPECTED} where it was checked for another one
     */
    public String textFor(String id) {
        if (!database.equals(id)) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED,
                    "A statement for %s was given to %s.".formatted(database, id));
        }
        return text;
    }

    /**
     * Whether SQL alone determines the bag of rows, if none of {@link #doubts} gives a row. False
     * where the engine's plan may have a say: which rows a LIMIT without an order leaves, for
     * example.
     */
    public boolean isDetermined() {
        return determined;
    }

    /** Whether its rows may depend on when it runs, the database being the same. */
    public boolean readsClock() {
        return readsClock;
    }

    /**
     * For each part of the statement whose first rows it takes: a statement that gives a row if
     * which rows these are depends on what the engine finds first.
     */
    public List<ReadOnlySql> doubts() {
        return doubts;
    }

    /** Where its text comes from; a model's unless somebody vouched for another origin. */
    public SqlOrigin origin() {
        return origin;
    }

    /** The same statement, its text being Demur's own. */
    ReadOnlySql madeByTheProgram() {
        return new ReadOnlySql(
                database,
                text,
                determined,
                readsClock,
                doubts.stream().map(ReadOnlySql::madeByTheProgram).toList(),
                SqlOrigin.PROGRAM);
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
