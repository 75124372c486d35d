package org.demur.evaluation.compare.sql;

import net.sf.jsqlparser.statement.select.Select;
import org.jspecify.annotations.Nullable;

/** A statement read once for all metrics that take it apart; threads may share one. */
public final class ReadStatement {
    private final @Nullable Select tree;

    private ReadStatement(@Nullable Select tree) {
        this.tree = tree;
    }

    /** The statement of a text, readable or not. */
    public static ReadStatement of(String sql, SqlDialect dialect) {
        try {
            return new ReadStatement(SqlTrees.parse(sql, dialect));
        } catch (UnreadableSql | StackOverflowError e) {
            return new ReadStatement(null); // each metric says what that is worth
        }
    }

    /**
     * @throws UnreadableSql where the text is no statement
     */
    Select tree() {
        if (tree == null) {
            throw new UnreadableSql("no statement");
        }
        return tree;
    }
}
