package org.demur.detection.reading;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.StatementVisitor;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.util.TablesNamesFinder;
import org.demur.sql.SqlParser;
import org.demur.sql.SqlParser.Bounds;
import org.demur.sql.SqlParser.Query;
import org.jspecify.annotations.Nullable;

/**
 * A draft's syntax tree with its parts listed by kind, sub-queries included, outermost first. The
 * tree is mutable: each reading is written into a tree of its own.
 */
public final class ParsedDraft {
    private final Select root;
    private final Parts parts = new Parts();

    private ParsedDraft(Select root) {
        this.root = root;
        parts.collect(root);
    }

    /** Empty when the parser does not know the statement. */
    public static Optional<ParsedDraft> parse(String sql) {
        return SqlParser.parse(sql, Bounds.DRAFT) instanceof Query query
                ? Optional.of(new ParsedDraft(query.tree()))
                : Optional.empty();
    }

    public String sql() {
        return root.toString();
    }

    /** The outermost query body where it is a plain one; null for set operations. */
    public @Nullable PlainSelect top() {
        Select select = root;
        while (select instanceof ParenthesedSelect inner) {
            select = inner.getSelect();
        }
        return select instanceof PlainSelect plain ? plain : null;
    }

    public List<PlainSelect> selects() {
        return parts.selects;
    }

    public List<Comparison> comparisons() {
        return parts.comparisons;
    }

    public List<InExpression> memberships() {
        return parts.memberships;
    }

    public List<LikeExpression> likes() {
        return parts.likes;
    }

    public List<Function> functions() {
        return parts.functions;
    }

    public List<Column> columns() {
        return parts.columns;
    }

    public List<StringValue> texts() {
        return parts.texts;
    }

    public List<String> numbers() {
        return parts.numbers;
    }

    public int tables() {
        return selects().stream().mapToInt(select -> tablesOf(select).size()).sum();
    }

    public int joins() {
        return selects().stream()
                .mapToInt(s -> s.getJoins() == null ? 0 : s.getJoins().size())
                .sum();
    }

    public int setOperations() {
        return parts.setOperations;
    }

    /** The conditions that a query body requires all of, split at AND. */
    public static List<Expression> conjuncts(@Nullable Expression condition) {
        List<Expression> found = new ArrayList<>();
        Deque<Expression> open = new ArrayDeque<>();
        if (condition != null) {
            open.push(condition);
        }
        while (!open.isEmpty()) {
            var next = open.pop();
            if (next instanceof AndExpression and) {
                open.push(and.getRightExpression());
                open.push(and.getLeftExpression());
            } else {
                found.add(next);
            }
        }
        return found;
    }

    public static boolean isAggregate(Expression expression) {
        return expression instanceof Function function
                && switch (function.getName().toLowerCase(Locale.ROOT)) {
                    case "count", "sum", "avg", "min", "max", "total", "group_concat" -> true;
                    default -> false;
                };
    }

    /** Tables that a query body reads itself, by alias or else by name. */
    public static List<Table> tablesOf(PlainSelect select) {
        List<Table> tables = new ArrayList<>();
        addTable(select.getFromItem(), tables);
        if (select.getJoins() != null) {
            for (Join join : select.getJoins()) {
                addTable(join.getFromItem(), tables);
            }
        }
        return tables;
    }

    private static void addTable(@Nullable FromItem item, List<Table> tables) {
        if (item instanceof Table table) {
            tables.add(table);
        }
    }

    /**
     * A comparison and the query body whose condition it is part of.
     *
     * @param within the nearest enclosing query body; null where there is none
     */
    public record Comparison(ComparisonOperator operator, @Nullable PlainSelect within) {}

    private static final class Parts extends TablesNamesFinder<Void> {
        private final List<PlainSelect> selects = new ArrayList<>();
        private final List<Comparison> comparisons = new ArrayList<>();
        private final List<InExpression> memberships = new ArrayList<>();
        private final List<LikeExpression> likes = new ArrayList<>();
        private final List<Function> functions = new ArrayList<>();
        private final List<Column> columns = new ArrayList<>();
        private final List<StringValue> texts = new ArrayList<>();
        private final List<String> numbers = new ArrayList<>();
        private final Deque<PlainSelect> enclosing = new ArrayDeque<>();
        private int setOperations;

        void collect(Select root) {
            init(true);
            root.accept((StatementVisitor<Void>) this, null);
        }

        @Override
        public <S> @Nullable Void visit(PlainSelect select, S context) {
            selects.add(select);
            enclosing.push(select);
            super.visit(select, context);
            if (select.getOrderByElements() != null) {
                for (var order : select.getOrderByElements()) {
                    order.getExpression().accept(this, context);
                }
            }
            if (select.getGroupBy() != null) {
                for (var key : select.getGroupBy().getGroupByExpressionList()) {
                    key.accept(this, context);
                }
            }
            enclosing.pop();
            return null;
        }

        @Override
        public <S> @Nullable Void visit(SetOperationList list, S context) {
            setOperations++;
            return super.visit(list, context);
        }

        @Override
        public <S> @Nullable Void visit(EqualsTo operator, S context) {
            return compared(operator, () -> super.visit(operator, context));
        }

        @Override
        public <S> @Nullable Void visit(NotEqualsTo operator, S context) {
            return compared(operator, () -> super.visit(operator, context));
        }

        @Override
        public <S> @Nullable Void visit(GreaterThan operator, S context) {
            return compared(operator, () -> super.visit(operator, context));
        }

        @Override
        public <S> @Nullable Void visit(GreaterThanEquals operator, S context) {
            return compared(operator, () -> super.visit(operator, context));
        }

        @Override
        public <S> @Nullable Void visit(MinorThan operator, S context) {
            return compared(operator, () -> super.visit(operator, context));
        }

        @Override
        public <S> @Nullable Void visit(MinorThanEquals operator, S context) {
            return compared(operator, () -> super.visit(operator, context));
        }

        private @Nullable Void compared(ComparisonOperator operator, Runnable descend) {
            comparisons.add(new Comparison(operator, enclosing.peek()));
            descend.run();
            return null;
        }

        @Override
        public <S> @Nullable Void visit(InExpression membership, S context) {
            memberships.add(membership);
            return super.visit(membership, context);
        }

        @Override
        public <S> @Nullable Void visit(LikeExpression like, S context) {
            likes.add(like);
            return super.visit(like, context);
        }

        @Override
        public <S> @Nullable Void visit(Function function, S context) {
            functions.add(function);
            return super.visit(function, context);
        }

        @Override
        public <S> @Nullable Void visit(Column column, S context) {
            columns.add(column);
            return super.visit(column, context);
        }

        @Override
        public <S> @Nullable Void visit(StringValue text, S context) {
            texts.add(text);
            return super.visit(text, context);
        }

        @Override
        public <S> @Nullable Void visit(LongValue number, S context) {
            numbers.add(number.getStringValue());
            return super.visit(number, context);
        }

        @Override
        public <S> @Nullable Void visit(DoubleValue number, S context) {
            numbers.add(number.toString());
            return super.visit(number, context);
        }
    }
}
