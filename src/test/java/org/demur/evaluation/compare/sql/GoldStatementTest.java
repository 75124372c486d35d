package org.demur.evaluation.compare.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.demur.evaluation.compare.sql.StatementValues.Constant;
import org.demur.evaluation.compare.sql.StatementValues.Link;
import org.demur.schema.ColumnRef;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GoldStatementTest {
    private static Connection connection;
    private static SchemaFacts facts;

    @BeforeAll
    static void declareTables() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE farm (id INTEGER PRIMARY KEY, name TEXT, acres REAL NOT NULL)");
            statement.executeUpdate(
                    "CREATE TABLE cow (id INTEGER PRIMARY KEY, farm_id INTEGER NOT NULL"
                            + " REFERENCES farm (id), name TEXT, age INTEGER NOT NULL)");
        }
        facts = DeclaredFacts.read(connection, "farms");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT name FROM cow WHERE age > 3 | SELECT name FROM cow WHERE age > 4
                    SELECT name FROM cow WHERE age > 3 | SELECT name FROM cow WHERE age > 2
                    SELECT name FROM cow WHERE age > 3 | SELECT name FROM cow WHERE age >= 3
                    SELECT name FROM cow WHERE age > 3 | SELECT name FROM cow WHERE age != 3
                    SELECT name FROM cow WHERE age > 3 | SELECT id FROM cow WHERE age > 3
                    SELECT name FROM cow WHERE age > 3 | SELECT name FROM cow WHERE id > 3
                    SELECT name FROM cow WHERE age > 3 | SELECT name FROM cow
                    SELECT name FROM farm WHERE acres > 3.5 | SELECT name FROM farm WHERE acres > 3.501
                    SELECT name FROM cow WHERE name = 'Bella' | SELECT name FROM cow WHERE name = 'ella'
                    SELECT name FROM cow WHERE name = 'Bella' | SELECT name FROM cow WHERE name = ''
                    SELECT name FROM cow WHERE name LIKE '%ell%' | SELECT name FROM cow WHERE name LIKE 'ell%'
                    SELECT name FROM cow WHERE name LIKE '%ell%' | SELECT name FROM cow WHERE NOT name LIKE '%ell%'
                    SELECT name FROM cow WHERE age > 3 AND id < 9 | SELECT name FROM cow WHERE age > 3
                    SELECT name FROM cow WHERE age > 3 AND id < 9 | SELECT name FROM cow WHERE age > 3 OR id < 9
                    SELECT name, age FROM cow | SELECT age FROM cow
                    SELECT DISTINCT name FROM cow | SELECT name FROM cow
                    SELECT max(age) FROM cow | SELECT min(age) FROM cow
                    SELECT max(age) FROM cow | SELECT age FROM cow
                    SELECT name FROM cow ORDER BY age LIMIT 2 | SELECT name FROM cow ORDER BY age DESC LIMIT 2
                    SELECT name FROM cow ORDER BY age LIMIT 2 | SELECT name FROM cow ORDER BY age LIMIT 3
                    SELECT name FROM cow ORDER BY age LIMIT 2 | SELECT name FROM cow LIMIT 2
                    SELECT name FROM cow ORDER BY age LIMIT 2 | SELECT name FROM cow ORDER BY age
                    SELECT farm_id, count(*) FROM cow GROUP BY farm_id HAVING count(*) > 1 | SELECT farm_id, count(*) FROM cow GROUP BY farm_id
                    SELECT farm_id, count(*) FROM cow GROUP BY farm_id HAVING count(*) > 1 | SELECT farm_id, count(*) FROM cow GROUP BY name HAVING count(*) > 1
                    SELECT c.name FROM farm f JOIN cow c ON f.id = c.farm_id WHERE c.age > 3 | SELECT c.name FROM farm f JOIN cow c WHERE c.age > 3
                    SELECT count(*) FROM farm f LEFT JOIN cow c ON f.id = c.farm_id | SELECT count(*) FROM farm f JOIN cow c ON f.id = c.farm_id
                    SELECT count(*) FROM farm f LEFT JOIN cow c ON f.id = c.farm_id | SELECT count(*) FROM farm
                    SELECT name FROM farm WHERE id IN (SELECT farm_id FROM cow WHERE age > 3) | SELECT name FROM farm WHERE id IN (SELECT farm_id FROM cow)
                    SELECT name FROM farm WHERE id IN (SELECT farm_id FROM cow WHERE age > 3) | SELECT name FROM farm WHERE id NOT IN (SELECT farm_id FROM cow WHERE age > 3)
                    SELECT name FROM farm UNION SELECT name FROM cow | SELECT name FROM farm
                    SELECT name FROM farm EXCEPT SELECT name FROM cow WHERE age > 3 | SELECT name FROM farm EXCEPT SELECT name FROM cow
                    """)
    void oneChangeMakesANeighbour(String gold, String neighbour) {
        assertThat(read(gold).neighbours(1)).contains(read(neighbour).written());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT count(*) FROM cow | SELECT count(id) FROM cow
                    SELECT count(id) FROM cow | SELECT count(age) FROM cow
                    SELECT c.name FROM farm f JOIN cow c ON f.id = c.farm_id | SELECT name FROM cow
                    SELECT DISTINCT id FROM cow | SELECT id FROM cow
                    """)
    void whatSaysTheSameIsNone(String gold, String equal) {
        assertThat(read(gold).neighbours(1)).doesNotContain(read(equal).written());
    }

    @Test
    void neighboursDifferAndAreTheSameForASeed() {
        GoldStatement gold = read("SELECT name FROM cow WHERE age > 30 AND name LIKE 'B%'");
        assertThat(gold.neighbours(5)).doesNotHaveDuplicates().isEqualTo(gold.neighbours(5));
        assertThat(gold.neighbours(6)).isNotEqualTo(gold.neighbours(5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT f.name, c.name AS n FROM farm AS f, cow AS c WHERE f.id = c.farm_id ORDER BY n",
                "SELECT t.m FROM (SELECT farm_id, max(age) AS m FROM cow GROUP BY 1) AS t WHERE t.m BETWEEN 2 AND 4",
                "SELECT name FROM cow UNION SELECT name FROM farm ORDER BY 1 LIMIT 3",
                "SELECT CASE WHEN age > 3 THEN 'old' ELSE 'young' END, CAST(age AS TEXT) || '!' FROM cow",
                "SELECT name FROM farm f WHERE NOT EXISTS (SELECT 1 FROM cow WHERE farm_id = f.id) AND acres IS NOT NULL",
                "SELECT -age, age % 2, (age + 1) * 3 FROM cow WHERE name NOT LIKE 'it''s%' AND age NOT IN (1, 2)",
                "WITH old AS (SELECT * FROM cow WHERE age > 5) SELECT count(DISTINCT name) FROM old",
                "SELECT name, row_number() OVER (PARTITION BY farm_id ORDER BY age DESC) FROM cow",
                "SELECT upper(substr(name, 1, 2)) FROM cow LIMIT 2 OFFSET 1"
            })
    void whatIsWrittenReadsAsTheSame(String sql) throws SQLException {
        // when
        String written = read(sql).written();
        // then
        assertThat(
                        ExactSetMatchPlus.compare(
                                ExactSetMatchPlus.Forms.of(sql, facts), written, facts))
                .isEqualTo(SqlVerdict.EQUAL);
        try (var statement = connection.prepareStatement(written)) {
            assertThat(statement.execute()).isTrue();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT name FROM cow WHERE age > 3 | 0
                    SELECT farm_id, count(*) FROM cow GROUP BY farm_id | 0
                    SELECT max(age), name FROM cow | 2
                    SELECT max(age) FROM cow | 0
                    SELECT name FROM cow ORDER BY age | 2
                    SELECT name FROM cow LIMIT 2 | 2
                    SELECT name, count(*) FROM cow GROUP BY farm_id | 2
                    SELECT count(*) FROM cow WHERE farm_id = (SELECT id FROM farm ORDER BY acres LIMIT 1) | 2
                    """)
    void whatIsLeftToTheEngineIsDecidedInTwoWays(String sql, int ways) throws SQLException {
        List<String> decided = read(sql).decided();
        assertThat(decided).hasSize(ways);
        for (String way : decided) {
            try (var statement = connection.prepareStatement(way)) {
                assertThat(statement.execute()).isTrue();
            }
        }
    }

    @Test
    void constantsAndLinksAreThoseOfTheColumnsBeside() {
        StatementValues values =
                read("SELECT f.name FROM farm f JOIN cow c ON f.id = c.farm_id WHERE c.name LIKE"
                                + " 'B%' AND 4 < c.age GROUP BY f.id HAVING count(*) > 2")
                        .values();
        assertThat(values.constants())
                .containsExactly(
                        new Constant(new ColumnRef("cow", "name"), "B%", true),
                        new Constant(new ColumnRef("cow", "age"), "4", false));
        assertThat(values.links())
                .contains(new Link(new ColumnRef("farm", "id"), new ColumnRef("cow", "farm_id")));
        assertThat(values.groupSizes()).containsExactly(2);
    }

    @ParameterizedTest
    @CsvSource({"SELECT nothing FROM cow", "DELETE FROM cow", "SELECT name FROM"})
    void whatIsNoQueryOfTheSchemaIsNotRead(String sql) {
        assertThat(GoldStatement.read(sql, facts)).isEmpty();
    }

    private static GoldStatement read(String sql) {
        return GoldStatement.read(sql, facts).orElseThrow();
    }
}
