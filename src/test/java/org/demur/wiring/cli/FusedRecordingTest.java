package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.demur.evaluation.Benchmarks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outputs that TrustSQL's authors published for their Spider portion, replayed. */
@Tag("slow")
final class FusedRecordingTest {
    private static final String RECORDING = "config/recordings/trustsql-spider";

    private static final Map<String, String> SETTINGS =
            Map.of(
                    "demur.databases", RECORDING + "/databases",
                    "demur.models", RECORDING + "/models",
                    "demur.strategies", RECORDING + "/strategies");

    @TempDir Path folder;

    @BeforeEach
    void set() {
        SETTINGS.forEach(System::setProperty);
    }

    @AfterEach
    void clear() {
        SETTINGS.keySet().forEach(System::clearProperty);
    }

    @Test
    void theFusedStrategyDecidesBetterThanAbstainingOnWhatItHasNotSeen() throws IOException {
        // given
        Benchmarks.require("spider/database");
        var questions = Benchmarks.require("trustsql/spider_test_questions.json");
        var run = folder.resolve("run").toString();

        // when
        var byDatabase =
                printed(
                        "evaluate",
                        "--form=trustsql",
                        "--data=" + questions,
                        "--strategy=sqlprompt-fused",
                        "--replay=" + RECORDING,
                        "--output=" + run,
                        "--crossfit=database",
                        "--penalty=10",
                        "--json");
        var byTemplate = printed("redecide", run, "--crossfit=template", "--penalty=10", "--json");
        var figures = new ObjectMapper();
        var database = figures.readTree(byDatabase).path("10.0");
        var template = figures.readTree(byTemplate);

        // then
        assertThat(database.path("n").asInt()).isEqualTo(1_054);
        assertThat(database.path("RS(10)").asDouble()).isGreaterThan(60);
        assertThat(template.path("RS(10)").asDouble()).isGreaterThan(60);
        assertThat(database.path("answered").asInt()).isGreaterThan(180);

        // and it serves other databases
        printed(
                "calibrate",
                "--run=" + run,
                "--thresholds=" + folder,
                "--model=" + folder.resolve("weights.json"));
        assertThat(folder.resolve("weights.json")).content().contains("\"shared\"");
        assertThat(folder.resolve("sqlprompt-fused.json"))
                .content()
                .contains("\"rules\" : \"trustsql/spider\"");
    }

    private static String printed(String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code =
                Main.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        return out.toString();
    }
}
