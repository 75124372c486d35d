package org.demur.execution;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import org.demur.schema.Dialect;
import org.demur.schema.Table;
import org.demur.sql.SqlFunctions;
import org.jspecify.annotations.Nullable;

/**
 * What the guard makes of the SQL of one engine: its tokens, its functions, expressions of its own,
 * and how names stand in the statement that is to run.
 *
 * <p>Names come as the parser has them, with quotes where they had some; see {@link
 * org.demur.sql.QuotedName}.
 */
interface GuardRules {
    static GuardRules of(Dialect dialect) {
        return switch (dialect) {
            case Dialect.Sqlite _ -> new SqliteRules();
            case Dialect.Postgres postgres -> new PostgresRules(postgres);
        };
    }

    SqlFunctions functions();

    /** Whether names may stand between other quotes too, and double quotes round texts. */
    boolean hasOwnQuotes();

    /** Digits and signs of a number at most. */
    int longestNumber();

    /** Whether a keyword of the parser is one there too, after this token. */
    boolean isKeyword(DraftTokens.Token word, DraftTokens.@Nullable Token before);

    /** The tokens, with words that the parser reads in the place of others that mean the same. */
    List<DraftTokens.Token> known(List<DraftTokens.Token> tokens);

    Set<LikeExpression.KeyWord> likes();

    /** Whether values may be cast to a type, given as the parser writes it. */
    boolean isType(String type);

    /** Whether the engine bounds the values that it computes, or can be ended at any one. */
    boolean boundsValues();

    boolean hasDistinctOn();

    /** Whether a GROUP BY may hold ROLLUP, CUBE and GROUPING SETS. */
    boolean hasGroupingSets();

    /** Whether a query in FROM may be LATERAL, and may give its columns new names. */
    boolean hasLateral();

    /** Whether a statement may begin with a SELECT in brackets. */
    boolean beginsInBrackets();

    /** Whether a name before a table's, as the parser has it, is of the schema that is shown. */
    boolean isNamespace(String written);

    /** A name in the statement that is to run. */
    String spelled(String written, String known);

    /** A name that the statement itself gives to a column, alias or window. */
    String declared(String written);

    /** An alias, with the word before it. */
    String alias(boolean useAs, String written);

    /** A new name for a common table expression; {@code number} from 0 counts them. */
    String cteName(String written, int number);

    /** The mention of a common table expression. */
    String cte(String written, String cteName);

    /** What follows the mention of a common table expression that has no alias. */
    String cteAlias(String name);

    /** The mention of a table, or what stands for it so that nothing can see hidden columns. */
    String table(String written, Table known);

    /** What follows the mention of a table that has no alias. */
    String addedAlias(Table known);

    /** A point in time, for a clock that the data's present replaces. */
    String moment(LocalDateTime moment);

    /** A day, for the same. */
    String day(LocalDateTime moment);

    /** Whether the engine may take a text for the clock, or for a day that the clock tells. */
    boolean mayBeClock(String text);

    /** Whether the engine reads texts that are cast to a type as points in time. */
    boolean isTime(String type);

    /**
     * The point in time that such a text stands for, by the data's present.
     *
     * @throws RefusalException where that is not known
     */
    String moment(String text, LocalDateTime now);

    /** Such a text, in SQL, where it stands for no point in time. */
    String onlyText(String literal);

    /** What tells the current point in time where the data have no present of their own. */
    String clock(String word);

    /**
     * Writes a call that is to run as something else. False for any other, of which nothing is
     * written then: what is nested would be written twice at each level.
     */
    boolean call(Function function, ExpressionWriter expressions, WrittenSql sql);

    /**
     * Writes an expression that only this engine has; false where it is not known to be harmless.
     */
    boolean write(Expression expression, ExpressionWriter expressions, WrittenSql sql);
}
