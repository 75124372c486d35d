package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.demur.pipeline.Library;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class CommandLineTest {
    private static final Library LIBRARY = new Library();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void declareAStrategyThatNeverAnswers() throws IOException {
        var strategies = Files.createDirectories(LIBRARY.home().resolve("config/strategies"));
        Files.writeString(
                strategies.resolve("verified.yaml"),
                """
                feasibility: assume-feasible
                generator: none
                suggester: none
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        Files.writeString(
                strategies.resolve("uncalibrated.yaml"),
                """
                feasibility: assume-feasible
                generator: verified-queries
                suggester: none
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        System.setProperty("demur.home", LIBRARY.home().toString());
    }

    @AfterAll
    static void close() {
        System.clearProperty("demur.home");
        LIBRARY.close();
    }

    @Test
    void helpIsPrintedWithoutAWarning() {
        var said = new ByteArrayOutputStream();
        var before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            subcommands(Main.commandLine()).forEach(CommandLine::getUsageMessage);
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private static Stream<CommandLine> subcommands(CommandLine command) {
        return Stream.concat(
                Stream.of(command),
                command.getSubcommands().values().stream().flatMap(CommandLineTest::subcommands));
    }

    @Test
    void withoutACommandTheCommandsAreListed() {
        assertThat(run()).isZero();
        assertThat(out.toString())
                .contains("serve", "ask", "predict", "score")
                .doesNotContain("rehearse"); // for the launcher alone
    }

    @Test
    void anAbstentionIsToldAndHasItsOwnExitCode() {
        assertThat(run("ask", "--database", "library", "How many books?"))
                .isEqualTo(ExitCode.ABSTAINED);
        assertThat(out.toString())
                .contains("No answer (no-draft): This strategy drafts no queries.");
    }

    @Test
    void whatWasWithheldIsShownOnRequestWithWhatSpeaksAgainstIt() {
        // given
        String[] asked = {
            "ask", "--database=library", "--strategy=uncalibrated", "How many books are there?"
        };
        String[] withDrafts = {asked[0], asked[1], asked[2], "--drafts", asked[3]};

        // then
        assertThat(run(asked)).isEqualTo(ExitCode.ABSTAINED);
        assertThat(out.toString())
                .contains("./demur calibrate --database library --strategy uncalibrated")
                .doesNotContain("SELECT");

        assertThat(run(withDrafts)).isEqualTo(ExitCode.ABSTAINED);
        assertThat(out.toString())
                .contains(
                        "Is this what you mean? Nobody verified it.",
                        "SELECT count(*) FROM book",
                        "Nothing tells how likely it is to be wrong");
    }

    @Test
    void jsonIsTheSameAsOverHttp() {
        assertThat(run("ask", "--json", "--database", "library", "How many books?"))
                .isEqualTo(ExitCode.ABSTAINED);
        assertThat(out.toString())
                .contains("\"decision\" : \"abstained\"", "\"code\" : \"no-draft\"");
    }

    @Test
    void anUnknownDatabaseIsOneLineAndTheCallersFault() {
        assertThat(run("ask", "--database", "librery", "How many books?"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith("demur: there is no database").hasLineCount(1);
    }

    @Test
    void aQuestionWithoutQuotesIsToldToHaveThem() {
        assertThat(run("ask", "How", "many", "books?")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("put the question in quotes");
    }

    @Test
    void aPortThatIsTakenIsOneLineAsOfTheService(@TempDir Path recording) throws IOException {
        Files.writeString(
                recording.resolve("writer.jsonl"),
                """
                {"model": "writer", "question": "Which?", "completions": ["SELECT 1"]}
                """);
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = String.valueOf(taken.getLocalPort());
            assertThat(run("replay", "--recording", recording.toString(), "--port", port))
                    .isEqualTo(ExitCode.CONFIGURATION);
            assertThat(err.toString())
                    .contains("cannot listen on port " + port, "--port")
                    .hasLineCount(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \t\n"})
    void aQuestionWithoutWordsIsTheCallersMistakeAsOverHttp(String question) {
        assertThat(run("ask", "--database", "library", question)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isEqualTo("demur: \"question\" is empty; ask something\n");
    }

    @ParameterizedTest
    @CsvSource({
        "ask Books? --strategy verifed, strategy, verified",
        "calibrate --strategy verifed, strategy, verified",
        "evaluate --form demur --data DATA --output OUT --strategy verifed, strategy, verified",
        "evaluate --form demur --data DATA --output OUT --rules spyder, rules, spider",
        "predict --questions DATA --out OUT --strategy verifed, strategy, verified"
    })
    void anUnknownNameIsToldBeforeADatabaseIsOpened(
            String command, String called, String nearest, @TempDir Path folder)
            throws IOException {
        // given a database that cannot be opened
        Path data =
                Files.writeString(
                        folder.resolve("data.json"),
                        "[{\"id\": \"1\", \"db_id\": \"broken\", \"question\": \"Books?\", \"sql\": null}]");
        Path output = folder.resolve("output");
        String[] words =
                (command + " --database broken")
                        .replace("DATA", data.toString())
                        .replace("OUT", output.toString())
                        .split(" ", -1);
        // when
        int code = run(words);
        // then
        assertThat(code).as(err.toString()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .startsWith(
                        "demur: there " + (called.equals("rules") ? "are" : "is") + " no " + called)
                .contains("did you mean \"" + nearest + "\"?")
                .hasLineCount(1);
        assertThat(output).doesNotExist();
    }

    @Test
    void aFaultOfDemurItselfHasItsOwnExitCode() {
        // given
        @Command(name = "fail")
        final class Failing implements Callable<Integer> {
            @Override
            public Integer call() {
                throw new IllegalStateException("broken on purpose");
            }
        }
        var commands = Main.commandLine().addSubcommand(new Failing());
        // when
        int code = Main.toldInOneLine(commands).setErr(new PrintWriter(err)).execute("fail");
        // then
        assertThat(code).isEqualTo(ExitCode.SOFTWARE);
        assertThat(run("ask")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aDatabaseWhoseFileIsMissingIsAnOutage() {
        assertThat(run("ask", "--database", "broken", "How many books?"))
                .isEqualTo(ExitCode.UPSTREAM);
        assertThat(err.toString()).contains("nowhere.sqlite").hasLineCount(1);
    }

    @Test
    void anUnknownFormIsToldWithThoseThereAre() {
        assertThat(run("evaluate", "--form=csv", "--data=x", "--output=y"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("there is no form csv, there are ehrsql-2024, trustsql, spider, bird,")
                .doesNotContain("EHRSQL_2024");
        assertThat(run("evaluate", "--help")).isZero();
        assertThat(out.toString()).contains("ehrsql-2024");
    }

    @Test
    void aLaxerPenaltyIsTheCallersFault() {
        assertThat(run("ask", "--database", "library", "--penalty", "1", "How many books?"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("laxer than the configured 10.0 (demur.ask.penalty)");
    }

    @Test
    void predictWritesAnAbstentionAsTheWordNull(@TempDir Path folder) throws IOException {
        // given
        var questions = folder.resolve("data.json.gz");
        try (var packed = new GZIPOutputStream(Files.newOutputStream(questions))) {
            packed.write(
                    "{\"version\": \"v\", \"data\": [{\"id\": \"a\", \"question\": \"How many books?\"}]}"
                            .getBytes(StandardCharsets.UTF_8));
        }
        var predictions = folder.resolve("new/prediction.json");

        // when
        int code =
                run(
                        "predict",
                        "--database=library",
                        "--penalty=0", // smaller than the configured one
                        "--questions=" + questions,
                        "--out=" + predictions);

        // then
        assertThat(code).isZero();
        assertThat(predictions).content().isEqualToIgnoringWhitespace("{\"a\": \"null\"}");
        assertThat(err.toString()).contains("1 questions: 0 answered, 1 abstained from");
    }

    @Test
    void aFileOfQuestionsThatIsNotJsonIsNamedWithThePosition(@TempDir Path folder)
            throws IOException {
        // given
        var questions = Files.writeString(folder.resolve("data.json"), "{\"data\": [\n,]}");

        // when
        int code =
                run(
                        "predict",
                        "--database=library",
                        "--questions=" + questions,
                        "--out=" + folder.resolve("out.json"));

        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("data.json:2:").hasLineCount(1);
        assertThat(folder.resolve("out.json")).doesNotExist();
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
