package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.demur.evaluation.Benchmarks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of the documentation are those that the program gives. */
final class ResultsCommandTest {
    @TempDir private Path folder = Path.of("");
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void makeAProgramWithOneTable() throws SQLException, IOException {
        System.setProperty("demur.home", folder.toString());
        System.setProperty("org.demur.cache", folder.resolve("cache").toString());
        Files.createDirectories(folder.resolve("config"));
        Files.createDirectories(folder.resolve("docs"));
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("config/farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE farm (name TEXT)");
        }
        Files.writeString(
                folder.resolve("config/gold.json"), "{\"a\": \"SELECT 1\", \"b\": \"SELECT 2\"}");
        predict("SELECT 1");
        declare(false);
        Files.writeString(
                folder.resolve("docs/figures.md"),
                "Before.\n<!-- figures farms -->\n<!-- end of figures -->\nAfter.\n");
    }

    @AfterEach
    void forget() {
        System.clearProperty("demur.home");
        System.clearProperty("org.demur.cache");
    }

    @Test
    void figuresAreWrittenBetweenTheirMarks() throws IOException {
        // when
        int code = run();
        // then
        assertThat(err.toString()).contains("measuring farms", "farms: written");
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("docs/figures.md")))
                .isEqualTo(
                        """
                        Before.
                        <!-- figures farms -->
                        | who | RS(10) | wrong |
                        | --- | --- | --- |
                        | us | **50.00** | 0 |
                        | them | 12.3 | – |
                        <!-- end of figures -->
                        After.
                        """);
    }

    @Test
    void aRunWithValuesStandsForOneOfEachCombination() throws IOException {
        // given
        for (String who : List.of("ours", "theirs")) {
            for (int part = 1; part <= 2; part++) {
                Files.writeString(
                        folder.resolve("config/%s-%d.json".formatted(who, part)),
                        "{\"a\": \"SELECT %d\", \"b\": null}".formatted(part));
            }
        }
        Files.writeString(
                folder.resolve("config/results.yaml"),
                """
                runs:
                  "{who}-{part}":
                    each: {who: [ours, theirs], part: ["1", "2"]}
                    command: [score, --json, --rules, demur, --gold, config/gold.json,
                              --sqlite, config/farms.sqlite, --predictions, "config/{who}-{part}.json"]
                tables:
                  farms:
                    document: docs/figures.md
                    head: [who, wrong]
                    cells: ["{label}", "{wrong answers:%.0f}"]
                    rows:
                      - {each: true, run: "{who}-{part}", label: "{who}, part {part}"}
                """);
        // when
        int code = run();
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("docs/figures.md")))
                .contains(
                        """
                        | ours, part 1 | 0 |
                        | ours, part 2 | 1 |
                        | theirs, part 1 | 0 |
                        | theirs, part 2 | 1 |
                        """);
    }

    @Test
    void figuresThatAreMeasuredOtherwiseFailTheCheckAndStay() throws IOException {
        // given
        run();
        String written = Files.readString(folder.resolve("docs/figures.md"));
        int same = run("--check");
        predict("SELECT 3");
        // when
        int code = run("--check");
        // then
        assertThat(same).isEqualTo(ExitCode.OK);
        assertThat(code).isEqualTo(ExitCode.DIFFERENT);
        assertThat(err.toString())
                .contains("farms: measured | us | **-500.00** | 1 |")
                .contains("farms: but documented | us | **50.00** | 0 |");
        assertThat(Files.readString(folder.resolve("docs/figures.md"))).isEqualTo(written);
    }

    @Test
    void aSlowTableIsCheckedByWhatItWasMeasuredOnUnlessItIsNamed() throws IOException {
        // given
        declare(true);
        run();
        err.getBuffer().setLength(0);
        // when
        int same = run("--check");
        predict("SELECT 3");
        int changed = run("--check");
        int named = run("--check", "farms");
        // then
        assertThat(same).isEqualTo(ExitCode.OK);
        assertThat(changed).isEqualTo(ExitCode.DIFFERENT);
        assertThat(err.toString())
                .contains(
                        "farms: what it was measured on has changed; ./demur results farms measures"
                                + " again");
        assertThat(named).isEqualTo(ExitCode.DIFFERENT);
        assertThat(Files.readString(folder.resolve("docs/figures.md")))
                .containsPattern("<!-- figures farms inputs=[0-9a-f]{16} -->");
    }

    @Test
    void aTableWhoseBenchmarkIsAbsentIsLeftAsItIs() throws IOException {
        // given
        Files.delete(folder.resolve("config/farms.sqlite"));
        // when
        int code = run("--check");
        // then
        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(err.toString()).contains("farms: left as it is, there is no");
    }

    @Test
    void namesAndPlacesThatThereAreNotAreTold() throws IOException {
        // given
        Files.writeString(folder.resolve("docs/figures.md"), "Nothing is marked.\n");
        // when
        int unknown = run("barns");
        int unmarked = run();
        // then
        assertThat(unknown).isEqualTo(ExitCode.USAGE);
        assertThat(unmarked).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("There are no tables barns; there are farms.")
                .contains("there is no place for the figures; put <!-- figures farms -->");
    }

    @Test
    void theDocumentedFiguresAreThoseThatTheProgramGives() {
        // given
        Benchmarks.require("trustsql");
        System.setProperty("demur.home", Path.of("").toAbsolutePath().toString());
        // when
        int code = run("--check");
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.OK);
    }

    private void predict(String sql) throws IOException {
        Files.writeString(
                folder.resolve("config/predictions.json"),
                "{\"a\": \"%s\", \"b\": null}".formatted(sql));
    }

    private void declare(boolean slow) throws IOException {
        Files.writeString(
                folder.resolve("config/results.yaml"),
                """
                runs:
                  farms:
                    slow: %s
                    command: [score, --json, --rules, demur, --gold, config/gold.json,
                              --sqlite, config/farms.sqlite, --predictions, config/predictions.json]
                tables:
                  farms:
                    document: docs/figures.md
                    head: [who, RS(10), wrong]
                    cells: ["{label}", "**{RS(10)}**", "{wrong answers:%%.0f}"]
                    rows:
                      - {run: farms, label: us}
                      - {cells: [them, "12.3", "–"]}
                """
                        .formatted(slow));
    }

    private int run(String... arguments) {
        var all = new String[arguments.length + 1];
        all[0] = "results";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Main.commandLine().setErr(new PrintWriter(err)).execute(all);
    }
}
