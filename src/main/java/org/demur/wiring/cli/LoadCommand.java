package org.demur.wiring.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.declaration.DatabaseDeclarations;
import org.demur.schema.jdbc.PostgresLoader;
import org.demur.wiring.Assembly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "load",
        description = "Copy what a declared database file shows into a PostgreSQL database.",
        footer = {
            "",
            "The user who creates the tables is named by the environment variables DEMUR_LOAD_USER and"
                    + " DEMUR_LOAD_PASSWORD."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:loaded",
            "2:the command line is at fault",
            "4:one of the databases cannot be reached, or the server objects",
            "78:the configuration is at fault"
        })
final class LoadCommand implements Callable<Integer> {
    private static final String USER = "DEMUR_LOAD_USER";
    private static final String PASSWORD = "DEMUR_LOAD_PASSWORD";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--database", description = "The database; the configured one by default.")
    private @Nullable String database;

    @Option(
            names = "--into",
            required = true,
            paramLabel = "URL",
            description =
                    "jdbc:postgresql://host/database; an empty schema, public unless currentSchema"
                            + " names another.")
    private String into = "";

    @Option(
            names = "--reader",
            paramLabel = "ROLE",
            description = "A role that may then read the tables.")
    private @Nullable String reader;

    @Override
    public Integer call() {
        var settings = ProgramHome.settings();
        var environment = System.getenv();
        var server =
                DatabaseDeclarations.server(into, environment.get(USER), environment.get(PASSWORD));
        try (var assembly = new Assembly(settings, environment, PipelineListener.NOP)) {
            var open =
                    assembly.gateway()
                            .database(
                                    Objects.requireNonNullElse(
                                            database, settings.ask().database()));
            long rows = PostgresLoader.load(open.schema(), open.database().file(), server, reader);
            var err = spec.commandLine().getErr();
            err.printf(
                    "%d tables with %,d rows loaded into %s%n",
                    open.schema().tables().size(), rows, server);
            err.flush();
            return ExitCode.OK;
        }
    }
}
