package org.demur.schema.catalog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.demur.failure.GatewayException;
import org.demur.file.UserCache;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.StatementJudge;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.demur.schema.declaration.DatabaseDeclarations;
import org.demur.schema.jdbc.Cache;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a directory of declarations. Each is opened when first asked for; {@link #ids}
 * and {@link #problems} open them all. What failed to open stays so until the program starts anew.
 */
public final class DeclaredCatalog implements DatabaseCatalog {
    private final Map<String, OpenableDatabase> databases = new TreeMap<>();
    private final List<DatabaseProblem> declarationProblems;

    /** For good: neither does one close, nor is one that failed opened again. */
    private volatile @Nullable List<String> opened;

    private DeclaredCatalog(
            DatabaseDeclarations declarations, Path directory, StatementJudge guard, Cache cache) {
        DatabaseDeclarations.Loaded loaded = declarations.load(directory);
        for (DatabaseDeclaration declaration : loaded.declarations()) {
            databases.put(
                    declaration.id(),
                    new OpenableDatabase(declaration, declarations, guard, cache));
        }
        this.declarationProblems = loaded.problems();
    }

    /**
     * Reads the declarations of {@code config/databases} below a home directory.
     *
     * @param home the directory that relative paths start from
     * @param environment environment variables, for paths and for the place of the cache
     * @throws GatewayException INVALID_CONFIGURATION where the directory cannot be read
     */
    public static DeclaredCatalog below(Path home, Map<String, String> environment) {
        return of(home, home.resolve("config").resolve("databases"), environment);
    }

    /** The same for another directory of declarations. */
    public static DeclaredCatalog of(Path home, Path directory, Map<String, String> environment) {
        return of(home, directory, environment, StatementJudge.LENIENT);
    }

    /**
     * The same with somebody who has to pass verified queries.
     *
     * @param guard what it objects to is left out and reported, as what does not parse is
     */
    public static DeclaredCatalog of(
            Path home, Path directory, Map<String, String> environment, StatementJudge guard) {
        UserCache.close(environment);
        return new DeclaredCatalog(
                new DatabaseDeclarations(home, environment),
                directory,
                guard,
                Cache.of(environment));
    }

    @Override
    public List<String> declared() {
        return List.copyOf(databases.keySet());
    }

    @Override
    public List<String> ids() {
        var known = opened;
        if (known == null) {
            known =
                    databases.entrySet().parallelStream() // each one is opened
                            .filter(e -> e.getValue().failure().isEmpty())
                            .map(Map.Entry::getKey)
                            .toList();
            opened = known;
        }
        return known;
    }

    @Override
    public Database database(String id) {
        OpenableDatabase openable = databases.get(id);
        if (openable != null) {
            return openable.open();
        }
        Optional<DatabaseProblem> declared =
                declarationProblems.stream().filter(p -> p.database().equals(id)).findFirst();
        if (declared.isPresent()) {
            throw new GatewayException(declared.get().code(), declared.get().message());
        }
        throw DatabaseCatalog.unknown(id, databases.keySet());
    }

    @Override
    public List<DatabaseProblem> problems() {
        var problems = new ArrayList<>(declarationProblems);
        databases.values().forEach(database -> problems.addAll(database.problems()));
        return List.copyOf(problems);
    }
}
