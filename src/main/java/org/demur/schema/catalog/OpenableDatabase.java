package org.demur.schema.catalog;

import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.Database;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.DatabaseProblem.Severity;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.PostgresServer;
import org.demur.schema.StatementJudge;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.demur.schema.declaration.DatabaseDeclarations;
import org.demur.schema.declaration.DeclaredLocation;
import org.demur.schema.declaration.PairFile;
import org.demur.schema.demo.DemoDatabase;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.jdbc.DatabaseFile;
import org.demur.schema.jdbc.SchemaReader;
import org.demur.schema.pairs.FollowedPairs;
import org.demur.schema.pairs.HeldOutPairs;
import org.demur.schema.pairs.PairReader;
import org.jspecify.annotations.Nullable;

/** A declared database and, once someone asked, the outcome of opening it. Thread-safe. */
final class OpenableDatabase {
    private static final System.Logger LOG = System.getLogger(OpenableDatabase.class.getName());

    private final DatabaseDeclaration declaration;
    private final DatabaseDeclarations declarations;
    private final StatementJudge guard;
    private final Cache cache;
    private @Nullable Outcome outcome;

    OpenableDatabase(
            DatabaseDeclaration declaration,
            DatabaseDeclarations declarations,
            StatementJudge guard,
            Cache cache) {
        this.declaration = declaration;
        this.declarations = declarations;
        this.guard = guard;
        this.cache = cache;
    }

    private sealed interface Outcome {
        record Opened(Database database, FollowedPairs verified) implements Outcome {}

        record Failed(DatabaseProblem problem) implements Outcome {}
    }

    /**
     * @throws GatewayException with the problem that keeps the database from being served
     */
    Database open() {
        return switch (outcome()) {
            case Outcome.Opened opened -> opened.database();
            case Outcome.Failed failed ->
                    throw new GatewayException(failed.problem().code(), failed.problem().message());
        };
    }

    Optional<DatabaseProblem> failure() {
        return switch (outcome()) {
            case Outcome.Opened opened -> Optional.empty();
            case Outcome.Failed failed -> Optional.of(failed.problem());
        };
    }

    List<DatabaseProblem> problems() {
        return switch (outcome()) {
            case Outcome.Opened opened ->
                    opened.verified().problems().stream()
                            .map(message ->
                                    problem(
                                            Severity.WARNING,
                                            FailureCode.INVALID_CONFIGURATION,
                                            message))
                            .toList();
            case Outcome.Failed failed -> List.of(failed.problem());
        };
    }

    private synchronized Outcome outcome() {
        Outcome known = outcome;
        if (known == null) {
            known = opened();
            outcome = known;
        }
        return known;
    }

    private Outcome opened() {
        try {
            return openNow();
        } catch (GatewayException e) {
            boolean notice =
                    declaration.optional()
                            && e.code() == FailureCode.DATABASE_UNAVAILABLE
                            && filesAreMissing();
            return new Outcome.Failed(
                    notice
                            ? problem(Severity.NOTICE, e.code(), "not available: " + e.getMessage())
                            : problem(Severity.ERROR, e.code(), e.getMessage()));
        } catch (RuntimeException e) { // one that nobody foresaw takes out this database alone
            LOG.log(Level.ERROR, "database " + declaration.id() + " cannot be opened", e);
            return new Outcome.Failed(
                    problem(Severity.ERROR, FailureCode.UNEXPECTED, "cannot be opened: " + e));
        }
    }

    private Outcome.Opened openNow() {
        var read =
                switch (declaration.location()) {
                    case DeclaredLocation.File(var path) -> inFile(path, false);
                    case DeclaredLocation.Generated() ->
                            inFile(DemoDatabase.in(cache.folder("generated")), true);
                    case DeclaredLocation.Server(var server) -> onServer(server);
                };
        var schema = read.schema();
        var pairs = new PairReader(schema, read.location(), guard, cache);
        PairReader.Read first = pairs.read(declaration.verified());
        if (!first.inlineFaults().isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    String.join("\n", PairReader.told(first.inlineFaults())));
        }
        declaration.validation().files().forEach(PairReader::requireExists);
        var verified =
                new FollowedPairs(
                        first,
                        declaration.declaredIn(),
                        () -> pairs.read(declarations.read(declaration.declaredIn()).verified()),
                        problem ->
                                LOG.log(
                                        Level.WARNING,
                                        "database {0}: {1}",
                                        declaration.id(),
                                        problem));
        return new Outcome.Opened(
                new Database(
                        schema,
                        declaration.limits(),
                        verified,
                        new HeldOutPairs(() -> pairs.readUnchecked(declaration.validation())),
                        read.location(),
                        declaration.keepsQuestions(),
                        declaration.declaredIn()),
                verified);
    }

    private record Read(DatabaseSchema schema, DatabaseLocation location) {}

    private Read inFile(Path path, boolean made) {
        DatabaseFile file = DatabaseFile.locate(path, declaration.place(), cache);
        return new Read(new SchemaReader(cache).read(declaration, file), file.location(made));
    }

    private Read onServer(PostgresServer server) {
        var read = new SchemaReader(cache).read(declaration, server);
        return new Read(read.schema(), new DatabaseLocation.OnServer(server, read.digest()));
    }

    /** Only absence is excused by {@code optional}; a broken file is an error in any case. */
    private boolean filesAreMissing() {
        return isAbsent(declaration.location())
                || declaration.verified().files().stream().anyMatch(this::isMissing)
                || declaration.validation().files().stream().anyMatch(this::isMissing);
    }

    /** Whether a server is there, only a connection can tell. */
    private static boolean isAbsent(DeclaredLocation location) {
        return switch (location) {
            case DeclaredLocation.File(var path) -> !Files.exists(path);
            case DeclaredLocation.Generated() -> false;
            case DeclaredLocation.Server _ -> true;
        };
    }

    private boolean isMissing(PairFile file) {
        try {
            PairReader.requireExists(file);
            return false;
        } catch (GatewayException missing) {
            return true;
        }
    }

    private DatabaseProblem problem(Severity severity, FailureCode code, @Nullable String message) {
        return new DatabaseProblem(declaration.id(), severity, code, String.valueOf(message));
    }
}
