package org.demur.wiring.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.demur.execution.Guarded;
import org.demur.execution.ReadOnlySql;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.WholeFile;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.exchange.ForeignFormat;
import org.demur.schema.exchange.ImportedDraft;
import org.demur.wiring.Assembly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "import",
        description = {
            "Draft a semantic layer from another tool's semantic model, for a person to correct.",
            "The draft is printed; what in the file has no counterpart is listed beside it."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:printed or written",
            "2:the command line or the file is at fault, or the declaration says it already",
            "4:the database or the file cannot be read",
            "78:the configuration is at fault"
        })
final class ImportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "FORM",
            description =
                    "dbt (target/semantic_manifest.json), cortex (a semantic model of Cortex Analyst"
                            + " in YAML) or osi (Open Semantic Interchange).")
    private ForeignFormat format = ForeignFormat.OSI;

    @Parameters(index = "1", paramLabel = "FILE", description = "The semantic model.")
    private Path file = Path.of("");

    @Option(names = "--database", description = "The database; the configured one by default.")
    private @Nullable String database;

    @Option(
            names = "--write",
            description = "Write the draft at the end of the declaration instead of printing it.")
    private boolean write;

    @Override
    public Integer call() throws IOException {
        var settings = ProgramHome.settings();
        var text = Files.readString(file);
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var open =
                    assembly.gateway()
                            .database(
                                    Objects.requireNonNullElse(
                                            database, settings.ask().database()));
            var draft = ImportedDraft.of(format, text, open.schema(), sql -> refused(sql, open));
            if (write) {
                write(draft, open.database().declaredIn());
            } else {
                draft.sections()
                        .values()
                        .forEach(lines -> lines.forEach(spec.commandLine().getOut()::println));
                spec.commandLine().getOut().flush();
            }
            tellWhatIsLeft(draft);
            return ExitCode.OK;
        }
    }

    private static Optional<String> refused(String sql, OpenDatabase open) {
        return switch (open.guard().check(sql, open.schema())) {
            case Guarded.Refused(var finding) -> Optional.of(finding.explanation());
            case ReadOnlySql _ -> Optional.empty();
        };
    }

    private void tellWhatIsLeft(ImportedDraft draft) {
        var err = spec.commandLine().getErr();
        if (draft.sections().isEmpty()) {
            err.println("Nothing in the file is about tables of this database.");
        }
        if (!draft.left().isEmpty()) {
            err.printf(
                    "%nWithout a counterpart, or in want of a person (%d):%n", draft.left().size());
            draft.left().forEach(line -> err.println("  " + line));
        }
        err.flush();
    }

    /** What people wrote stays as it is. */
    private void write(ImportedDraft draft, Path declaration) throws IOException {
        var before = Files.readString(declaration);
        var there =
                draft.sections().keySet().stream()
                        .filter(key ->
                                Pattern.compile("(?m)^" + key + "\\s*:").matcher(before).find())
                        .toList();
        if (!there.isEmpty()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "%s says %s already: leave out --write and put the two together by hand"
                            .formatted(declaration, String.join(", ", there)));
        }
        var lines = draft.sections().values().stream().flatMap(List::stream).toList();
        WholeFile.write(
                declaration,
                (before.stripTrailing() + "\n" + String.join("\n", lines) + "\n")
                        .getBytes(StandardCharsets.UTF_8));
        spec.commandLine().getErr().printf("%s: %d lines written%n", declaration, lines.size());
    }
}
