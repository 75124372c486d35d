package org.demur.evaluation.score;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.demur.evaluation.Benchmarks;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.metric.ClusteredBootstrap;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.evaluation.metric.StatementMetric;
import org.jspecify.annotations.Nullable;
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
        var request = spider(model);
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

    @ParameterizedTest
    @CsvSource({
        "dail-sql/DAIL-SQL+GPT-4.txt, 70.02, 71.47",
        "dail-sql/DAIL-SQL+GPT-4+self-consistency.txt, 68.67,"
    })
    void exactSetMatchOnSpiderDevIsAsPublishedForEveryItem(
            String model, double published, @Nullable Double publishedPlus) {
        // given
        var request = spider(model);
        JsonNode official =
                DataFile.json(
                                Benchmarks.require(
                                        "spider-predictions/reference_item_scores.json.gz"))
                        .path("models")
                        .path(model)
                        .path("exact");
        // when
        var sheet = score(request);
        // then
        var expected = new LinkedHashMap<String, OptionalDouble>();
        for (int i = 0; i < official.size(); i++) {
            expected.put(Integer.toString(i), OptionalDouble.of(official.path(i).asInt()));
        }
        assertThat(sheet.statements().byMetric().get(StatementMetric.ESM))
                .hasSize(1034)
                .isEqualTo(expected);
        assertThat(figure(sheet, "ESM")).isCloseTo(published, within(0.005));
        if (publishedPlus != null) {
            assertThat(figure(sheet, "ESM+")).isCloseTo(publishedPlus, within(0.005));
        }
    }

    @Test
    void sedeAgainstItselfIsAllAlikeButForWhatCannotBeRead() {
        // given
        Path valid = Benchmarks.require("sede/val.jsonl.gz");
        var request = ScoreRequest.of("sede", valid, new ScoreRequest.Source.None(), valid);
        // when
        var sheet = score(request);
        // then
        assertThat(sheet.items()).isEmpty();
        assertThat(sheet.statements().byMetric())
                .containsOnlyKeys(
                        StatementMetric.PCM_F1,
                        StatementMetric.PCM_EM,
                        StatementMetric.PCM_F1_NOVALUES,
                        StatementMetric.PCM_EM_NOVALUES,
                        StatementMetric.PCM_F1_SCRIPT,
                        StatementMetric.PCM_EM_SCRIPT,
                        StatementMetric.PCM_F1_NOVALUES_SCRIPT,
                        StatementMetric.PCM_EM_NOVALUES_SCRIPT);
        for (StatementMetric metric : sheet.statements().byMetric().keySet()) {
            assertThat(figure(sheet, metric.printed())).isEqualTo(100);
            assertThat(sheet.statements().unread(metric)).isEqualTo(857 - 845);
        }
    }

    @Test
    void goldAgainstItselfIsAllRight() {
        // given
        Path valid = Benchmarks.require("ehrsql-2024/valid/label.json.gz");
        Path database = Benchmarks.require("ehrsql-2024/mimic_iv.sqlite.gz");
        var request =
                ScoreRequest.of(
                        "ehrsql-2024", valid, new ScoreRequest.Source.OneFile(database), valid);
        // when
        var sheet = score(request);
        // then
        assertThat(sheet.items()).hasSize(1163);
        assertThat(figure(sheet, "RS(N)")).isEqualTo(100);
        assertThat(figure(sheet, "RS(abstain-all)")).isCloseTo(19.95, within(0.005));
    }

    @Test
    void figuresFromDecisionsHaveTheIntervalsOfTheBootstrap() {
        // given
        var sheet = score(spider("dail-sql/DAIL-SQL+GPT-4.txt"));
        var metric = new ReliabilityScore(10);
        // when
        Map<String, Object> report = new ScoreReport(sheet, List.of()).json();
        // then
        var expected = ClusteredBootstrap.STANDARD.of(metric, sheet.items()).orElseThrow();
        assertThat(report.get("intervals"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, List.class))
                .containsEntry("RS(10)", List.of(100 * expected.lower(), 100 * expected.upper()))
                .containsKeys("RS(N)", "EX", "coverage", "selective risk", "wrong answers")
                .doesNotContainKeys("AURC", "RS(abstain-all)");
    }

    @Test
    void spidersLevelsBreakDownAsItsScriptDoes() {
        // given
        String model = "dail-sql/DAIL-SQL+GPT-4.txt";
        JsonNode reference =
                DataFile.json(
                        Benchmarks.require("spider-predictions/reference_item_scores.json.gz"));
        JsonNode scores = reference.path("models").path(model);
        // when
        var levels =
                (Map<?, ?>)
                        requireNonNull(
                                new ScoreReport(score(spider(model)), List.of())
                                        .json()
                                        .get("spider levels"));
        // then
        for (String level : List.of("easy", "medium", "hard", "extra")) {
            var exact = new ArrayList<Integer>();
            var executed = new ArrayList<Integer>();
            for (int i = 0; i < reference.path("hardness").size(); i++) {
                if (reference.path("hardness").path(i).asText().equals(level)) {
                    exact.add(scores.path("exact").path(i).asInt());
                    if (!scores.path("exec").path(i).isNull()) {
                        executed.add(scores.path("exec").path(i).asInt());
                    }
                }
            }
            var figures = (Map<?, ?>) requireNonNull(levels.get(level));
            assertThat(figures.get("n")).as(level).isEqualTo((long) exact.size());
            assertThat((Double) figures.get("ESM")).isCloseTo(percent(exact), within(1e-9));
            assertThat((Double) figures.get("EX")).isCloseTo(percent(executed), within(1e-9));
        }
    }

    private static double percent(List<Integer> scores) {
        return 100.0 * scores.stream().mapToInt(score -> score).sum() / scores.size();
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
        return ScoreRequest.asking(
                        "trustsql",
                        Benchmarks.require("trustsql/spider_test_questions.json"),
                        new ScoreRequest.Source.Folder(Benchmarks.require("spider/database")),
                        Benchmarks.require(predictions))
                .with(
                        new ScoreRequest.Abstention(
                                before.map(PublishedScoresTest::output),
                                after.map(PublishedScoresTest::output),
                                unified))
                .build();
    }

    private static Path output(String name) {
        return Benchmarks.require(OUTPUTS + name);
    }

    private static ScoreRequest spider(String model) {
        return ScoreRequest.of(
                "spider",
                Benchmarks.require("spider/dev_gold.sql"),
                new ScoreRequest.Source.Folder(Benchmarks.require("spider/database")),
                Benchmarks.require("spider-predictions/" + model + ".gz"));
    }
}
