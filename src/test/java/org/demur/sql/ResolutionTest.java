package org.demur.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.StatementVisitor;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.util.TablesNamesFinder;
import org.demur.execution.Schemas;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.SqlNames;
import org.demur.sql.ResolvedColumn.NoColumn;
import org.demur.sql.ResolvedColumn.NoSource;
import org.demur.sql.ResolvedColumn.OfAlias;
import org.demur.sql.ResolvedColumn.OfSource;
import org.demur.sql.ResolvedColumn.Unlisted;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ResolutionTest {
    private static final DatabaseSchema SCHEMA = schema();

    record Case(
            String name,
            String sql,
            @Nullable String dialect,
            @Nullable List<String> columns,
            @Nullable List<String> offers,
            @Nullable Integer unresolved) {
        @Override
        public String toString() {
            return name;
        }

        Select tree() {
            return ((SqlParser.Query) SqlParser.of(sql).parse()).tree();
        }

        Resolution resolution(Select tree) {
            return Resolution.of(tree, dialect == null ? SCHEMA : onServer());
        }
    }

    private static DatabaseSchema schema() {
        var columns = new LinkedHashMap<String, List<String>>();
        columns.put("orders", List.of("oid", "Name", "city"));
        columns.put("item", List.of("id", "order_id", "Name"));
        columns.put("Odd", List.of("A", "a"));
        return Schemas.of("shop", null, columns);
    }

    private static DatabaseSchema onServer() {
        return new DatabaseSchema(
                SCHEMA.id(),
                "",
                List.of(),
                null,
                SCHEMA.constants(),
                SCHEMA.tables(),
                SCHEMA.values(),
                SCHEMA.semantics(),
                new Dialect.Postgres("public"));
    }

    static List<Case> cases() throws IOException {
        try (var in = ResolutionTest.class.getResourceAsStream("/sql/resolution.yaml")) {
            return new YAMLMapper().readValue(in, new TypeReference<List<Case>>() {});
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void namesStandForWhatTheEngineTakesThemFor(Case given) {
        // given
        var tree = given.tree();
        // when
        var resolution = given.resolution(tree);
        // then
        var columns = new Columns().in(tree);
        if (given.columns() != null) {
            assertThat(columns)
                    .extracting(column -> column + ": " + shown(resolution.of(column)))
                    .containsExactlyElementsOf(given.columns());
        }
        if (given.offers() != null) {
            assertThat(resolution.relation(tree).columns())
                    .extracting(ResolutionTest::shown)
                    .containsExactlyElementsOf(given.offers());
        }
        if (given.unresolved() != null) {
            assertThat(columns)
                    .filteredOn(column -> !(resolution.of(column) instanceof OfSource))
                    .hasSize(given.unresolved());
        }
    }

    @Test
    void whatWasNotLookedAtStandsForNothing() {
        // given
        var seen = SqlParser.of("SELECT city FROM orders");
        var other = SqlParser.of("SELECT item.*, Name FROM item");
        // when
        var resolution = Resolution.of(((SqlParser.Query) seen.parse()).tree(), SCHEMA);
        // then
        var unseen = (PlainSelect) ((SqlParser.Query) other.parse()).tree();
        var star = (AllTableColumns) unseen.getSelectItem(0).getExpression();
        var column = (Column) unseen.getSelectItem(1).getExpression();
        assertThat(resolution.of(column)).isInstanceOf(NoColumn.class);
        assertThat(resolution.of(star)).isEmpty();
        assertThat(resolution.of(unseen.getFromItem())).isNull();
        assertThat(resolution.scope(unseen)).isNull();
        assertThat(resolution.relation(unseen).isOpen()).isTrue();
    }

    @Test
    void starsThatDoubleWithEachStepAreNotFollowedForEver() {
        // given
        var sql = new StringBuilder("WITH w0 AS (SELECT * FROM orders)");
        for (int i = 1; i < 40; i++) {
            sql.append(
                    ", w%d AS (SELECT a.*, b.* FROM w%d AS a, w%d AS b)"
                            .formatted(i, i - 1, i - 1));
        }
        var tree = ((SqlParser.Query) SqlParser.of(sql + " SELECT * FROM w39").parse()).tree();
        // when
        var resolution = Resolution.of(tree, SCHEMA);
        // then
        assertThat(resolution.relation(tree).columns()).hasSizeLessThan(5_000);
    }

    private static String shown(ResolvedColumn resolved) {
        return switch (resolved) {
            case OfSource(_, var source, var column, var rival) ->
                    source.name()
                            + "."
                            + shown(column)
                            + (rival == null ? "" : " or " + rival.name());
            case OfAlias(_, var name, _) -> "alias " + name;
            case Unlisted _ -> "not listed";
            case NoSource _ -> "no source";
            case NoColumn _ -> "no column";
        };
    }

    private static String shown(RelationColumn column) {
        var name = column.isNamed() ? column.name() : "[" + column.name() + "]";
        var origin = column.origin();
        return origin == null || SqlNames.areSame(origin.column(), column.name())
                ? name
                : name + " of " + origin;
    }

    /** All columns that a statement names, clause by clause. */
    private static final class Columns extends TablesNamesFinder<Void> {
        private final List<Column> found = new ArrayList<>();
        private final Set<Column> seen = Collections.newSetFromMap(new IdentityHashMap<>());

        List<Column> in(Select statement) {
            init(true);
            statement.accept((StatementVisitor<Void>) this, null);
            return found;
        }

        @Override
        public <S> @Nullable Void visit(Column column, S context) {
            if (seen.add(column)) {
                found.add(column); // once, though the visitor comes twice to some
            }
            return null;
        }
    }

    @Test
    void whatIsJoinedByTooManySharedNamesIsNotResolved() {
        // given
        String items =
                IntStream.range(0, 1_900).mapToObj(i -> "1 a" + i).collect(Collectors.joining(","));
        String sql = "WITH d AS (SELECT %s) SELECT 1 FROM d %s".formatted(items, "NATURAL JOIN d ");
        var few = ((SqlParser.Query) SqlParser.of(sql).parse()).tree();
        var many =
                ((SqlParser.Query) SqlParser.of(sql + "NATURAL JOIN d ".repeat(40)).parse()).tree();
        // when, then
        assertThat(Resolution.of(few, SCHEMA).scope(few)).isNotNull();
        assertThat(Resolution.of(many, SCHEMA).scope(many)).isNull();
    }

    @Test
    void onAServerNoConditionSeesTheNamesOfItems() {
        // given
        var tree =
                ((SqlParser.Query)
                                SqlParser.of(
                                                "SELECT city AS oid, 1 AS item FROM item WHERE item = 1")
                                        .parse())
                        .tree();
        var condition = (Column) ((EqualsTo) ((PlainSelect) tree).getWhere()).getLeftExpression();
        // when, then
        assertThat(Resolution.of(tree, onServer()).of(condition)).isEqualTo(new NoColumn());
        assertThat(Resolution.of(tree, SCHEMA).of(condition)).isInstanceOf(OfAlias.class);
    }
}
