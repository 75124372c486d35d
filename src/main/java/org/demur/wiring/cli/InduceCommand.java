package org.demur.wiring.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.demur.file.WholeFile;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.declaration.SemanticsText;
import org.demur.wiring.Assembly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "induce",
        description =
                "Write what the pairs show of a database's meaning into its declaration, as a draft"
                        + " for a person to correct.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:printed or written",
            "2:the command line is at fault, or the declaration has a semantic layer",
            "4:the database cannot be reached",
            "78:the configuration is at fault"
        })
final class InduceCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--database", description = "The database; the configured one by default.")
    private @Nullable String database;

    @Option(
            names = {"--print", "--dry-run"},
            description = "Print the draft; write nothing.")
    private boolean print;

    @Option(
            names = "--replace",
            description =
                    "Write over the semantic layer that is there; what it declares is kept, its"
                            + " comments are not.")
    private boolean replace;

    @Override
    public Integer call() throws IOException {
        var settings = ProgramHome.settings();
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var open =
                    assembly.gateway()
                            .database(
                                    Objects.requireNonNullElse(
                                            database, settings.ask().database()));
            var lines = assembly.semanticDraft(open.database());
            if (lines.isEmpty()) {
                spec.commandLine().getErr().println("The pairs show nothing to write.");
                return ExitCode.OK;
            }
            if (print) {
                lines.forEach(spec.commandLine().getOut()::println);
            } else {
                write(open.database().declaredIn(), lines);
            }
            return ExitCode.OK;
        }
    }

    private void write(Path file, List<String> layer) throws IOException {
        var before = Files.readString(file);
        var line = SemanticsText.lineIn(before);
        if (line.isPresent() && !replace) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s:%d has a semantic layer: use --print to see the draft, or --replace"
                            .formatted(file, line.get()));
        }
        WholeFile.write(file, SemanticsText.in(before, layer).getBytes(StandardCharsets.UTF_8));
        spec.commandLine().getErr().printf("%s: %d lines written%n", file, layer.size());
        spec.commandLine().getErr().flush();
    }
}
