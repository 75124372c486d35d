package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CalibrateCommandTest {
    private static final String PAIRS = BicycleShop.resource("/generation/bicycle-shop-pairs.yaml");

    private static final String ANSWERING =
            """
            {"provenance": {}, "calibration": {"scores": [], "errors": []},
             "thresholds": [{"penalty": 100.0, "feasibility": 1.0, "uncertainty": 0.05}]}
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path home;
    private Path common;
    private Path own;

    @BeforeEach
    void declareTheShop() throws IOException {
        new BicycleShop(home, PAIRS).close();
        Files.writeString(
                Files.createDirectories(home.resolve("config/strategies")).resolve("verified.yaml"),
                """
                feasibility: assume-feasible
                generator: none
                suggester: none
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        var thresholds = Files.createDirectories(home.resolve("config/thresholds"));
        common = thresholds.resolve("few-pairs.json");
        own = thresholds.resolve("shop-verified.json");
        System.setProperty("demur.home", home.toString());
    }

    @AfterEach
    void forgetTheShop() {
        System.clearProperty("demur.home");
    }

    @Test
    void whereFewQuestionsSupportNoAnswerTheBackgroundServes() throws IOException {
        // given: what was fitted before
        Files.writeString(common, ANSWERING);
        Files.writeString(own, ANSWERING);

        // when
        int code = run("calibrate", "--database=shop");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString()).contains("Too few questions").contains("few-pairs.json");
        assertThat(own).doesNotExist();
        assertThat(home.resolve("models/evidence-shop.json")).doesNotExist();
        assertThat(common).hasContent(ANSWERING);
    }

    @Test
    void withoutABackgroundWhatWasFittedIsWrittenAndPromisesNothing() throws IOException {
        // when
        int code = run("calibrate", "--database=shop");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(own).content().contains("supports them");
        assertThat(home.resolve("models/evidence-shop.json")).exists();
        assertThat(out.toString())
                .contains("threshold 0.0000")
                .contains("penalty  threshold  answered  wrong  templates")
                .containsPattern("The bound supports penalties up to [0-9.]+\\.")
                .containsPattern(
                        "[0-9]+ more templates answered right would support penalty 10\\.");
    }

    @Test
    void fewPairsAreServedByWhatOtherDatabasesTaughtUpdatedByTheValidationPairs()
            throws IOException {
        // given
        declare("shop", "");
        background();
        var known = new ObjectMapper().readTree(common.toFile());

        // when
        int code = run("calibrate", "--database=shop");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString())
                .containsPattern("the odds of a wrong answer are put at [0-9.]+ times those");
        assertThat(out.toString())
                .contains("of 1 validation questions (0 infeasible)")
                .contains("The thresholds are those of other databases.");
        assertThat(home.resolve("models/evidence-shop.json"))
                .hasSameTextualContentAs(home.resolve("models/few-pairs.json"));
        var updated = new ObjectMapper().readTree(own.toFile());
        assertThat(updated.path("thresholds")).isEqualTo(known.path("thresholds"));
        assertThat(updated.at("/calibration/scores")).isEqualTo(known.at("/calibration/scores"));
        assertThat(updated.at("/calibration/errors")).isNotEqualTo(known.at("/calibration/errors"));
    }

    @Test
    void withoutAValidationPairTheBackgroundServesFewPairs() throws IOException {
        // given
        background();

        // when
        int code = run("calibrate", "--database=shop");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("Declare questions to validate on")
                .contains("few-pairs.json");
        assertThat(own).doesNotExist();
        assertThat(home.resolve("models/evidence-shop.json")).doesNotExist();
    }

    /** One that the shop's own pairs teach. */
    private void background() throws IOException {
        assertThat(run("calibrate", "--database=shop")).as(err.toString()).isZero();
        Files.move(
                home.resolve("models/evidence-shop.json"), home.resolve("models/few-pairs.json"));
        Files.delete(own);
        Files.writeString(
                common,
                ANSWERING.replace(
                        "{\"scores\": [], \"errors\": []}",
                        "{\"scores\": [0.2, 0.8], \"errors\": [0.02, 0.9]}"));
    }

    @ParameterizedTest
    @CsvSource({
        "--database=shop --write, --write goes with --from-feedback",
        "--database=shop --drafts=x.jsonl, --drafts goes with --background",
        "--background --from-feedback, --from-feedback goes with --database ID",
        "--run=x --strategy=verified, leave --strategy out"
    })
    void anOptionThatWouldBeIgnoredIsRefused(String options, String told) {
        // when
        int code = run(("calibrate " + options).split(" ", -1));

        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(told).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "--background, models/few-pairs.json, config/thresholds/few-pairs.json",
        "--background --many-pairs, models/evidence.json, config/thresholds/verified.json"
    })
    void aBackgroundIsFittedOnAllDeclaredDatabases(String options, String model, String thresholds)
            throws IOException {
        // given: three of a kind
        var declarations = home.resolve("config/databases");
        for (String id : new String[] {"second", "third"}) {
            Files.copy(declarations.resolve("shop.yaml"), declarations.resolve(id + ".yaml"));
        }

        // when
        int code = run(("calibrate --json " + options).split(" ", -1));

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString()).contains("3 of 3 databases asked: third");
        assertThat(home.resolve(thresholds))
                .content()
                .contains("\"databases\" : \"second, shop, third\"");
        assertThat(home.resolve(model)).exists();
        assertThat(own).doesNotExist();
        tellsWhatSupportsEachThreshold(new ObjectMapper().readTree(out.toString()));
    }

    @Test
    void aSuiteChangesWhatIsLearntFromADatabase() throws IOException {
        // given a count of all bikes has by chance what one pair asks for
        declare(
                "shop",
                "  - {id: priced, question: \"How many bikes with a price are there?\", sql: SELECT COUNT(*) FROM bike WHERE bike.price > 0}\n");
        assertThat(run("calibrate", "--database=shop")).as(err.toString()).isZero();
        var without = new ObjectMapper().readTree(own.toFile());
        String suite = suite();

        // when
        int code = run("calibrate", "--database=shop", "--suite=" + suite);

        // then
        assertThat(code).as(err.toString()).isZero();
        var with = new ObjectMapper().readTree(own.toFile());
        assertThat(with.at("/provenance/command").asText()).endsWith("--suite DIR");
        assertThat(with.path("calibration")).isNotEqualTo(without.path("calibration"));
    }

    @ParameterizedTest
    @CsvSource({"verified, models/few-pairs.json", "silent, config/thresholds/silent.json"})
    void aSuiteOfSomeDatabasesLabelsTheirs(String strategy, String written) throws IOException {
        // given
        for (String id : new String[] {"shop", "second", "third"}) {
            declare(id, "");
        }
        Files.copy(
                home.resolve("config/strategies/verified.yaml"),
                home.resolve("config/strategies/silent.yaml"));

        // when
        int code = run("calibrate", "--background", "--strategy=" + strategy, "--suite=" + suite());

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString())
                .contains("judged by results alone: second", "judged by results alone: third")
                .doesNotContain("judged by results alone: shop");
        assertThat(home.resolve(written)).content().contains("--suite DIR");
    }

    /** With the shop's pairs, further ones, and one to validate on. */
    private void declare(String id, String pairs) throws IOException {
        Files.writeString(
                home.resolve("config/databases").resolve(id + ".yaml"),
                "file: shop.sqlite\nvalidation: [{question: \"How many bikes?\", sql: SELECT COUNT(*) FROM bike}]\n"
                        + PAIRS.replace("verified:\n", "verified:\n" + pairs));
    }

    /** Of the shop, as the command builds it. */
    private String suite() throws IOException {
        Path gold =
                Files.writeString(
                        home.resolve("gold.json"),
                        "{\"1\": \"SELECT COUNT(*) FROM bike WHERE bike.price > 0\"}");
        String folder = home.resolve("suite").toString();
        int code =
                run(
                        "suite",
                        "build",
                        "--rules=demur",
                        "--database=shop",
                        "--gold=" + gold,
                        "--suite=" + folder,
                        "--tries=3");
        assertThat(code).as(err.toString()).isZero();
        return folder;
    }

    private static void tellsWhatSupportsEachThreshold(JsonNode json) {
        assertThat(json.get("penalty").asDouble()).isEqualTo(10);
        assertThat(json.get("supportedUpTo").asDouble() < 10)
                .isEqualTo(json.get("missingTemplates").asInt() > 0);
        assertThat(json.get("thresholds"))
                .extracting(row -> row.get("penalty").asDouble())
                .containsExactly(0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0);
        assertThat(json.get("thresholds").get(0).get("templates").asInt()).isPositive();
        for (var wrong : json.get("inTheWay")) {
            assertThat(wrong.get("confidence").asDouble()).isBetween(0.5, 1.0);
            assertThat(wrong.get("question").asText()).isNotEmpty();
        }
    }

    @Test
    void aStrategyOfALanguageModelIsFittedOnTheValidationPairsOfAllDatabases() throws IOException {
        // given
        var declarations = home.resolve("config/databases");
        for (String id : new String[] {"shop", "second", "third"}) {
            Files.writeString(
                    declarations.resolve(id + ".yaml"),
                    "file: shop.sqlite\nvalidation: [{question: \"How many bikes?\", sql: SELECT COUNT(*) FROM bike}]\n");
        }
        Files.copy(
                home.resolve("config/strategies/verified.yaml"),
                home.resolve("config/strategies/silent.yaml"));

        // when
        int code = run("calibrate", "--background", "--strategy=silent");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString())
                .contains("databases left out in turns, penalty 10.0: 0 answered, 0 wrong");
        assertThat(home.resolve("config/thresholds/silent.json"))
                .content()
                .contains(
                        "demur calibrate --background --strategy silent",
                        "clustered by template and database");
        assertThat(home.resolve("models/few-pairs.json")).doesNotExist();
    }

    @Test
    void aDatabaseOrTheBackgroundMustBeNamedAndNotBoth() {
        // then
        assertThat(run("calibrate")).isEqualTo(ExitCode.USAGE);
        assertThat(run("calibrate", "--database=shop", "--background")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--background for all that are declared");
        assertThat(run("calibrate", "--database=shop", "--many-pairs")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--many-pairs goes with --background");
        assertThat(run("calibrate", "--background", "--many-pairs", "--strategy=other"))
                .isEqualTo(ExitCode.USAGE);
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
