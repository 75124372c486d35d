package org.demur.wiring.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import org.demur.evaluation.dataset.DataFile;
import org.demur.failure.GatewayException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program: {@code demur serve}, {@code demur ask}, and so on. */
@QuarkusMain
@Command(
        name = "demur",
        description =
                "Answers questions about a database when it is sure, abstains when it is not.",
        mixinStandardHelpOptions = true,
        version = "demur 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            AskCommand.class,
            PredictCommand.class,
            EvaluateCommand.class,
            RedecideCommand.class,
            ReportCommand.class,
            ExplainCommand.class,
            ScoreCommand.class,
            CalibrateCommand.class,
            InduceCommand.class,
            DecideCommand.class,
            ResultsCommand.class,
            ReplayCommand.class,
            RehearseCommand.class
        },
        footer = {"", "./demur test builds the program and runs all of its tests."})
public final class Main implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::complain);
    }

    /** Without a command there is nothing to do but to tell which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** One clear line; a stack trace helps only those who mend Demur itself. */
    private static int complain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed)
            throws Exception {
        if (failure instanceof GatewayException known) {
            commandLine.getErr().println("demur: " + known.getMessage());
            commandLine.getErr().flush();
            return ExitCode.of(known);
        }
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof FileSystemException known) {
            commandLine.getErr().printf("demur: %s: %s%n", known.getFile(), DataFile.reason(known));
            commandLine.getErr().flush();
            return ExitCode.UPSTREAM;
        }
        throw failure;
    }
}
