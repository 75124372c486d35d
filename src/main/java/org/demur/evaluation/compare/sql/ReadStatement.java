package org.demur.evaluation.compare.sql;

import java.time.Duration;
import net.sf.jsqlparser.statement.select.Select;
import org.demur.sql.SqlParser;
import org.demur.sql.SqlParser.Bounds;
import org.demur.sql.SqlParser.Query;
import org.jspecify.annotations.Nullable;

/** A statement read once for all metrics that take it apart; threads may share one. */
public final class ReadStatement {
    /** Data sets go four queries deep. */
    private static final Bounds BOUNDS = new Bounds(20_000, 30, 12, Duration.ofSeconds(10));

    private final @Nullable Query query;

    private ReadStatement(@Nullable Query query) {
        this.query = query;
    }

    /** The statement of a text, readable or not; each metric says what that is worth. */
    public static ReadStatement of(String sql, SqlDialect dialect) {
        boolean brackets = dialect == SqlDialect.T_SQL;
        String text = brackets ? ExplorerSql.prepared(sql) : sql;
        // most statements need no look-ahead for complex expressions and are read faster
        for (boolean complex : new boolean[] {false, true}) {
            if (SqlParser.parse(text, BOUNDS, brackets, complex) instanceof Query query) {
                return new ReadStatement(query);
            }
        }
        return new ReadStatement(null);
    }

    /**
     * The one query of the text.
     *
     * @throws UnreadableSql where it is not a query that the parser reads within the bounds
     */
    Select tree() {
        if (query == null) {
            throw new UnreadableSql("no statement");
        }
        return query.tree();
    }
}
