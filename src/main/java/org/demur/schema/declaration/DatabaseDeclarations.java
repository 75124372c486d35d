package org.demur.schema.declaration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.PostgresServer;
import org.jspecify.annotations.Nullable;

/** Reads {@code config/databases}: one YAML file per database, each for itself. */
public final class DatabaseDeclarations {
    private static final Pattern FILE_NAME = Pattern.compile("([A-Za-z0-9][A-Za-z0-9_-]*)\\.yaml");

    private final Path home;
    private final Environment environment;

    /**
     * @param home the directory that relative paths in the files start from
     * @param environment the variables that {@code ${NAME:-default}} refers to
     */
    public DatabaseDeclarations(Path home, Map<String, String> environment) {
        this.home = home.toAbsolutePath().normalize();
        this.environment = new Environment(environment);
    }

    /**
     * What a directory declares.
     *
     * @param declarations the sound ones, by id ascending
     * @param problems the others, each with its reason
     */
    public record Loaded(List<DatabaseDeclaration> declarations, List<DatabaseProblem> problems) {
        public Loaded {
            declarations = List.copyOf(declarations);
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads every {@code *.yaml} file of a directory; a file that is at fault never keeps another
     * from being read.
     *
     * @throws GatewayException INVALID_CONFIGURATION where the directory cannot be read
     */
    public Loaded load(Path directory) {
        var declarations = new ArrayList<DatabaseDeclaration>();
        var problems = new ArrayList<DatabaseProblem>();
        for (Path file : filesOf(directory)) {
            String name = file.getFileName().toString();
            var matcher = FILE_NAME.matcher(name);
            if (!matcher.matches()) {
                problems.add(error(name, badName(file)));
                continue;
            }
            String id = matcher.group(1);
            try {
                declarations.add(read(file));
            } catch (GatewayException invalid) {
                problems.add(error(id, invalid.getMessage()));
            }
        }
        return new Loaded(declarations, problems);
    }

    /**
     * The server at an address that stands in no declaration.
     *
     * @throws GatewayException MALFORMED_REQUEST where it is none
     */
    public static PostgresServer server(
            String url, @Nullable String user, @Nullable String password) {
        return PostgresUrl.read(
                        url,
                        problem -> new GatewayException(FailureCode.MALFORMED_REQUEST, problem))
                .server(user, password, Map.of());
    }

    /**
     * Reads one file, whose name is the id followed by {@code .yaml}.
     *
     * @throws GatewayException INVALID_CONFIGURATION naming file, line and key
     */
    public DatabaseDeclaration read(Path file) {
        return new DeclarationReader(file, shown(file), home, environment).read();
    }

    /** How messages name a file: relative to the home directory where it lies inside. */
    private String shown(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return (absolute.startsWith(home) ? home.relativize(absolute) : absolute).toString();
    }

    private String badName(Path file) {
        return shown(file)
                + ": a database is declared in a file named <id>.yaml, the id being letters, digits, '_' or '-'; rename or remove it";
    }

    private static DatabaseProblem error(String id, String message) {
        return new DatabaseProblem(
                id, DatabaseProblem.Severity.ERROR, FailureCode.INVALID_CONFIGURATION, message);
    }

    private List<Path> filesOf(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(DatabaseDeclarations::isYaml).sorted().toList();
        } catch (IOException unreadable) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: no such directory, or not readable; it holds one <id>.yaml per database"
                            .formatted(shown(directory)),
                    unreadable);
        }
    }

    private static boolean isYaml(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".")
                && (name.endsWith(".yaml") || name.endsWith(".yml"))
                && Files.isRegularFile(file);
    }
}
