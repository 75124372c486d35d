package org.demur.evaluation.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.demur.evaluation.Benchmarks;
import org.demur.failure.GatewayException;
import org.demur.feasibility.InfeasibleKind;
import org.demur.question.Question;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReadersTest {
    @TempDir private Path folder = Path.of("");

    @Test
    void trustSqlItemsCarryFamiliarityHardnessKindAndTemplate() throws IOException {
        // given
        Path file =
                write(
                        """
                        [{"id": "1", "db_id": "farms", "question": "How many?", "query": "SELECT 1",
                          "type": "unseen-sql", "note": "hard", "template": "how many"},
                         {"id": "2", "db_id": "farms", "question": "Plot it.", "query": "null",
                          "type": "inf", "note": "non-sql", "template": "-"}]
                        """);
        // when
        var samples = new TrustSqlReader().read(file).samples();
        // then
        assertThat(samples)
                .containsExactly(
                        new Sample(
                                new Question("1", "farms", "How many?"),
                                new Gold.FeasibleBy("SELECT 1"),
                                "how many",
                                Familiarity.UNSEEN,
                                Hardness.HARD),
                        new Sample(
                                new Question("2", "farms", "Plot it."),
                                new Gold.Infeasible(InfeasibleKind.NON_SQL)));
    }

    @ParameterizedTest
    @CsvSource({
        "column-surface, COLUMN_SURFACE",
        "column-related, COLUMN_RELATED",
        "column-unrelated, COLUMN_UNRELATED",
        "ext-know, EXTERNAL_KNOWLEDGE",
        "missing-schema, COLUMN_RELATED",
        "ambiguous, AMBIGUOUS_VAGUENESS",
        "something new,"
    })
    void trustSqlNamesItsKinds(String note, InfeasibleKind expected) {
        // when
        var kind = TrustSqlReader.kind(note);
        // then
        assertThat(kind).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT name FROM farm WHERE owner = 'Smith, from here, select' | EASY
                    SELECT count(*), max(area) FROM farm GROUP BY town, owner | EASY
                    SELECT f.name FROM farm f JOIN town t ON f.town = t.id | MEDIUM
                    select f.name from farm f, town t where f.town = t.id | MEDIUM
                    SELECT name FROM farm WHERE area = (SELECT max(area) FROM farm) | HARD
                    SELECT name FROM farm UNION SELECT name FROM town | HARD
                    WITH big AS (SELECT * FROM farm) SELECT name FROM big | HARD
                    """)
    void aStatementTellsHowHardItIsWhereTheDataSetDoesNot(String sql, Hardness expected) {
        // when
        var hardness = new Gold.FeasibleBy(sql).hardness();
        // then
        assertThat(hardness).isEqualTo(expected);
    }

    @Test
    void variablesOfATemplateAreExpanded() throws IOException {
        // given
        Path file =
                write(
                        """
                        [{"query-split": "train",
                          "sql": ["SELECT a FROM b WHERE c = \\"crop1\\" AND d = \\"crop10\\" AND e = year0"],
                          "variables": [{"name": "year0", "location": "sql-only", "example": "2020"}],
                          "sentences": [
                            {"text": "crop1 or crop10?", "question-split": "dev",
                             "variables": {"crop1": "rye", "crop10": "oats"}},
                            {"text": "crop1?", "question-split": "test", "variables": {}}]}]
                        """);
        // when
        var samples = new Text2SqlDataReader(Optional.of("dev")).read(file).samples();
        // then
        assertThat(samples).hasSize(1);
        assertThat(samples.getFirst().question().text()).isEqualTo("rye or oats?");
        assertThat(samples.getFirst().gold())
                .isEqualTo(
                        new Gold.FeasibleBy(
                                "SELECT a FROM b WHERE c = \"rye\" AND d = \"oats\" AND e = 2020"));
        assertThat(samples.getFirst().id()).isEqualTo("0.0");
    }

    @Test
    void ourOwnFormNamesWhatIsFaulty() throws IOException {
        // given
        Path good =
                write(
                        """
                        {"id": "1", "database": "farms", "question": "Which?", "sql": "SELECT 1", "hardness": "easy"}
                        {"id": "2", "database": "farms", "question": "Why?", "sql": null, "kind": "external-knowledge"}
                        """);
        // when
        var samples = new DemurReader().read(good).samples();
        // then
        assertThat(samples).hasSize(2);
        assertThat(samples.getFirst().hardness()).isEqualTo(Hardness.EASY);
        assertThat(samples.getLast().gold())
                .isEqualTo(new Gold.Infeasible(InfeasibleKind.EXTERNAL_KNOWLEDGE));
        Path faulty =
                write(
                        """
                        {"id": "1", "database": "farms", "question": "Which?"}
                        {"id": "2", "database": "farms", "question": "Why?", "sql": null, "kind": "odd"}
                        """);
        assertThatExceptionOfType(GatewayException.class)
                .isThrownBy(() -> new DemurReader().read(faulty))
                .withMessageContaining("2 faulty items: item 1 (sql is missing;")
                .withMessageContaining("item 2 (there is no kind odd)");
    }

    @Test
    void anItemOfOurOwnFormThatNamesNoDatabaseIsOfTheOneThatStandsIn() throws IOException {
        // given
        Path file =
                write(
                        """
                        {"id": "1", "question": "Which?", "sql": "SELECT 1"}
                        {"id": "2", "database": "farms", "question": "Why?", "sql": null}
                        {"id": "3", "db_id": "mills", "question": "Who?", "sql": null}
                        """);

        // then
        assertThat(new DemurReader(Optional.empty(), Optional.of("shop")).read(file).samples())
                .extracting(sample -> sample.question().database())
                .containsExactly("shop", "farms", "mills");
        assertThatExceptionOfType(GatewayException.class)
                .isThrownBy(() -> new DemurReader().read(file))
                .withMessageContaining("1 faulty items: item 1 (database is missing)");
    }

    @Test
    void theDemoBenchmarkIsReadBySplit() {
        // given
        var file = Path.of("config/benchmarks/demo.json");
        // when
        var all = new DemurReader().read(file).samples();
        var test = new DemurReader(Optional.of("test")).read(file).samples();
        // then
        assertThat(all).hasSize(576);
        assertThat(test).hasSize(332);
        assertThat(test)
                .filteredOn(s -> s.gold() instanceof Gold.Infeasible)
                .hasSize(142)
                .allMatch(s ->
                        s.gold() instanceof Gold.Infeasible infeasible
                                && infeasible.kind() != null);
        assertThat(test)
                .filteredOn(s -> s.gold() instanceof Gold.FeasibleBy)
                .allMatch(s -> s.familiarity() != null && s.hardness() != null);
        assertThatExceptionOfType(GatewayException.class)
                .isThrownBy(() -> new DemurReader(Optional.of("tset")).read(file))
                .withMessageContaining("no item of the split tset; it has ")
                .withMessageContaining("test");
    }

    @Test
    void idsThatOccurTwiceAreRefused() throws IOException {
        // given
        Path file =
                write(
                        """
                        {"id": "1", "database": "farms", "question": "Which?", "sql": "SELECT 1"}
                        {"id": "1", "database": "farms", "question": "Why?", "sql": null}
                        """);
        // when, then
        assertThatExceptionOfType(GatewayException.class)
                .isThrownBy(() -> new DemurReader().read(file))
                .withMessageContaining("1 duplicate ids: 1");
    }

    @Test
    void thePublishedDataSetsAreReadWhole() {
        assertSize(new EhrSql2024Reader(), "ehrsql-2024/valid", 1163, 232);
        assertSize(new EhrSql2024Reader(), "ehrsql-2024/train", 5124, 450);
        assertSize(new TrustSqlReader(), "trustsql/spider_test_questions.json", 1054, 527);
        assertSize(new SpiderReader(), "spider/dev.json.gz", 1034, 0);
        assertSize(new SpiderReader(), "spider/dev_gold.sql", 1034, 0);
        assertSize(new SpiderReader(), "spider/train_spider_reconstructed.json.gz", 7000, 0);
        assertSize(new Text2SqlDataReader(), "text2sql-data/atis.json.gz", 5280, 0);
        assertSize(new Text2SqlDataReader(), "text2sql-data/advising.json.gz", 4387, 0);
        assertSize(new Text2SqlDataReader(), "text2sql-data/geography.json.gz", 877, 0);
        assertSize(
                new Text2SqlDataReader(Optional.of("test")),
                "text2sql-data/geography.json.gz",
                279,
                0);
        assertSize(
                new Text2SqlDataReader(Optional.of("query:test")),
                "text2sql-data/geography.json.gz",
                182,
                0);
        assertSize(new SedeReader(), "sede/val.jsonl.gz", 857, 0);
        assertSize(new TriageSqlReader(), "triagesql/testset_test.json.gz", 2500, 2000);
    }

    private static void assertSize(
            DataSetReader reader, String location, int size, int infeasible) {
        // given
        Path file = Benchmarks.require(location);
        // when
        var samples = reader.read(file).samples();
        // then
        assertThat(samples).as(location).hasSize(size);
        assertThat(samples)
                .as(location)
                .filteredOn(sample -> !sample.gold().isFeasible())
                .hasSize(infeasible);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "data", ".json"), text);
    }
}
