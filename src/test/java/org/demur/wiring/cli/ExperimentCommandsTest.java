package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.experiment.Assignment;
import org.demur.experiment.Variant;
import org.demur.journal.DecidedEntry;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Measured;
import org.demur.journal.JournalEntry.Role;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.wiring.Journals;
import org.demur.wiring.SettingsFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./demur experiment} and {@code ./demur audit} on a journal of 200 decisions. */
final class ExperimentCommandsTest {
    private static final int DECISIONS = 200;

    @TempDir private Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeAJournal() throws IOException {
        System.setProperty("demur.experiments", folder.toString());
        System.setProperty("demur.journal.file", folder.resolve("journal.sqlite").toString());
        var document = Files.readString(Path.of("docs", "experiments.md"));
        var example = Pattern.compile("```yaml\n((?s:.*?))```").matcher(document);
        assertThat(example.find()).isTrue();
        Files.writeString(folder.resolve("strictness.yaml"), example.group(1));
        try (var journal = Journals.inPlace(SettingsFile.read(Path.of("")))) {
            for (int i = 0; i < DECISIONS; i++) {
                var decided = decided(i);
                journal.append(decided);
                if (i % 4 == 0) {
                    journal.append(
                            new Feedback(
                                    UUID.randomUUID().toString(),
                                    "ada",
                                    decided.id(),
                                    decided.wasAnswered()
                                            ? Verdict.CORRECT
                                            : Verdict.SHOULD_HAVE_ANSWERED,
                                    null,
                                    "ada"));
                }
            }
        }
    }

    @AfterEach
    void forget() {
        System.clearProperty("demur.experiments");
        System.clearProperty("demur.journal.file");
    }

    /** Every third is an abstention. */
    private static Decided decided(int i) {
        var unit = Assignment.digest("strictness", "session " + i / 2);
        boolean first =
                Assignment.of(List.of(new Variant("as-configured", null, null, 0.5)), unit)
                        .isPresent();
        boolean answered = i % 3 > 0;
        return new Decided(
                "decision-" + i,
                "ada",
                "demo",
                DecidedEntry.digest("demo", "question " + i),
                "question " + i,
                "verified",
                "verified",
                10,
                answered ? Decided.ANSWERED : Decided.ABSTAINED,
                answered ? null : "too-uncertain",
                answered ? "SELECT " + i : null,
                null,
                null,
                answered ? 1 : null,
                new Measured(0.01, null, 0.01, "own", List.of()),
                Map.of("generation", 20.0),
                null,
                null,
                new Exposure(
                        "strictness", first ? "as-configured" : "stricter", unit, Role.SERVED));
    }

    @Test
    void experimentsAreListedAndCheckedWithWhatTheirGuardrailsPromise() {
        // then
        assertThat(run("experiment", "list")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("strictness", "running", "Fewer answers, fewer");
        assertThat(run("experiment", "check")).isZero();
        assertThat(out.toString())
                .contains(
                        "as-configured         50.0 %  strategy verified, penalty 10.0",
                        "stricter              50.0 %  strategy verified, penalty 100.0",
                        "guardrail wrong: keeps to 5 %; stopped with 95 % within",
                        "within 2 of its rated answers where 100 % are past it");
    }

    @Test
    void resultsAreToldInWordsAndAsTheServiceTellsThem() {
        // then
        assertThat(run("experiment", "results", "strictness")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains(
                        "strictness: running",
                        "as declared",
                        "RS(10), stricter less as-configured",
                        "People rate what strikes them")
                .containsPattern("answer rate % +6\\d\\.\\d\\d +\\[");
        assertThat(run("experiment", "results", "--json", "strictness")).isZero();
        assertThat(out.toString()).contains("\"sampleRatio\" : {", "\"mismatch\" : false");
        assertThat(run("experiment", "results", "strictnes")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("did you mean \"strictness\"?");
    }

    @Test
    void aSampleIsDrawnRatedAndTold() throws IOException {
        // given
        var sheet = folder.resolve("sheet.csv");

        // when
        assertThat(
                        run(
                                "audit",
                                "--n=60",
                                "--experiment=strictness",
                                "--seed=7",
                                "--output=" + sheet))
                .as(err.toString())
                .isZero();

        // then
        var lines = Files.readAllLines(sheet);
        assertThat(lines.getFirst())
                .isEqualTo("audit,answer,database,question,decision,sql,verdict");
        assertThat(lines.size() - 1).isBetween(58, 62);
        assertThat(Files.readString(sheet)).doesNotContain("stricter", "as-configured");

        // when all but one are rated
        var rated =
                lines.stream()
                        .map(line -> line.replaceFirst(",$", "," + verdict(line)))
                        .collect(Collectors.toList());
        rated.set(1, lines.get(1));
        Files.write(sheet, rated);
        assertThat(run("audit", "rate", sheet.toString(), "--by=eva")).as(err.toString()).isZero();

        // then
        assertThat(out.toString()).contains("1 still to be given");
        assertThat(run("audit", "results")).isZero();
        assertThat(out.toString()).contains("it tells something once all are");

        // when
        rated.set(1, lines.get(1).replaceFirst(",$", "," + verdict(lines.get(1))));
        Files.write(sheet, rated);
        run("audit", "rate", sheet.toString(), "--by=eva");
        assertThat(run("audit", "results")).isZero();

        // then
        assertThat(out.toString()).contains("unbiased").containsPattern("RS\\(10.*less");
        assertThat(run("experiment", "results", "strictness")).isZero();
        assertThat(out.toString()).contains("audit ");
    }

    @Test
    void aVerdictThatDoesNotFitIsRefusedBeforeAnyIsTakenIn() throws IOException {
        // given
        var sheet = folder.resolve("sheet.csv");
        Files.writeString(
                sheet, "audit,answer,verdict\na,decision-1,correct\na,decision-0,correct\n");

        // then
        assertThat(run("audit", "rate", sheet.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("decision-0 was abstained, so that it cannot be");
        assertThat(run("audit", "results")).isZero();
        assertThat(out.toString()).contains("Nothing was drawn yet");
    }

    private static String verdict(String line) {
        return line.contains(",answered,") ? "correct" : "should have answered";
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
