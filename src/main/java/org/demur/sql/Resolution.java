package org.demur.sql;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.LateralSubSelect;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.sql.ResolvedColumn.NoColumn;
import org.demur.sql.ResolvedColumn.OfAlias;
import org.demur.sql.ResolvedColumn.OfSource;
import org.demur.sql.Source.OfCommonTable;
import org.demur.sql.Source.OfQuery;
import org.demur.sql.Source.OfTable;
import org.demur.sql.Source.OfUnknown;
import org.jspecify.annotations.Nullable;

/**
 * What the names of one statement stand for, by the engine's rules of scope. Whoever writes a
 * statement anew and whoever looks for mistakes in it asks here, and decides what to make of a name
 * that stands for nothing. What was not looked at stands for nothing.
 */
public final class Resolution {
    /** A change of this code may change what a name stands for. */
    public static final List<Class<?>> PROGRAM =
            List.of(
                    Relation.class,
                    RelationColumn.class,
                    Resolution.class,
                    ResolvedColumn.class,
                    Scope.class,
                    Source.class);

    /** More are not told apart: no engine takes more, and {@code *} doubles them with each join. */
    private static final int MAX_COLUMNS = 2_000;

    /** Of one FROM clause; more are not looked at. */
    private static final int MAX_SOURCES = 500;

    /** A common table expression, and what it is known to offer. */
    private record CommonTable(WithItem<?> definition, Relation relation) {}

    /** The common table expressions of one WITH clause, and behind them those further out. */
    private record CommonTables(@Nullable CommonTables outer, Map<String, CommonTable> byName) {
        @Nullable CommonTable find(String name) {
            var found = byName.get(SqlNames.folded(name));
            return found != null || outer == null ? found : outer.find(name);
        }
    }

    /** A common table expression whose body may refer to it once its first part is known. */
    private record Recursion(CommonTables home, WithItem<?> definition) {}

    /** A SELECT as the statement around it sees it; of several put together, the first one. */
    private record Resolved(Scope scope, Relation relation) {}

    private final DatabaseSchema schema;
    private final IdentityHashMap<Table, Relation> relations = new IdentityHashMap<>();
    private final IdentityHashMap<Column, ResolvedColumn> columns = new IdentityHashMap<>();
    private final IdentityHashMap<AllTableColumns, List<Source>> stars = new IdentityHashMap<>();
    private final IdentityHashMap<FromItem, Source> sources = new IdentityHashMap<>();
    private final IdentityHashMap<Select, Resolved> selects = new IdentityHashMap<>();

    /** Whether a clause joins more than is compared, so that nothing is known for sure. */
    private boolean tooMuch;

    private Resolution(DatabaseSchema schema) {
        this.schema = schema;
    }

    /** Resolves a whole statement. */
    public static Resolution of(Select statement, DatabaseSchema schema) {
        var resolution = new Resolution(schema);
        resolution.select(statement, null, new CommonTables(null, Map.of()), null);
        return resolution;
    }

    public ResolvedColumn of(Column column) {
        return columns.getOrDefault(column, new NoColumn());
    }

    /** What {@code name.*} stands for; empty where the SELECT reads nothing of that name. */
    public List<Source> of(AllTableColumns star) {
        return stars.getOrDefault(star, List.of());
    }

    /** What an item of a FROM clause reads; null of a join in brackets. */
    public @Nullable Source of(FromItem item) {
        return sources.get(item);
    }

    /**
     * The names that the clauses of a SELECT can use; of several put together, the first one's.
     * Null where that is not known, as in a statement that joins too much by whatever names are
     * shared.
     */
    public @Nullable Scope scope(Select select) {
        var resolved = selects.get(select);
        return resolved == null || tooMuch ? null : resolved.scope();
    }

    public Relation relation(Select select) {
        var resolved = selects.get(select);
        return resolved == null ? Relation.OPEN : resolved.relation();
    }

    /**
     * @param recursion of the common table expression that this is the body of; null elsewhere
     */
    private Resolved select(
            Select select,
            @Nullable Scope outer,
            CommonTables enclosing,
            @Nullable Recursion recursion) {
        var tables = with(select.getWithItemsList(), outer, enclosing);
        var resolved =
                switch (select) {
                    case PlainSelect plain -> new Clauses(new Scope(outer), tables).plain(plain);
                    case SetOperationList list -> compound(list, outer, tables, recursion);
                    case ParenthesedSelect inner ->
                            select(inner.getSelect(), outer, tables, recursion);
                    default -> new Resolved(new Scope(outer), Relation.OPEN); // VALUES and others
                };
        if (!(select instanceof PlainSelect)) {
            new Clauses(resolved.scope(), tables).order(select.getOrderByElements());
        }
        selects.put(select, resolved);
        return resolved;
    }

    private CommonTables with(
            @Nullable List<WithItem<?>> items, @Nullable Scope outer, CommonTables enclosing) {
        if (items == null || items.isEmpty()) {
            return enclosing;
        }
        var tables = new CommonTables(enclosing, new HashMap<>());
        for (var item : items) {
            var relation =
                    item.getParenthesedStatement() instanceof ParenthesedSelect body
                            ? select(body, outer, tables, new Recursion(tables, item)).relation()
                            : Relation.OPEN;
            define(tables, item, relation);
        }
        return tables;
    }

    private void define(CommonTables tables, WithItem<?> item, Relation relation) {
        List<String> names = new ArrayList<>();
        if (item.getWithItemList() != null) {
            item.getWithItemList().forEach(n -> names.add(named(n.getExpression().toString())));
        }
        tables.byName()
                .put(
                        SqlNames.folded(named(item.getAliasName())),
                        new CommonTable(item, relation.renamed(names, mayBeFewer())));
    }

    /** Whether new names for the first columns will do; a server is content with that. */
    private boolean mayBeFewer() {
        return !schema.dialect().readsQuotedTexts();
    }

    /** Its ORDER BY may use the names of any of its parts. */
    private Resolved compound(
            SetOperationList list,
            @Nullable Scope outer,
            CommonTables tables,
            @Nullable Recursion recursion) {
        var parts = list.getSelects();
        var first = select(parts.getFirst(), outer, tables, null);
        if (recursion != null) {
            define(recursion.home(), recursion.definition(), first.relation());
        }
        for (var part : parts.subList(1, parts.size())) {
            select(part, outer, tables, null).relation().columns().stream()
                    .filter(RelationColumn::isNamed)
                    .forEach(column -> first.scope().addAlias(column.name(), null));
        }
        return first;
    }

    private String named(String written) {
        return QuotedName.named(written, schema.dialect());
    }

    /** The clauses of one SELECT, and the expressions in them. */
    private final class Clauses extends ExpressionVisitorAdapter<@Nullable Void> {
        private final Scope scope;
        private final CommonTables tables;

        Clauses(Scope scope, CommonTables tables) {
            this.scope = scope;
            this.tables = tables;
        }

        Resolved plain(PlainSelect select) {
            boolean mayName = schema.dialect().readsQuotedTexts(); // an item in any clause
            scope.showAliases(mayName);
            for (var item : select.getSelectItems()) {
                if (item.getAlias() != null) {
                    scope.addAlias(named(item.getAliasName()), item);
                }
            }
            if (select.getFromItem() != null) {
                from(select.getFromItem());
                joins(select.getJoins());
            }
            expression(select.getWhere());
            scope.showAliases(false);
            if (select.getDistinct() != null && select.getDistinct().getOnSelectItems() != null) {
                select.getDistinct().getOnSelectItems().forEach(i -> expression(i.getExpression()));
            }
            var columns = items(select.getSelectItems());
            scope.showAliases(mayName);
            if (select.getGroupBy() != null) {
                var terms = select.getGroupBy().getGroupByExpressionList();
                if (terms != null) {
                    terms.forEach(this::groupingTerm);
                }
                select.getGroupBy()
                        .getGroupingSets()
                        .forEach(set -> set.forEach(this::groupingTerm));
            }
            expression(select.getHaving());
            if (select.getWindowDefinitions() != null) {
                select.getWindowDefinitions()
                        .forEach(window -> window.getAllExpressions().forEach(this::expression));
            }
            order(select.getOrderByElements());
            return new Resolved(
                    scope,
                    columns.size() > MAX_COLUMNS ? Relation.OPEN : Relation.of(columns, select));
        }

        private void joins(@Nullable List<Join> joins) {
            if (joins == null) {
                return;
            }
            for (var join : joins) {
                int before = scope.sources().size();
                from(join.getFromItem());
                if (join.isNatural() && !scope.mergeAll(before)) {
                    tooMuch = true;
                }
                for (var column : join.getUsingColumns()) {
                    expression(column);
                    scope.merge(named(column.getColumnName()), before);
                }
            }
            // a condition may refer to any table of the clause
            joins.forEach(join -> join.getOnExpressions().forEach(this::expression));
        }

        private void from(FromItem item) {
            if (item instanceof ParenthesedFromItem inner) {
                from(inner.getFromItem());
                joins(inner.getJoins());
            } else if (scope.sources().size() < MAX_SOURCES) {
                var source = source(item);
                scope.add(source);
                sources.put(item, source);
            }
        }

        private Source source(FromItem item) {
            var alias = item.getAlias() == null ? null : named(item.getAlias().getName());
            return switch (item) {
                case net.sf.jsqlparser.schema.Table table ->
                        table(named(table.getName()), alias, table.getSchemaName() != null);
                case Select derived -> {
                    // sees what the query around this one sees, and its neighbours only if LATERAL
                    var outer = derived instanceof LateralSubSelect ? scope.soFar() : scope.outer();
                    var relation = select(derived, outer, tables, null).relation();
                    yield new Source(
                            requireNonNullElse(alias, ""),
                            renamed(relation, item.getAlias()),
                            new OfQuery());
                }
                default ->
                        new Source(requireNonNullElse(alias, ""), Relation.OPEN, new OfUnknown());
            };
        }

        private Relation renamed(Relation relation, @Nullable Alias alias) {
            if (alias == null || alias.getAliasColumns() == null) {
                return relation;
            }
            var names = alias.getAliasColumns().stream().map(column -> named(column.name)).toList();
            return relation.renamed(names, mayBeFewer());
        }

        /** With a schema before its name, it is no common table expression. */
        private Source table(String name, @Nullable String alias, boolean ofSchema) {
            var common = ofSchema ? null : tables.find(name);
            if (common != null) {
                var read = new OfCommonTable(common.definition());
                return new Source(requireNonNullElse(alias, name), common.relation(), read);
            }
            return schema.table(name)
                    .map(known ->
                            new Source(
                                    requireNonNullElse(alias, known.name()),
                                    relations.computeIfAbsent(known, Relation::of),
                                    new OfTable(known)))
                    .orElseGet(() ->
                            new Source(
                                    requireNonNullElse(alias, name),
                                    Relation.OPEN,
                                    new OfUnknown()));
        }

        private List<RelationColumn> items(List<SelectItem<?>> items) {
            var columns = new ArrayList<RelationColumn>();
            for (var item : items) {
                expression(item.getExpression());
                switch (item.getExpression()) {
                    case AllTableColumns all -> addAll(of(all), columns);
                    case AllColumns _ -> addAll(scope.sources(), columns);
                    default -> columns.add(column(item));
                }
            }
            return columns;
        }

        private static void addAll(List<Source> sources, List<RelationColumn> columns) {
            for (var source : sources) {
                if (columns.size() <= MAX_COLUMNS) {
                    columns.addAll(source.relation().columns());
                }
            }
        }

        private RelationColumn column(SelectItem<?> item) {
            var expression = item.getExpression();
            var passedOn = passedOn(expression);
            var column = passedOn == null ? computed(item) : passedOn;
            if (item.getAlias() != null) {
                return column.named(named(item.getAliasName()), true);
            }
            if (expression instanceof Column written) {
                boolean asWritten = schema.dialect().readsQuotedTexts() && passedOn != null;
                var name = asWritten ? named(written.getColumnName()) : column.name();
                return column.named(name, true);
            }
            return column.named(column.givenName(), false);
        }

        private static RelationColumn computed(SelectItem<?> item) {
            return new RelationColumn(null, false, null, ValueKind.ANYTHING, item);
        }

        /** The column whose values an expression is; null where it computes others. */
        private @Nullable RelationColumn passedOn(Expression expression) {
            return switch (expression) {
                case Column column -> of(column) instanceof OfSource found ? found.column() : null;
                case ParenthesedExpressionList<?> list when list.size() == 1 ->
                        passedOn(list.getFirst());
                case CollateExpression collate -> passedOn(collate.getLeftExpression());
                default -> null;
            };
        }

        void order(@Nullable List<OrderByElement> elements) {
            if (elements != null) {
                elements.forEach(element -> orderingTerm(element.getExpression()));
            }
        }

        /** An alias comes before columns. */
        private void orderingTerm(Expression term) {
            var alias = alias(term);
            if (alias == null) {
                expression(term);
            } else {
                columns.put((Column) term, alias);
            }
        }

        /** Columns come before an alias. */
        private void groupingTerm(Expression term) {
            var alias = alias(term);
            expression(term);
            if (alias != null && !isOwn(columns.get((Column) term))) {
                columns.put((Column) term, alias);
            }
        }

        private boolean isOwn(@Nullable ResolvedColumn column) {
            return column instanceof OfSource found && found.scope() == scope;
        }

        /** The alias whose name a whole term is; null where it is none. */
        private @Nullable OfAlias alias(Expression term) {
            if (!(term instanceof Column column && column.getTable() == null)) {
                return null;
            }
            var name = named(column.getColumnName());
            var alias = scope.alias(name);
            return alias != null
                            && !Scope.isRowNumber(name)
                            && (schema.dialect().readsQuotedTexts() || alias.name().equals(name))
                    ? alias
                    : null;
        }

        private void expression(@Nullable Expression expression) {
            if (expression != null) {
                expression.accept(this, null);
            }
        }

        @Override
        public <S> @Nullable Void visit(Column column, S context) {
            var name = named(column.getColumnName());
            var qualifier = column.getTableName();
            columns.put(
                    column,
                    qualifier == null || qualifier.isEmpty()
                            ? scope.resolve(name)
                            : scope.resolve(named(qualifier), name));
            return null;
        }

        @Override
        public <S> @Nullable Void visit(AllTableColumns star, S context) {
            stars.put(star, scope.named(named(star.getTable().getName())));
            return null;
        }

        @Override
        public <S> @Nullable Void visit(ParenthesedSelect select, S context) {
            return visit((Select) select, context);
        }

        @Override
        public <S> @Nullable Void visit(Select select, S context) {
            select(select, scope, tables, null);
            return null;
        }

        /** Chains of operators lean to the left; a loop keeps them from using up the stack. */
        @Override
        protected <S> @Nullable Void visitBinaryExpression(BinaryExpression chain, S context) {
            Expression left = chain;
            while (left instanceof BinaryExpression binary) {
                expression(binary.getRightExpression());
                if (binary instanceof LikeExpression like) {
                    expression(like.getEscape());
                }
                left = binary.getLeftExpression();
            }
            expression(left);
            return null;
        }

        @Override
        public <S> @Nullable Void visit(AnyComparisonExpression any, S context) {
            return any.getSelect() == null ? null : visit(any.getSelect(), context);
        }

        @Override
        public <S> @Nullable Void visit(Function function, S context) {
            if (function.getNamedParameters() != null) {
                function.getNamedParameters().forEach(this::expression);
            }
            return super.visit(function, context);
        }

        @Override
        public <S> @Nullable Void visit(TrimFunction trim, S context) {
            expression(trim.getExpression());
            expression(trim.getFromExpression());
            return null;
        }
    }
}
