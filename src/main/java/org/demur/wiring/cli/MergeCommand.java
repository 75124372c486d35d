package org.demur.wiring.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.run.MergedRun;
import org.demur.evaluation.score.MergedScores;
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

    @Option(
            names = "--against",
            arity = "1..*",
            paramLabel = "PART",
            description =
                    "The parts of other predictions for the same gold: gives the difference with its"
                            + " interval and McNemar's exact test.")
    private List<Path> against = new ArrayList<>();

    @Mixin private ScoreOutput output = new ScoreOutput();

    @Override
    public Integer call() throws IOException {
        ScoreSheet sheet = sheet(parts, out);
        Optional<ScoreSheet> other =
                against.isEmpty() ? Optional.empty() : Optional.of(sheet(against, null));
        other.ifPresent(compared -> requireAlike(sheet, compared));
        output.write(spec.commandLine().getOut(), sheet, other);
        return ExitCode.OK;
    }

    private static ScoreSheet sheet(List<Path> parts, @Nullable Path out) {
        if (parts.stream().allMatch(Files::isDirectory)) {
            MergedRun merged = MergedRun.read(parts);
            if (out != null) {
                merged.write(out, parts);
            }
            return ScoreSheet.of(merged.run(), merged.scores());
        }
        if (out != null) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--out is for runs, --export for scores");
        }
        return MergedScores.read(parts);
    }

    private void requireAlike(ScoreSheet sheet, ScoreSheet other) {
        boolean isAlike =
                sheet.rules() == other.rules()
                        && sheet.part().samples().equals(other.part().samples());
        if (!isAlike) {
            throw DataFile.invalid(
                    against.getFirst(), "it was scored by other rules or on other gold");
        }
    }
}
