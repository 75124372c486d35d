package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.demur.PostgresForTests;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.score.PredictionScorer;
import org.demur.evaluation.score.ScoreReport;
import org.demur.evaluation.score.ScoreRequest;
import org.demur.evaluation.suite.SuiteBuilder;
import org.demur.evaluation.suite.SuiteReport;
import org.demur.evaluation.suite.SuiteScorer;
import org.demur.evaluation.suite.SuiteThreads;
import org.demur.evaluation.suite.SuiteVerdict;
import org.demur.evaluation.suite.Witness;
import org.demur.failure.GatewayException;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites of a database on a PostgreSQL server, whose statements run there. */
final class SuiteOnPostgresTest {
    private static final List<String> GOLDS =
            List.of(
                    "SELECT name FROM cow WHERE age > 7 AND breed = 'Ayrshire'",
                    "SELECT f.name, count(*) FROM farm f JOIN cow c ON f.code = c.farm GROUP BY f.name"
                            + " HAVING count(*) >= 3",
                    "SELECT count(*) FROM cow WHERE born >= '2021-05-01' AND sold",
                    "SELECT name FROM cow WHERE name ILIKE 'b%' AND age::text = '7'",
                    "SELECT count(*) FROM cow WHERE datetime(seen) > datetime(current_time, '-1 year')");

    @TempDir private Path folder = Path.of("");
    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private @Nullable PostgresForTests scratch;

    @BeforeEach
    void makeDatabases() throws SQLException, IOException {
        var target = PostgresForTests.fresh();
        target.run(
                "CREATE TYPE mood AS ENUM ('calm', 'wild')",
                "CREATE TABLE farm (code varchar(3) PRIMARY KEY, name text NOT NULL UNIQUE, acres numeric(6,2))",
                "CREATE TABLE cow (id integer PRIMARY KEY, farm varchar(3) NOT NULL REFERENCES farm, name text,"
                        + " breed text, age smallint, born date, seen timestamp, sold boolean NOT NULL, mood mood,"
                        + " tag uuid, notes jsonb)",
                "INSERT INTO farm VALUES ('A', 'Alder', 12.5), ('B', 'Birch', 7), ('C', 'Clover', 30.25)",
                "INSERT INTO cow VALUES (1, 'A', 'Bella', 'Ayrshire', 7, '2021-05-01', '2022-01-01 10:00', true, 'calm', NULL, NULL),"
                        + " (2, 'A', 'Daisy', 'Jersey', 3, '2020-02-29', NULL, false, 'wild', NULL, '{}'),"
                        + " (3, 'B', NULL, 'Ayrshire', 9, NULL, NULL, true, NULL, NULL, NULL)",
                "GRANT SELECT ON farm, cow TO " + target.role());
        environment.put("SECRET", target.password());
        Files.createDirectory(folder.resolve("databases"));
        Files.writeString(
                folder.resolve("databases/farms.yaml"),
                "url: %s\nuser: %s\npassword: ${SECRET}\nnow: 2022-06-01 00:00:00\n"
                        .formatted(target.url(), target.role()));
        var suites = PostgresForTests.fresh();
        suites.run("GRANT CREATE ON DATABASE %1$s TO %1$s".formatted(suites.role()));
        scratch = suites;
        System.setProperty("DEMUR_SUITE_URL", suites.url());
        System.setProperty("DEMUR_SUITE_USER", suites.role());
        System.setProperty("DEMUR_SUITE_PASSWORD", suites.password());
    }

    @AfterEach
    void forgetServer() {
        List.of("URL", "USER", "PASSWORD")
                .forEach(name -> System.clearProperty("DEMUR_SUITE_" + name));
    }

    private interface Use {
        void of(OpenDatabase database, Databases databases) throws IOException, SQLException;
    }

    private void onServer(Use use) throws IOException, SQLException {
        try (var assembly =
                new Assembly(
                        SettingsFile.read(
                                Path.of(""),
                                Map.of("demur.databases", folder.resolve("databases").toString())),
                        environment,
                        PipelineListener.NOP)) {
            var farms = assembly.gateway().database("farms");
            use.of(
                    farms,
                    Databases.declared(name -> farms, new ContentCache(folder.resolve("cache"))));
        }
    }

    @Test
    void neighboursAreToldApartOnTheServerAndASecondBuildGivesTheSameBytes()
            throws IOException, SQLException {
        onServer((farms, databases) -> {
            // when
            SuiteReport report = build("suite", databases);
            build("again", databases);
            // then
            SuiteReport.Schema schema = report.schemas().getFirst();
            assertThat(schema.neighbours()).isGreaterThan(60);
            assertThat(report.toldApart()).as(report.text()).isGreaterThan(0.9);
            assertThat(folder.resolve("again/farms.suite.json"))
                    .hasSameBinaryContentAs(folder.resolve("suite/farms.suite.json"));
            assertThat(Files.readString(folder.resolve("suite/farms.suite.json")))
                    .contains("\"engine\":\"PostgreSQL\"")
                    .doesNotContain("notes", environment.get("SECRET"));
            assertThat(builder("suite").check()).isEmpty();
            // and nothing stays behind
            assertThat(
                            Objects.requireNonNull(scratch)
                                    .ask(
                                            "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'demur%'"))
                    .isEqualTo("0");
        });
    }

    @Test
    void anAnswerThatIsRightByChanceIsWrongOnTheSuite() throws IOException, SQLException {
        onServer((farms, databases) -> {
            // given
            build("suite", databases);
            var gold = new HashMap<String, String>();
            var predictions = new HashMap<String, String>();
            for (int i = 0; i < GOLDS.size(); i++) {
                gold.put("q" + i, GOLDS.get(i));
                predictions.put("q" + i, GOLDS.get(i));
            }
            predictions.put("q0", "SELECT name FROM cow WHERE age > 8 AND breed LIKE 'Ayr%'");
            predictions.put(
                    "q2", "SELECT count(*) FROM cow WHERE sold AND born >= date '2021-05-01'");
            predictions.put(
                    "q4", "SELECT count(*) FROM cow WHERE datetime(seen) > '2021-04-01 00:00:00'");
            var mapper = JsonMapper.builder().build();
            mapper.writeValue(folder.resolve("gold.json").toFile(), gold);
            mapper.writeValue(folder.resolve("predictions.json").toFile(), predictions);
            // when
            var sheet =
                    new PredictionScorer(new ContentCache(folder.resolve("cache")))
                            .score(
                                    ScoreRequest.asking(
                                                    "demur",
                                                    folder.resolve("gold.json"),
                                                    new ScoreRequest.Source.Declared(farms),
                                                    folder.resolve("predictions.json"))
                                            .withSuite(Optional.of(folder.resolve("suite")))
                                            .build());
            // then
            Map<String, Object> report = new ScoreReport(sheet, List.of()).json();
            assertThat(report).containsEntry("EX", 100.0).containsEntry("TS", 60.0);
            assertThat(sheet.witnesses()).containsOnlyKeys("q0", "q4");
            Witness witness = Objects.requireNonNull(sheet.witnesses().get("q0"));
            assertThat(witness.tables().stream().mapToInt(table -> table.rows().size()).sum())
                    .isEqualTo(2);
        });
    }

    @Test
    void aWritingOrEndlessStatementIsWrong() throws IOException, SQLException {
        onServer((farms, databases) -> {
            build("suite", databases);
            var items = new HashMap<String, SuiteScorer.Item>();
            for (String sql :
                    List.of(
                            "DROP TABLE cow",
                            "SELECT name FROM pg_user",
                            "SELECT name FROM cow; DELETE FROM cow",
                            "SELECT nothing FROM cow",
                            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")) {
                items.put(sql, new SuiteScorer.Item("farms", GOLDS.getFirst(), sql));
            }
            assertThat(
                            new SuiteScorer(
                                            ScoringRules.DEMUR,
                                            folder.resolve("suite"),
                                            ExecutionLimits.STANDARD)
                                    .score(items, 1)
                                    .values())
                    .allMatch(SuiteVerdict.Wrong.class::isInstance);
        });
    }

    @Test
    void aServerThatIsNotNamedOrASuperuserIsToldWithTheRemedy() throws IOException, SQLException {
        onServer((farms, databases) -> {
            System.setProperty("DEMUR_SUITE_USER", "postgres");
            assertThatThrownBy(() -> build("suite", databases))
                    .isInstanceOf(GatewayException.class)
                    .hasMessageContaining("superuser");
            System.clearProperty("DEMUR_SUITE_URL");
            assertThatThrownBy(() -> build("suite", databases))
                    .hasMessageContaining("DEMUR_SUITE_URL");
        });
    }

    private SuiteBuilder builder(String name) {
        return new SuiteBuilder(folder.resolve(name), new SuiteThreads(2), () -> {});
    }

    private SuiteReport build(String name, Databases databases) {
        var samples = new ArrayList<Sample>();
        for (String sql : GOLDS) {
            String id = Integer.toString(samples.size());
            samples.add(new Sample(new Question(id, "farms", ""), new Gold.FeasibleBy(sql)));
        }
        return builder(name)
                .build(ScoringRules.DEMUR, new DataSet("farms", samples), databases, 1, 4);
    }
}
