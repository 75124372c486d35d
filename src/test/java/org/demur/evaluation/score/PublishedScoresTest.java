package org.demur.evaluation.score;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.dataset.DataFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our scores beside the official scorers', item by item, on published predictions. */
final class PublishedScoresTest {
    private static final String OUTPUTS = "trustsql/outputs/";
    private static final String RAW = "eval_spider_test_gpt3.5turbo_colfk_pos8";

    @Test
    void thePipelineOnTrustSqlSpiderScoresAsPublished() {
        // given
        var request =
                trustSql(
                        OUTPUTS + RAW + "/prediction.json.gz",
                        Optional.of(
                                "eval_spider_test_gpt4o_create_select_pos16neg16_clsprompt"
                                        + "/prediction.json.gz"),
                        Optional.of(RAW + "__gpt4o_colfk_errorprompt/prediction.json.gz"),
                        ScoreRequest.Unified.NONE);
        // when
        var sheet = score(request);
        // then
        assertPublished(sheet, "spider/SQLPipeline", 72.58, 12.81, -6227.42);
    }

    @Test
    void theDemonstrationsOnTrustSqlSpiderScoreAsPublished() {
        // given
        var request =
                trustSql(
                        OUTPUTS + RAW + "neg8_demo/prediction.json.gz",
                        Optional.empty(),
                        Optional.empty(),
                        ScoreRequest.Unified.DEMO);
        // when
        var sheet = score(request);
        // then
        assertPublished(sheet, "spider/SQLPrompt[Demo]", 67.08, -262.14, -34632.92);
    }

    @Test
    void theVotesOnTrustSqlSpiderScoreAsPublished() {
        // given
        var request =
                trustSql(
                        OUTPUTS + RAW + "_voting5/prediction.json.gz",
                        Optional.empty(),
                        Optional.empty(),
                        ScoreRequest.Unified.VOTING);
        // when
        var sheet = score(request);
        // then
        assertPublished(sheet, "spider/SQLPrompt[Voting]", 58.35, 7.12, -5341.65);
    }

    @Test
    void aFileOfDecisionsIsTakenAsItIs() {
        // given
        var request =
                trustSql(
                        OUTPUTS + "spider_voting5_model_decision_regenerated.json.gz",
                        Optional.empty(),
                        Optional.empty(),
                        ScoreRequest.Unified.NONE);
        // when
        var sheet = score(request);
        // then
        assertPublished(sheet, "spider/SQLPrompt[Voting]", 58.35, 7.12, -5341.65);
    }

    @ParameterizedTest
    @CsvSource({
        "dail-sql/DAIL-SQL+GPT-4.txt, 83.23",
        "dail-sql/DAIL-SQL+GPT-4+self-consistency.txt, 83.85"
    })
    void executionOnSpiderDevIsAsPublished(String model, double published) {
        // given
        var request =
                request(
                        "spider",
                        "spider/dev_gold.sql",
                        "spider/database",
                        true,
                        "spider-predictions/" + model + ".gz");
        JsonNode reference =
                DataFile.json(
                                Benchmarks.require(
                                        "spider-predictions/reference_item_scores.json.gz"))
                        .path("models")
                        .path(model)
                        .path("exec");
        // when
        var sheet = score(request);
        // then
        var expected = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < reference.size(); i++) {
            if (!reference.path(i).isNull()) {
                expected.put(Integer.toString(i), reference.path(i).asInt() == 1 ? 1 : -1);
            }
        }
        assertThat(scoresOf(sheet)).hasSize(972).isEqualTo(expected);
        assertThat(sheet.unscored()).hasSize(62);
        assertThat(figure(sheet, "EX")).isCloseTo(published, within(0.005));
    }

    @Test
    void goldAgainstItselfIsAllRight() {
        // given
        String valid = "ehrsql-2024/valid/label.json.gz";
        var request = request("ehrsql-2024", valid, "ehrsql-2024/mimic_iv.sqlite.gz", false, valid);
        // when
        var sheet = score(request);
        // then
        assertThat(sheet.items()).hasSize(1163);
        assertThat(figure(sheet, "RS(N)")).isEqualTo(100);
        assertThat(figure(sheet, "RS(abstain-all)")).isCloseTo(19.95, within(0.005));
    }

    private static void assertPublished(
            ScoreSheet sheet, String system, double rs0, double rs10, double rsN) {
        var expected = new LinkedHashMap<String, Integer>();
        DataFile.json(Benchmarks.require("trustsql/reference_item_scores.json.gz"))
                .path("systems")
                .path(system)
                .path("scores")
                .properties()
                .forEach(score -> expected.put(score.getKey(), score.getValue().asInt()));
        assertThat(scoresOf(sheet)).hasSize(1054).isEqualTo(expected);
        assertThat(figure(sheet, "RS(0)")).isCloseTo(rs0, within(0.005));
        assertThat(figure(sheet, "RS(10)")).isCloseTo(rs10, within(0.005));
        assertThat(figure(sheet, "RS(N)")).isCloseTo(rsN, within(0.005));
    }

    private static double figure(ScoreSheet sheet, String name) {
        return (Double) requireNonNull(new ScoreReport(sheet, List.of()).json().get(name));
    }

    private static Map<String, Integer> scoresOf(ScoreSheet sheet) {
        var scores = new LinkedHashMap<String, Integer>();
        sheet.items().forEach(item -> scores.put(item.sample().id(), item.outcome().score()));
        return scores;
    }

    private static ScoreSheet score(ScoreRequest request) {
        return new PredictionScorer(Benchmarks.cache()).score(request);
    }

    private static ScoreRequest trustSql(
            String predictions,
            Optional<String> before,
            Optional<String> after,
            ScoreRequest.Unified unified) {
        var plain =
                request(
                        "trustsql",
                        "trustsql/spider_test_questions.json",
                        "spider/database",
                        true,
                        predictions);
        return new ScoreRequest(
                plain.rules(),
                plain.gold(),
                plain.databases(),
                plain.isFolder(),
                plain.predictions(),
                before.map(PublishedScoresTest::output),
                after.map(PublishedScoresTest::output),
                unified,
                plain.missing(),
                plain.limits(),
                plain.threads());
    }

    private static Path output(String name) {
        return Benchmarks.require(OUTPUTS + name);
    }

    private static ScoreRequest request(
            String rules, String gold, String databases, boolean isFolder, String predictions) {
        return new ScoreRequest(
                rules,
                Benchmarks.require(gold),
                Benchmarks.require(databases),
                isFolder,
                Benchmarks.require(predictions),
                Optional.empty(),
                Optional.empty(),
                ScoreRequest.Unified.NONE,
                ScoreRequest.Missing.ERROR,
                ExecutionLimits.STANDARD,
                2);
    }
}
