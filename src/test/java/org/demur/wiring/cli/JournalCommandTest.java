package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.UUID;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.wiring.Journals;
import org.demur.wiring.SettingsFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal as its keeper handles it. */
final class JournalCommandTest {
    @TempDir private Path home = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeAJournal() {
        System.setProperty("demur.home", home.toString());
        try (var journal = Journals.inPlace(SettingsFile.read(home))) {
            for (var by : new String[] {"ada", "ben", "=cmd|' /C calc'!A0, \"really\""}) {
                journal.append(
                        new Feedback(
                                UUID.randomUUID().toString(),
                                by,
                                "an-answer",
                                Verdict.WRONG,
                                null,
                                by));
            }
        }
    }

    @AfterEach
    void forget() {
        System.clearProperty("demur.home");
    }

    @Test
    void aWholeChainIsToldWithItsEnd() {
        assertThat(run("journal", "verify")).isZero();
        assertThat(out.toString())
                .containsPattern("whole: 3 records, 0 of them erased; it ends with [0-9a-f]{64}");
    }

    @Test
    void aHeadThatIsNoHashIsTheCallersMistake() {
        assertThat(run("journal", "verify", "--head", "abc")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no SHA-256", "64 hexadecimal digits").hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aBrokenChainIsToldWithTheRecordAndACodeOfItsOwn() throws SQLException {
        // given
        try (var connection =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + home.resolve("journal/journal.sqlite"));
                var statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER demur_journal_only_erase");
            statement.execute(
                    "UPDATE demur_journal SET content = replace(content, 'wrong', 'right') WHERE"
                            + " sequence = 2");
        }

        // then
        assertThat(run("journal", "verify")).isEqualTo(ExitCode.DIFFERENT);
        assertThat(out.toString()).contains("broken: record 2 has another content");
    }

    @Test
    void withoutAJournalOneLineSaysSo() throws IOException {
        Files.delete(home.resolve("journal/journal.sqlite"));
        assertThat(run("journal", "verify")).isEqualTo(ExitCode.UPSTREAM);
        assertThat(err.toString()).contains("is not there").hasLineCount(1);
        assertThat(home.resolve("journal/journal.sqlite")).doesNotExist();
    }

    @Test
    void anExportHasEveryRecordAndNoFormula() {
        assertThat(run("journal", "export")).isZero();
        assertThat(out.toString()).hasLineCount(3).contains("\"verdict\":\"wrong\"", "\"salt\":");

        assertThat(run("journal", "export", "--format", "csv")).isZero();
        assertThat(out.toString())
                .startsWith("sequence,at,kind,id,about,hash,caller")
                .contains(",\"'=cmd|' /C calc'!A0, \"\"really\"\"\",");
    }

    @Test
    void anExportIntoAFileIsItsOwnersAlone() throws IOException {
        // given
        var file = home.resolve("export.jsonl");

        // when
        assertThat(run("journal", "export", "--output", file.toString())).isZero();

        // then
        assertThat(Files.readAllLines(file)).hasSize(3);
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }

    @Test
    void anExportAsParquetHasEveryRecordWithTypedCells() throws IOException {
        // given
        var file = home.resolve("export.parquet");
        run("journal", "forget", "--caller", "ada");

        // when
        assertThat(run("journal", "export", "--format", "parquet", "--output", file.toString()))
                .isZero();

        // then
        var said = new ArrayList<String>();
        try (var parquet = ParquetFileReader.open(InputFile.of(file));
                var rows = parquet.rowReader()) {
            for (long sequence = 1; rows.hasNext(); sequence++) {
                rows.next();
                assertThat(rows.getLong("sequence")).isEqualTo(sequence);
                assertThat(rows.getString("hash")).hasSize(64);
                assertThat(rows.isNull("penalty")).isTrue();
                said.add(rows.isNull("by") ? "" : rows.getString("by"));
            }
        }
        assertThat(said).startsWith("", "ben", "=cmd|' /C calc'!A0, \"really\"").hasSize(4);
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }

    @Test
    void parquetIsNotPrinted() {
        assertThat(run("journal", "export", "--format", "parquet")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--output FILE");
    }

    @Test
    void aPersonIsForgottenAndTheChainHolds() {
        assertThat(run("journal", "forget", "--caller", "ada")).isZero();
        assertThat(out.toString()).contains("1 content erased");
        assertThat(run("journal", "verify")).isZero();
        assertThat(out.toString()).contains("4 records, 1 of them erased");
        run("journal", "export");
        assertThat(out.toString()).doesNotContain("\"ada\"").contains("ben", "request of a person");
    }

    @Test
    void whatIsOlderThanRetainedGoes() {
        assertThat(run("journal", "retain", "--days", "30")).isZero();
        assertThat(out.toString()).contains("0 contents erased");
        assertThat(run("journal", "retain", "--days", "0")).isZero();
        assertThat(out.toString()).contains("3 contents erased");
        assertThat(run("journal", "verify")).isZero();
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
