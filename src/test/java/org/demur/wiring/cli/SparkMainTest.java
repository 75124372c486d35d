package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import me.tongfei.progressbar.ProgressBar;
import net.sf.jsqlparser.parser.CCJSqlParser;
import org.apache.parquet.format.FileMetaData;
import org.demur.evaluation.run.SavedRun;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;
import picocli.CommandLine;

/**
 * Jobs on Spark give the suites and figures of one machine. Needs Spark where {@code SPARK_HOME}
 * says, or {@code mvn -f src/test/spark/pom.xml package}.
 */
@Tag("slow")
final class SparkMainTest {
    /** What Spark's launcher adds for recent Java. */
    private static final List<String> OPENED =
            Stream.of("lang", "lang.invoke", "io", "net", "nio", "util", "util.concurrent")
                    .map(name -> "--add-opens=java.base/java." + name + "=ALL-UNNAMED")
                    .toList();

    @TempDir private Path folder = Path.of("");
    private final List<Process> cluster = new ArrayList<>();

    @BeforeEach
    void writeGoldAndDatabases() throws SQLException, IOException {
        assumeTrue(Files.isDirectory(spark().resolve("jars")), "Spark is not here");
        for (String name : List.of("farms", "barns")) {
            Path nested = Files.createDirectories(folder.resolve("databases").resolve(name));
            try (var connection =
                            DriverManager.getConnection(
                                    "jdbc:sqlite:" + nested.resolve(name + ".sqlite"));
                    var statement = connection.createStatement()) {
                statement.executeUpdate(
                        "CREATE TABLE farm (name TEXT, acres INTEGER);"
                                + " INSERT INTO farm VALUES ('Alder', 7), ('Birch', 3)");
            }
        }
        Files.writeString(
                folder.resolve("gold.sql"),
                """
                SELECT name FROM farm WHERE acres > 3\tfarms
                SELECT count(*) FROM farm\tfarms
                SELECT name FROM farm ORDER BY acres DESC LIMIT 1\tbarns
                SELECT max(acres), name FROM farm GROUP BY name\tbarns
                """);
        Files.writeString(
                folder.resolve("predictions.txt"),
                """
                SELECT name FROM farm WHERE acres = 7
                SELECT count(*) FROM farm
                SELECT name FROM farm ORDER BY name LIMIT 1
                SELECT colour FROM farm
                """);
        Files.writeString(
                folder.resolve("others.txt"),
                """
                SELECT name FROM farm WHERE acres > 3
                SELECT 7
                SELECT name FROM farm ORDER BY acres DESC LIMIT 1
                SELECT colour FROM farm
                """);
    }

    @AfterEach
    void stopCluster() throws InterruptedException {
        for (Process process : cluster) {
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void twoThreadsGiveWhatOneProcessDoes() throws Exception {
        givesWhatOneProcessDoes("local[2]");
    }

    @Test
    void aClusterOfTwoWorkersGivesWhatOneProcessDoes() throws Exception {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        String master = "spark://127.0.0.1:" + port;
        start("master.Master", "--host", "127.0.0.1", "--port", "" + port, "--webui-port", "0");
        for (String worker : List.of("one", "two")) {
            String work = folder.resolve(worker).toString();
            start(
                    "worker.Worker",
                    "--host",
                    "127.0.0.1",
                    "--webui-port",
                    "0",
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--work-dir",
                    work,
                    master);
        }
        givesWhatOneProcessDoes(master);
        assertThat(folder.resolve("one")).isNotEmptyDirectory();
        assertThat(folder.resolve("two")).isNotEmptyDirectory();
    }

    private void givesWhatOneProcessDoes(String master) throws Exception {
        buildsAndScores(master);
        evaluates(master);
    }

    private void buildsAndScores(String master) throws Exception {
        // given
        List<String> build = inputs("suite", "build");
        // when
        here(with(build, "--suite=" + folder.resolve("suite")));
        String report =
                onSpark(
                        master,
                        librariesToScore(),
                        with(build, "--suite=" + folder.resolve("other")));
        // then
        assertThat(report).contains("told apart: ");
        for (String schema : List.of("farms.suite.json", "barns.suite.json")) {
            assertThat(folder.resolve("other").resolve(schema))
                    .hasSameBinaryContentAs(folder.resolve("suite").resolve(schema));
        }
        // when
        Files.writeString(folder.resolve("more.sql"), "SELECT min(acres) FROM farm\tfarms\n");
        for (String name : List.of("suite", "other")) {
            List<String> extend =
                    List.of(
                            "suite",
                            "extend",
                            "--gold=" + folder.resolve("more.sql"),
                            "--databases=" + folder.resolve("databases"),
                            "--suite=" + folder.resolve(name));
            if (name.equals("suite")) {
                here(extend);
            } else {
                onSpark(master, librariesToScore(), extend);
            }
        }
        List<String> check = List.of("suite", "check", "--suite=" + folder.resolve("other"));
        // then
        assertThat(folder.resolve("other/farms.suite.json"))
                .hasSameBinaryContentAs(folder.resolve("suite/farms.suite.json"));
        assertThat(onSpark(master, librariesToScore(), check)).contains("all as they were built");
        // when
        String predictions = "--predictions=" + folder.resolve("predictions.txt");
        String suite = "--suite=" + folder.resolve("suite");
        String against = "--against=" + folder.resolve("others.txt");
        Files.writeString(
                folder.resolve("verdicts.txt"), "answerable\nanswerable\nanswerable\nno\n");
        String verdicts = "--against-pre-abstention=" + folder.resolve("verdicts.txt");
        List<String> score = with(inputs("score"), predictions, suite, against, verdicts, "--json");
        String expected = here(score);
        String figures = onSpark(master, librariesToScore(), score);
        // then
        assertThat(withoutTimes(figures)).isEqualTo(withoutTimes(expected));
        assertThat(withoutTimes(figures).path("TS").asDouble()).isEqualTo(25);
        assertThat(withoutTimes(figures).at("/against/TS/difference").asDouble()).isEqualTo(-25);
    }

    /** Of the demo database's test questions, which needs what answers them on every machine. */
    private void evaluates(String master) throws Exception {
        // given
        List<String> asking =
                List.of(
                        "evaluate",
                        "--form=demur",
                        "--data=" + Path.of("config/benchmarks/demo.json").toAbsolutePath(),
                        "--split=test",
                        "--limit=24",
                        "--penalty=10",
                        "--penalty=100",
                        "--json");
        Path whole = folder.resolve("whole");
        Path distributed = folder.resolve("distributed");
        // when
        String expected = here(with(asking, "--output=" + whole));
        String figures = onSpark(master, allLibraries(), with(asking, "--output=" + distributed));
        // then
        assertThat(withoutTimes(figures)).isEqualTo(withoutTimes(expected));
        assertThat(SavedRun.read(distributed).samples()).hasSize(24);
        assertThat(withoutTimes(figures).at("/10.0/n").asInt()).isEqualTo(24);
        for (String derived : List.of("scores.json", "results.jsonl")) {
            assertThat(distributed.resolve(derived))
                    .hasSameTextualContentAs(whole.resolve(derived));
        }
    }

    private static JsonNode withoutTimes(String json) throws IOException {
        var fields = (ObjectNode) new ObjectMapper().readTree(json.substring(json.indexOf('{')));
        return fields.without(
                List.of("wall seconds", "engine seconds", "engine seconds over threads"));
    }

    private List<String> inputs(String... command) {
        return with(
                List.of(command),
                "--rules=spider",
                "--gold=" + folder.resolve("gold.sql"),
                "--databases=" + folder.resolve("databases"));
    }

    /** The words of a command, and further arguments after them. */
    private static List<String> with(List<String> args, String... further) {
        return Stream.concat(args.stream(), Stream.of(further)).toList();
    }

    private static String here(List<String> args) {
        var out = new StringWriter();
        CommandLine commands = Main.commandLine().setOut(new PrintWriter(out));
        assertThat(commands.execute(args.toArray(String[]::new))).isEqualTo(ExitCode.OK);
        return out.toString();
    }

    private static String librariesToScore() {
        return Stream.of(
                        CommandLine.class,
                        JDBC.class,
                        CCJSqlParser.class,
                        ProgressBar.class,
                        Terminal.class,
                        FileMetaData.class,
                        NullMarked.class)
                .map(SparkMainTest::jarOf)
                .collect(Collectors.joining(","));
    }

    /** All but a browser. */
    private static String allLibraries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> path.endsWith(".jar") && !path.contains("playwright"))
                .collect(Collectors.joining(","));
    }

    private String onSpark(String master, String libraries, List<String> args) throws Exception {
        var command = java("-Xmx1g", "-Ddemur.home=" + Path.of("").toAbsolutePath());
        command.addAll(
                List.of(
                        "org.apache.spark.deploy.SparkSubmit",
                        "--master",
                        master,
                        "--executor-memory",
                        "512m",
                        "--conf",
                        "spark.ui.enabled=false",
                        "--conf",
                        "spark.driver.host=127.0.0.1",
                        "--jars",
                        libraries,
                        "--class",
                        SparkMain.class.getName(),
                        jarOfProgram().toString()));
        command.addAll(args);
        Path log = folder.resolve("spark.log");
        Process process = process(command).redirectError(log.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(() -> lastOf(log)).isEqualTo(ExitCode.OK);
        return out;
    }

    private void start(String role, String... args) throws IOException {
        List<String> command = java("-Xmx256m");
        command.add("org.apache.spark.deploy." + role);
        command.addAll(List.of(args));
        cluster.add(
                process(command)
                        .redirectErrorStream(true)
                        .redirectOutput(
                                folder.resolve("cluster%d.log".formatted(cluster.size())).toFile())
                        .start());
    }

    private ProcessBuilder process(List<String> command) {
        var builder = new ProcessBuilder(command);
        builder.environment().put("SPARK_HOME", spark().toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        // said by the scripts of a distribution
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.directory(folder.toFile());
    }

    private static List<String> java(String... options) {
        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(OPENED);
        command.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", spark().resolve("jars") + "/*"));
        return command;
    }

    private static Path spark() {
        String home = System.getenv("SPARK_HOME");
        return Path.of(home == null ? "target/spark" : home).toAbsolutePath();
    }

    private static String jarOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As the build packs it. */
    private Path jarOfProgram() throws IOException {
        Path jar = folder.resolve("demur.jar");
        Path classes = Path.of(jarOf(SparkMain.class));
        try (OutputStream file = Files.newOutputStream(jar);
                var zip = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path entry : all.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(entry).toString()));
                Files.copy(entry, zip);
            }
        }
        return jar;
    }

    private static String lastOf(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
