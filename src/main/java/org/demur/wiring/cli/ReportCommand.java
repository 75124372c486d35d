package org.demur.wiring.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.demur.evaluation.report.ReportPage;
import org.demur.evaluation.report.ScoredRun;
import org.demur.evaluation.score.ItemRows;
import org.demur.evaluation.score.ItemTable;
import org.demur.evaluation.score.ScoreSheet;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description =
                "Write one HTML page about scored runs: figures with intervals, charts, which stage"
                        + " stopped what, and every item. Further runs are compared with the first."
                        + " The page holds questions, SQL and rows: it is as confidential as they are.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "2:the command line or a run is at fault"})
final class ReportCommand implements Callable<Integer> {
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Folders of scored runs.")
    private List<Path> runs = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The page; by default report.html in the first run's folder.")
    private @Nullable Path out;

    @Option(
            names = "--suite",
            paramLabel = "DIR",
            description =
                    "A suite that demur suite built: adds TS, and the items that are right on the"
                            + " database but not on the suite, each with the few rows that show it.")
    private @Nullable Path suite;

    @Option(
            names = "--export",
            paramLabel = "FILE",
            description =
                    "Write a row an item of each run there as well: .csv, .jsonl or .parquet.")
    private @Nullable Path export;

    @Override
    public Integer call() {
        Path file = out == null ? runs.getFirst().resolve("report.html") : out;
        if (Files.isDirectory(file)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, file + " is a folder; --out names a file");
        }
        Path folder = suite;
        List<ScoredRun> scored =
                runs.stream()
                        .map(ScoredRun::read)
                        .map(run -> folder == null ? run : run.withSuite(folder, THREADS))
                        .toList();
        ReportPage.of(scored).write(file);
        Path table = export;
        if (table != null) {
            scored.stream()
                    .map(run ->
                            ItemRows.of(ScoreSheet.of(run.run(), run.scores(), run.suite()))
                                    .under("run", run.name()))
                    .reduce(ItemTable::and)
                    .ifPresent(items -> items.write(table));
        }
        PrintWriter printer = spec.commandLine().getOut();
        printer.println("Wrote " + file);
        printer.flush();
        return ExitCode.OK;
    }
}
