package org.demur.wiring.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program: {@code demur serve}, {@code demur ask}, and so on. */
@QuarkusMain
@Command(
        name = "demur",
        description =
                "Answers questions about a database when it is sure, abstains when it is not.",
        mixinStandardHelpOptions = true,
        version = "demur 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ServeCommand.class, ScoreCommand.class})
public final class Main implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    public static void main(String... args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    /** Without a command there is nothing to do but to tell which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
