package org.demur.execution;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import org.demur.schema.Column;
import org.demur.schema.Dialect;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.sql.SqlFunctions;
import org.jspecify.annotations.Nullable;

/** SQLite's: a draft runs in its own words, but for hidden columns and the clock. */
final class SqliteRules implements GuardRules {
    private static final Dialect SQLITE = Dialect.ofFiles();

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("''uuuu-MM-dd HH:mm:ss''", Locale.ROOT);
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("''uuuu-MM-dd''", Locale.ROOT);

    /** Words behind which an expression begins. */
    private static final Set<String> BEFORE_OPERAND =
            Set.of(
                    "and",
                    "between",
                    "by",
                    "case",
                    "distinct",
                    "else",
                    "escape",
                    "glob",
                    "having",
                    "is",
                    "like",
                    "limit",
                    "match",
                    "not",
                    "offset",
                    "on",
                    "or",
                    "regexp",
                    "select",
                    "then",
                    "when",
                    "where");

    @Override
    public SqlFunctions functions() {
        return SqlFunctions.of(SQLITE);
    }

    @Override
    public boolean hasOwnQuotes() {
        return true;
    }

    @Override
    public int longestNumber() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean isKeyword(DraftTokens.Token word, DraftTokens.@Nullable Token before) {
        return false;
    }

    /** {@code x NOT NULL} is {@code x NOTNULL}. */
    @Override
    public List<DraftTokens.Token> known(List<DraftTokens.Token> tokens) {
        var known = new ArrayList<DraftTokens.Token>();
        for (var token : tokens) {
            int last = known.size() - 1;
            if (token.is("null")
                    && last > 0
                    && known.get(last).is("not")
                    && endsOperand(known.get(last - 1))) {
                known.set(last, new DraftTokens.Token(DraftTokens.Kind.WORD, "NOTNULL"));
            } else {
                known.add(token);
            }
        }
        return known;
    }

    private static boolean endsOperand(DraftTokens.Token token) {
        return switch (token.kind()) {
            case SYMBOL -> token.is(")");
            case WORD -> !BEFORE_OPERAND.contains(SqlNames.folded(token.text()));
            case QUOTED_NAME, BRACKETED_NAME, TEXT, NUMBER -> true;
        };
    }

    @Override
    public Set<LikeExpression.KeyWord> likes() {
        return Set.of(LikeExpression.KeyWord.LIKE);
    }

    @Override
    public boolean isType(String type) {
        return true;
    }

    @Override
    public boolean boundsValues() {
        return true;
    }

    @Override
    public boolean hasDistinctOn() {
        return false;
    }

    @Override
    public boolean hasGroupingSets() {
        return false;
    }

    @Override
    public boolean hasLateral() {
        return false;
    }

    @Override
    public boolean beginsInBrackets() {
        return false;
    }

    @Override
    public boolean isNamespace(String written) {
        return false;
    }

    @Override
    public String spelled(String written, String known) {
        return written;
    }

    @Override
    public String declared(String written) {
        return written;
    }

    @Override
    public String alias(boolean useAs, String written) {
        return useAs ? "AS " + written : written;
    }

    @Override
    public String cteName(String written, int number) {
        return written;
    }

    @Override
    public String cte(String written, String cteName) {
        return written;
    }

    @Override
    public String cteAlias(String name) {
        return "";
    }

    @Override
    public String table(String written, Table known) {
        if (!known.hidesColumns()) {
            return written;
        }
        return known.columns().stream()
                .map(Column::name)
                .map(SQLITE::quoted)
                .collect(
                        Collectors.joining(
                                ", ", "(SELECT ", " FROM " + SQLITE.quoted(known.name()) + ")"));
    }

    @Override
    public String addedAlias(Table known) {
        return known.hidesColumns() ? "AS " + SQLITE.quoted(known.name()) : "";
    }

    @Override
    public String moment(LocalDateTime moment) {
        return TIMESTAMP.format(moment);
    }

    @Override
    public String day(LocalDateTime moment) {
        return DATE.format(moment);
    }

    @Override
    public boolean mayBeClock(String text) {
        return text.equalsIgnoreCase("now");
    }

    @Override
    public boolean isTime(String type) {
        return false;
    }

    @Override
    public String moment(String text, LocalDateTime now) {
        return moment(now);
    }

    @Override
    public String onlyText(String literal) {
        return literal; // only functions of time make more of it
    }

    @Override
    public String clock(String word) {
        return word;
    }

    @Override
    public boolean call(Function function, ExpressionWriter expressions, WrittenSql sql) {
        return false;
    }

    @Override
    public boolean write(Expression expression, ExpressionWriter expressions, WrittenSql sql) {
        return false;
    }
}
