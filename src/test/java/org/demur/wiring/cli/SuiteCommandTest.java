package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SuiteCommandTest {
    @TempDir private Path folder = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void forgetTheCache() {
        System.clearProperty("org.demur.cache");
    }

    @BeforeEach
    void writeGoldAndDatabase() throws SQLException, IOException {
        System.setProperty("org.demur.cache", folder.resolve("cache").toString());
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + folder.resolve("farms.sqlite"));
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE farm (name TEXT, acres INTEGER);"
                            + " INSERT INTO farm VALUES ('Alder', 7), ('Birch', 3)");
        }
        write(
                "gold.json",
                "{\"a\": \"SELECT name FROM farm WHERE acres > 3\", \"b\": null,"
                        + " \"c\": \"SELECT count(*) FROM farm\"}");
    }

    @Test
    void aSuiteIsBuiltExtendedCheckedAndScoredBy() throws IOException {
        // given
        write(
                "predictions.json",
                "{\"a\": \"SELECT name FROM farm WHERE acres = 7\", \"b\": null,"
                        + " \"c\": \"SELECT count(name) FROM farm\"}");
        // when
        int built = run("suite", "build", "--rules", "demur", "--seed", "3");
        // then
        assertThat(built).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("farms", "told apart: ");
        assertThat(folder.resolve("suite/farms.suite.json")).isRegularFile();

        assertThat(run("suite", "check")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("1 schemas, all as they were built");

        String files = folder.resolve("files").toString();
        assertThat(run("suite", "export", "--output", files)).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("files/farms/farms_0.sqlite")).isRegularFile();

        int scored = run("score", "--rules", "demur", "--json");
        assertThat(scored).as(err.toString()).isEqualTo(ExitCode.OK);
        var json = new ObjectMapper().readTree(out.toString());
        assertThat(json.path("EX").asDouble()).isEqualTo(100);
        assertThat(json.path("TS").asDouble()).isEqualTo(50);
        assertThat(json.path("witnesses").path("a").path("tables").path(0).path("name").asText())
                .isEqualTo("farm");

        var parts = new ArrayList<String>();
        for (String shard : List.of("1/2", "2/2")) {
            String part = folder.resolve("part" + shard.charAt(0) + ".jsonl").toString();
            assertThat(run("score", "--rules", "demur", "--shard", shard, "--export", part))
                    .isEqualTo(ExitCode.OK);
            parts.add(part);
        }
        assertThat(run("merge", "--json", parts.get(0), parts.get(1))).isEqualTo(ExitCode.OK);
        var merged = new ObjectMapper().readTree(out.toString());
        for (String figure : List.of("TS", "EX", "intervals", "suite", "witnesses")) {
            assertThat(merged.path(figure)).as(figure).isEqualTo(json.path(figure));
        }

        assertThat(run("score", "--rules", "demur", "--witness", "a", "--witness", "c"))
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("TS ", "told from gold", "gold returns", "the prediction returns")
                .contains("c: no database of the suite tells it from gold");
        assertThat(run("score", "--rules", "demur", "--json", "--witness", "a"))
                .isEqualTo(ExitCode.OK);
        assertThat(new ObjectMapper().readTree(out.toString()).path("TS").asDouble()).isEqualTo(50);
        assertThat(run("score", "--rules", "demur", "--witness", "b")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("b: it is no answer that is right");
        assertThat(run("score", "--rules", "demur", "--witness", "z")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("there is no item z");

        write("gold.json", "{\"d\": \"SELECT min(acres) FROM farm\"}");
        assertThat(run("suite", "extend")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(run("suite", "check")).isEqualTo(ExitCode.OK);
    }

    @Test
    void goldThatDependsOnChanceIsJudgedByNoDatabase() throws IOException {
        // given
        write(
                "gold.json",
                "{\"a\": \"SELECT name FROM farm ORDER BY random() LIMIT 1\","
                        + " \"b\": \"SELECT count(*) FROM farm\"}");
        // when
        int built = run("suite", "build", "--rules", "demur");
        // then
        assertThat(built).isEqualTo(ExitCode.OK);
        assertThat(run("suite", "check")).as(out.toString()).isEqualTo(ExitCode.OK);
    }

    @Test
    void aFolderThatHoldsNoSuiteIsTold() throws IOException {
        // given
        Files.createDirectories(folder.resolve("suite"));
        String output = folder.resolve("files").toString();
        var commands =
                List.of(
                        new String[] {"suite", "extend"},
                        new String[] {"suite", "check"},
                        new String[] {"suite", "export", "--output", output});
        for (String[] command : commands) {
            // when
            int code = run(command);
            // then
            assertThat(code).as(command[1]).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("suite: it holds no suite");
        }
    }

    @Test
    void aSuiteOfOtherTablesIsNotExtended() throws IOException, SQLException {
        // given
        assertThat(run("suite", "build", "--rules", "demur")).isEqualTo(ExitCode.OK);
        TestDatabase.of(folder.resolve("farms.sqlite"), "ALTER TABLE farm ADD COLUMN soil TEXT");
        // when
        int extended = run("suite", "extend");
        // then
        assertThat(extended).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("built for other tables");
    }

    @Test
    void whatIsWrongIsTold() throws IOException {
        assertThat(run("suite")).isEqualTo(ExitCode.USAGE);
        assertThat(run("suite", "check")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("there is no such folder of a suite");
        assertThat(run("suite", "build", "--rules", "demur", "--threads", "0"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("'--threads'", "it is 1 or more");
        for (String option : List.of("--limit", "--tries")) {
            assertThat(run("suite", "build", "--rules", "demur", option, "0"))
                    .isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("'" + option + "'", "it is 1 or more");
        }
        assertThat(run("suite", "build", "--rules", "sede")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("execute no statement");
        write("predictions.json", "{\"a\": \"SELECT 1\"}");
        assertThat(run("score", "--rules", "demur", "--export", "items.xlsx"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(".csv, .jsonl or .parquet");
        // a suite that does not hold
        assertThat(run("suite", "build", "--rules", "demur")).isEqualTo(ExitCode.OK);
        Path file = folder.resolve("suite/farms.suite.json");
        Files.writeString(file, Files.readString(file).replace("Alder", "Aspen"));
        assertThat(run("suite", "check")).isEqualTo(1);
        Files.writeString(file, Files.readString(file).replace("\"recipe\"", "\"receipt\""));
        assertThat(run("suite", "build", "--rules", "demur")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("delete it and build it again")
                .doesNotContain("org.demur");
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
    }

    private int run(String... command) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        boolean isMerge = command[0].equals("merge");
        boolean needsGold =
                command.length > 1 && !isMerge && !Set.of("check", "export").contains(command[1]);
        Stream<String> further =
                Stream.of(
                                needsGold
                                        ? List.of(
                                                "--gold",
                                                folder.resolve("gold.json").toString(),
                                                "--sqlite",
                                                folder.resolve("farms.sqlite").toString())
                                        : List.<String>of(),
                                command[0].equals("score")
                                        ? List.of(
                                                "--predictions",
                                                folder.resolve("predictions.json").toString())
                                        : List.<String>of(),
                                command.length > 1 && !isMerge
                                        ? List.of("--suite", folder.resolve("suite").toString())
                                        : List.<String>of())
                        .flatMap(List::stream);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Stream.concat(Stream.of(command), further).toArray(String[]::new));
    }
}
