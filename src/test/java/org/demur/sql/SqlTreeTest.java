package org.demur.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.BicycleShop;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Subquery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlTreeTest {
    /**
     * A statement of the data file.
     *
     * @param written null where it is written as it was read
     * @param paths null where the statement is not about folding
     */
    record Case(String name, String sql, @Nullable String written, @Nullable List<String> paths) {
        String expected() {
            return written == null ? sql : written;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static BicycleShop shop;

    @BeforeAll
    static void open(@TempDir Path home) {
        shop = new BicycleShop(home, "");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    static List<Case> statements() throws IOException {
        return new YAMLMapper()
                .readValue(
                        BicycleShop.resource("/generation/statements.yaml"),
                        new TypeReference<List<Case>>() {});
    }

    static Stream<Case> lookUps() throws IOException {
        return statements().stream().filter(c -> c.paths() != null);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statements")
    void aStatementIsWrittenAsItWasRead(Case statement) {
        // given
        var tree = read(statement.sql());

        // when
        var written = SqlTreeWriter.write(tree).orElseThrow();

        // then
        var expected = statement.paths() == null ? statement.expected() : statement.sql();
        assertThat(written).isEqualToIgnoringWhitespace(expected);
        assertThat(shop.rows(written)).isEqualTo(shop.rows(statement.sql()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statements")
    void aFoldedStatementIsWrittenAsItWasRead(Case statement) {
        // given
        var folded = folded(statement.sql());

        // when
        var written = SqlTreeWriter.write(folded).orElseThrow();

        // then
        assertThat(written).isEqualToIgnoringWhitespace(statement.expected());
        assertThat(shop.rows(written)).isEqualTo(shop.rows(statement.sql()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lookUps")
    void lookUpsAlongKeysFoldIntoPathsAndNothingElseDoes(Case statement) {
        // when
        var folded = folded(statement.sql());

        // then
        assertThat(paths(folded)).isEqualTo(statement.paths());
    }

    @Test
    void foldingTwiceIsFoldingOnce() throws IOException {
        // given
        var keyPaths = new KeyPaths(shop.schema());
        var once = statements().stream().map(c -> folded(c.sql())).toList();

        // when
        var twice = once.stream().map(keyPaths::fold).toList();

        // then
        assertThat(twice).isEqualTo(once);
    }

    @Test
    void aConditionIsPutBesideAnAlternativeInBrackets() {
        // given
        var either = read("SELECT COUNT(*) FROM bike WHERE kind = 'city' OR kind = 'cargo'");
        var dear = read("SELECT COUNT(*) FROM bike WHERE price > 700");

        // when
        var both = either.withWhere(List.of(either.where().getFirst(), dear.where().getFirst()));

        // then
        assertThat(SqlTreeWriter.write(both))
                .contains(
                        "SELECT COUNT(*) FROM bike WHERE (kind = 'city' OR kind = 'cargo') AND price > 700");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "SELECT",
                "SELECT FROM bike",
                "SELECT model FROM",
                "SELECT model FROM nowhere",
                "SELECT model FROM bike WHERE",
                "SELECT model FROM bike WHERE kind = 'city' AND",
                "SELECT model FROM bike WHERE kind = 'city",
                "SELECT \"model FROM bike",
                "SELECT model FROM bike WHERE (price > 3",
                "SELECT model FROM bike WHERE price > 3)",
                "SELECT COUNT(* FROM bike",
                "SELECT model FROM bike GROUP kind",
                "SELECT model FROM bike UNION",
                "SELECT model FROM bike WHERE id IN (SELECT bike_id FROM sale",
                "SELECT model FROM bike /* of them",
                "SELECT model FROM bike; SELECT name FROM brand",
                "DELETE FROM bike",
                "WITH t AS (SELECT 1) SELECT * FROM t",
                "VALUES (1)"
            })
    void whatIsNoPlainSelectIsNotRead(String sql) {
        // when
        var tree = SqlTreeReader.read(sql, shop.schema());

        // then
        assertThat(tree).isEmpty();
    }

    private static QueryTree read(String sql) {
        return SqlTreeReader.read(sql, shop.schema()).orElseThrow();
    }

    private static QueryTree folded(String sql) {
        return new KeyPaths(shop.schema()).fold(read(sql));
    }

    /** Every column of a tree, in the order of its clauses, with the way that leads to it. */
    private static List<String> paths(QueryTree tree) {
        var paths = new ArrayList<String>();
        var clauses = new ArrayList<SqlNode>(tree.select());
        clauses.addAll(tree.from());
        tree.where().forEach(clauses::addAll);
        clauses.addAll(tree.group());
        clauses.addAll(tree.having());
        clauses.addAll(tree.tail());
        clauses.addAll(tree.rest());
        for (SqlNode node : clauses) {
            if (node instanceof ColumnPath path) {
                var steps =
                        Stream.concat(
                                Stream.of(path.root()),
                                path.hops().stream().map(SqlNode.Hop::column));
                paths.add(
                        steps.map(ref -> ref.toString().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(" > ")));
            } else if (node instanceof Subquery(QueryTree inner)) {
                paths.addAll(paths(inner));
            }
        }
        return paths;
    }

    @Test
    void aSubqueryInAJoinsConditionEndsWithItsBracket() {
        // given
        var sql =
                "SELECT bike.id FROM bike JOIN brand ON brand.id ="
                        + " (SELECT MAX(brand.id) FROM brand) WHERE bike.id = 1";
        // when
        var tree = read(sql);
        // then
        assertThat(tree.where()).hasSize(1);
    }
}
