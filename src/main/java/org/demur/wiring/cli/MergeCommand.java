package org.demur.wiring.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.demur.evaluation.run.MergedRun;
import org.demur.evaluation.score.ItemRows;
import org.demur.evaluation.score.ScoreSheet;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description =
                "Put the parts together that score --shard or evaluate --shard wrote: the figures"
                        + " of one run, without asking or executing anything again.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:merged", "2:a part is missing, or they are not parts of the same"})
final class MergeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "1..*",
            paramLabel = "PART",
            description =
                    "What score --shard wrote to --export, as .jsonl; or the runs of evaluate"
                            + " --shard.")
    private List<Path> parts = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the run that runs make together there.")
    private @Nullable Path out;

    @Mixin private ScoreOutput output = new ScoreOutput();

    @Override
    public Integer call() throws IOException {
        boolean areRuns = parts.stream().allMatch(Files::isDirectory);
        if (!areRuns && out != null) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--out is for runs, --export for scores");
        }
        ScoreSheet sheet = areRuns ? run() : ItemRows.read(parts);
        output.write(spec.commandLine().getOut(), sheet, Optional.empty());
        return ExitCode.OK;
    }

    private ScoreSheet run() {
        MergedRun merged = MergedRun.read(parts);
        if (out != null) {
            merged.write(out, parts);
        }
        return ScoreSheet.of(merged.run(), merged.scores());
    }
}
