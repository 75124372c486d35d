package org.demur.evaluation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.demur.evaluation.metric.ReliabilityScore;
import org.demur.failure.GatewayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path folder = Path.of("");

    @Test
    void textsOfARunCannotLeaveTheirPlaceInThePage() throws IOException {
        // given a run with a name as hostile as its questions
        Path run = GeneratedRun.write(folder.resolve("<b>&'\"<!--"), 40, 1, 0.7);
        // when
        String html = page(run);
        // then
        assertThat(html).doesNotContain("window.harmed", "<b>", "<img", "onerror");
        assertThat(html.split("</script>", -1)).hasSize(1 + 4);
        assertThat(summary(html).path("runs").path(0).path("name").asText())
                .isEqualTo("<b>&'\"<!--");
        assertThat(items(html).path("items").toString()).contains("window.harmed");
    }

    @Test
    void nothingOutsideOfThePageIsAllowed() {
        // when
        String html = page(GeneratedRun.write(folder.resolve("run"), 10, 1, 0.7));
        // then
        assertThat(html)
                .contains("default-src 'none'", "script-src 'sha256-")
                .doesNotContain("unsafe-inline", "src=\"", "sourceMappingURL");
    }

    @Test
    void twoThousandItemsStayBelowThreeMegabytes() {
        // when
        String html = page(GeneratedRun.write(folder.resolve("run"), 2000, 1, 0.7));
        // then
        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(3_000_000);
        assertThat(items(html).path("items")).hasSize(2000);
    }

    @Test
    void figuresAreTheMetricsOwn() {
        // given
        Path folderOfRun = GeneratedRun.write(folder.resolve("run"), 100, 1, 0.7);
        var run = ScoredRun.read(folderOfRun);
        // when
        JsonNode figures = summary(page(folderOfRun)).path("runs").path(0).path("headline");
        // then
        for (JsonNode figure : figures) {
            if (figure.path("name").asText().equals("RS(10)")) {
                assertThat(figure.path("value").asDouble())
                        .isEqualTo(100 * new ReliabilityScore(10).over(run.items()).orElseThrow());
                assertThat(figure.path("lower").asDouble())
                        .isLessThan(figure.path("value").asDouble());
                assertThat(figure.path("upper").asDouble())
                        .isGreaterThan(figure.path("value").asDouble());
            }
        }
        assertThat(figures.findValuesAsText("name")).contains("RS(10)", "RS(N)", "coverage");
    }

    @Test
    void everyScoredItemEndsAtOneStage() {
        // given
        Path folderOfRun = GeneratedRun.write(folder.resolve("run"), 300, 1, 0.7);
        // when
        JsonNode stages = summary(page(folderOfRun)).path("runs").path(0).path("stages");
        // then
        int sum = 0;
        for (JsonNode stage : stages) {
            sum += stage.path("items").asInt();
        }
        assertThat(sum).isEqualTo(ScoredRun.read(folderOfRun).items().size());
        assertThat(stages.findValuesAsText("stage"))
                .startsWith("feasibility", "generation", "detection", "uncertainty");
    }

    @Test
    void runsWithoutACommonQuestionAreNotCompared() throws IOException {
        // given
        Path first = GeneratedRun.write(folder.resolve("first"), 10, 1, 0.7);
        Path second = GeneratedRun.write(folder.resolve("second"), 10, 1, 0.7);
        Path samples = second.resolve("samples.jsonl");
        Files.writeString(
                samples, Files.readString(samples).replace("\"id\":\"", "\"id\":\"other-"));
        // when, then
        assertThatExceptionOfType(GatewayException.class)
                .isThrownBy(() -> page(first, second))
                .withMessageContaining("first and second share no scored question");
    }

    @Test
    void onlyThePageAppears() throws IOException {
        // given
        Path run = GeneratedRun.write(folder.resolve("run"), 10, 1, 0.7);
        // when
        ReportPage.of(List.of(ScoredRun.read(run))).write(run.resolve("report.html"));
        // then
        try (var files = Files.list(run)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "report.html",
                            "results.jsonl",
                            "samples.jsonl",
                            "scores.json",
                            "spec.json");
        }
    }

    private static String page(Path... runs) {
        return ReportPage.of(List.of(runs).stream().map(ScoredRun::read).toList()).html();
    }

    private static JsonNode summary(String html) {
        return json(data(html, "summary-data"));
    }

    private static JsonNode items(String html) {
        byte[] packed = Base64.getDecoder().decode(data(html, "items-data"));
        try (var zip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return json(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String data(String html, String id) {
        var matcher =
                Pattern.compile("<script type=\"[^\"]*\" id=\"" + id + "\">([^<]*)</script>")
                        .matcher(html);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}
