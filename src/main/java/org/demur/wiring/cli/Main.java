package org.demur.wiring.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;
import org.demur.evaluation.dataset.DataFile;
import org.demur.failure.GatewayException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: {@code demur serve}, {@code demur ask}, and so on. */
@QuarkusMain
@Command(
        name = "demur",
        description =
                "Answers questions about a database when it is sure, abstains when it is not.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:answered or done",
            "1:what was compared differs",
            "2:the caller's mistake",
            "3:abstained",
            "4:a database or model cannot be reached",
            "70:Demur itself is at fault",
            "78:the configuration is at fault, or the port is taken"
        },
        footer = {"", "./demur test builds the program and runs all of its tests."})
public final class Main implements Runnable {
    static final String VERSION = "demur 0.1.0";

    private static final List<Class<?>> COMMANDS =
            List.of(
                    ServeCommand.class,
                    McpCommand.class,
                    AskCommand.class,
                    PredictCommand.class,
                    EvaluateCommand.class,
                    RedecideCommand.class,
                    ReportCommand.class,
                    ExplainCommand.class,
                    ScoreCommand.class,
                    MergeCommand.class,
                    SuiteCommand.class,
                    CalibrateCommand.class,
                    GeneraliseCommand.class,
                    FoldsCommand.class,
                    InduceCommand.class,
                    ImportCommand.class,
                    LoadCommand.class,
                    KeyCommand.class,
                    ResultsCommand.class,
                    JournalCommand.class,
                    ReviewCommand.class,
                    ExperimentCommand.class,
                    AuditCommand.class,
                    ReplayCommand.class,
                    RehearseCommand.class);

    @Spec private CommandSpec spec = CommandSpec.create();

    public static void main(String... args) {
        // Picocli takes a quarter of a second of every start, and here there is nothing to parse
        boolean plain = args.length == 1 && args[0].equals(ServeCommand.NAME);
        System.exit(plain ? serve() : commandLine(args).execute(args));
    }

    private static int serve() {
        try {
            return new ServeCommand().call();
        } catch (RuntimeException failure) {
            var told = complaint(failure);
            if (told.isEmpty()) {
                failure.printStackTrace(System.err);
                return ExitCode.SOFTWARE;
            }
            System.err.println(told.get().text());
            return told.get().code();
        }
    }

    /**
     * The commands, or the only one that the arguments begin with: reading the options of all of
     * them takes a third of a second.
     */
    static CommandLine commandLine(String... args) {
        List<Class<?>> named =
                COMMANDS.stream()
                        .filter(command -> args.length > 0 && nameOf(command).equals(args[0]))
                        .toList();
        var commands = new CommandLine(new Main());
        (named.isEmpty() ? COMMANDS : named).forEach(commands::addSubcommand);
        return toldInOneLine(commands);
    }

    private static String nameOf(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /** The same, but what is at fault is told in a line. */
    static CommandLine toldInOneLine(CommandLine commands) {
        return commands.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Main::complain)
                .setParameterExceptionHandler(Main::complainOfUsage)
                .setExitCodeExceptionMapper(failure ->
                        failure instanceof ParameterException ? ExitCode.USAGE : ExitCode.SOFTWARE);
    }

    /** What is wrong, and where to read on: all options would push that off the screen. */
    private static int complainOfUsage(ParameterException failure, String... args) {
        var command = failure.getCommandLine();
        var err = command.getErr();
        err.println(failure.getMessage());
        UnmatchedArgumentException.printSuggestions(failure, err);
        err.printf("See %s --help.%n", command.getCommandSpec().qualifiedName());
        err.flush();
        return ExitCode.USAGE;
    }

    /** Without a command there is nothing to do but to tell which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private record Complaint(int code, String text) {}

    /** One clear line; empty where a stack trace helps more: those who mend Demur itself. */
    private static Optional<Complaint> complaint(Exception failure) {
        if (failure instanceof GatewayException known) {
            return Optional.of(new Complaint(ExitCode.of(known), "demur: " + known.getMessage()));
        }
        Throwable cause = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (cause instanceof FileSystemException known) {
            return Optional.of(
                    new Complaint(
                            ExitCode.UPSTREAM,
                            "demur: %s: %s".formatted(known.getFile(), DataFile.reason(known))));
        }
        return Optional.empty();
    }

    private static int complain(
            Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed)
            throws Exception {
        var told = complaint(failure);
        if (told.isEmpty()) {
            throw failure;
        }
        commandLine.getErr().println(told.get().text());
        commandLine.getErr().flush();
        return told.get().code();
    }
}
