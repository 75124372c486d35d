package org.demur.wiring.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.demur.api.Caller;
import org.demur.api.Roles;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.file.WholeFile;
import org.demur.wiring.ApiKey;
import org.demur.wiring.CallerFile;
import org.demur.wiring.CallerFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        description = "API keys of the service, for demur.sign-in=required.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {KeyCommand.Make.class, KeyCommand.All.class, KeyCommand.Revoke.class})
final class KeyCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say make, list or revoke.");
    }

    private static Path folder() {
        return ProgramHome.path().resolve(ProgramHome.settings().callers());
    }

    private static Path file(String name) {
        if (!ApiKey.isName(name)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "\"%s\" is no name of a caller: use a to z, 0 to 9 and -".formatted(name));
        }
        return folder().resolve(name + ".yaml");
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    @Command(
            name = "make",
            mixinStandardHelpOptions = true,
            description =
                    "Make a key. It is printed once and nowhere kept; its digest is written to"
                            + " config/callers/NAME.yaml.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:made", "2:the command line is at fault, or the caller has a key"})
    static final class Make implements Callable<Integer> {
        /** Long enough not to be in the way, short enough that forgotten keys end. */
        private static final int DAYS = 365;

        @Spec private CommandSpec spec = CommandSpec.create();

        @Parameters(paramLabel = "NAME", description = "Who will use it, such as ward-7.")
        private String name = "";

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                defaultValue = Roles.ASK,
                description = "ask, review or operate; more than once for several (default: ask).")
        private List<String> roles = List.of();

        @Option(
                names = "--database",
                required = true,
                paramLabel = "ID",
                description =
                        "A database that may be asked; more than once for several, '*' for all.")
        private List<String> databases = List.of();

        @Option(
                names = "--expires",
                paramLabel = "DAY",
                description = "Last day in UTC, such as 2027-12-31 (default: a year from now).")
        private @Nullable LocalDate expires;

        @Override
        public Integer call() throws IOException {
            var file = file(name);
            if (Files.exists(file)) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST,
                        ("%s is there already: take another name, or delete it once its key is"
                                        + " revoked")
                                .formatted(file));
            }
            for (var role : roles) {
                if (!Roles.ALL.contains(role)) {
                    throw new GatewayException(
                            FailureCode.MALFORMED_REQUEST,
                            "there is no role \"%s\"%s"
                                    .formatted(role, NearestName.hint(role, Roles.ALL)));
                }
            }
            warnOfUnknownDatabases();
            var key = ApiKey.make(name);
            WholeFile.write(
                    file,
                    """
                    # Made on %s; the key itself is not kept.
                    key: %s
                    roles: [%s]
                    databases: [%s]
                    expires: %s
                    """
                            .formatted(
                                    today(),
                                    key.digest(),
                                    String.join(", ", new TreeSet<>(roles)),
                                    String.join(
                                            ", ",
                                            new TreeSet<>(databases)
                                                    .stream().map("'%s'"::formatted).toList()),
                                    expires == null ? today().plusDays(DAYS) : expires)
                            .getBytes(StandardCharsets.UTF_8));
            var line = spec.commandLine();
            line.getOut().println(key.text());
            line.getOut().flush();
            line.getErr()
                    .printf(
                            "Shown this once. Send it as Authorization: Bearer KEY; %s holds its"
                                    + " digest.%n",
                            file);
            line.getErr().flush();
            return ExitCode.OK;
        }

        /** The key is made all the same: a database may be declared later. */
        private void warnOfUnknownDatabases() {
            var settings = ProgramHome.settings();
            var folder = settings.home().resolve(settings.databases());
            for (var id : new TreeSet<>(databases)) {
                if (!id.equals(Caller.EVERY_DATABASE)
                        && !Files.exists(folder.resolve(id + ".yaml"))) {
                    spec.commandLine()
                            .getErr()
                            .printf("No database \"%s\" is declared in %s yet.%n", id, folder);
                }
            }
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List the callers with a key, and whether it is good.")
    static final class All implements Callable<Integer> {
        @Spec private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() {
            var out = spec.commandLine().getOut();
            for (var file : CallerFolder.read(folder()).values()) {
                out.printf(
                        "%-20s %-20s %-30s %s%n",
                        file.group() == null ? file.caller().name() : "group " + file.group(),
                        String.join(",", new TreeSet<>(file.caller().roles())),
                        file.caller().databases().contains(Caller.EVERY_DATABASE)
                                ? "every database"
                                : String.join(",", new TreeSet<>(file.caller().databases())),
                        state(file));
            }
            out.flush();
            return ExitCode.OK;
        }

        private static String state(CallerFile file) {
            if (file.revoked() != null) {
                return "revoked on " + file.revoked();
            }
            if (file.expires().equals(LocalDate.MAX)) {
                return "good";
            }
            return (file.expires().isBefore(today()) ? "expired on " : "good until ")
                    + file.expires();
        }
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "Revoke a caller's key; a running service refuses it a second later.",
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {"0:revoked", "2:there is no such caller"})
    static final class Revoke implements Callable<Integer> {
        @Spec private CommandSpec spec = CommandSpec.create();

        @Parameters(paramLabel = "NAME", description = "As key list shows it.")
        private String name = "";

        @Override
        public Integer call() throws IOException {
            var callers = CallerFolder.read(folder());
            var caller = callers.get(name);
            if (caller == null) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST,
                        "there is no caller \"%s\"%s"
                                .formatted(name, NearestName.hint(name, callers.keySet())));
            }
            if (caller.revoked() == null) {
                var file = file(name);
                var text = Files.readString(file).stripTrailing() + "\nrevoked: " + today() + "\n";
                WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
            }
            spec.commandLine().getErr().printf("The key of %s is revoked.%n", name);
            spec.commandLine().getErr().flush();
            return ExitCode.OK;
        }
    }
}
