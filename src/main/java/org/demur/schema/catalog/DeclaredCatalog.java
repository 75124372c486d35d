package org.demur.schema.catalog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
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
 * and {@link #problems} open them all. What failed to open stays so until it is read anew.
 */
public final class DeclaredCatalog implements DatabaseCatalog {
    private final Reading reading;
    private final Map<String, OpenableDatabase> databases;
    private final List<DatabaseProblem> declarationProblems;

    /** For good: neither does one close, nor is one that failed opened again. */
    private volatile @Nullable List<String> opened;

    private DeclaredCatalog(
            Reading reading,
            Map<String, OpenableDatabase> databases,
            List<DatabaseProblem> declarationProblems) {
        this.reading = reading;
        this.databases = databases;
        this.declarationProblems = declarationProblems;
    }

    /** What reads the directory. */
    private record Reading(
            DatabaseDeclarations declarations, Path directory, StatementJudge guard, Cache cache) {
        DeclaredCatalog all() {
            var loaded = declarations.load(directory);
            var databases = new TreeMap<String, OpenableDatabase>();
            for (DatabaseDeclaration declaration : loaded.declarations()) {
                databases.put(
                        declaration.id(),
                        new OpenableDatabase(declaration, declarations, guard, cache));
            }
            return new DeclaredCatalog(this, databases, loaded.problems());
        }
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
        return new Reading(
                        new DatabaseDeclarations(home, environment),
                        directory,
                        guard,
                        Cache.of(environment))
                .all();
    }

    /** The others stay open, whatever their files say by now. */
    @Override
    public DeclaredCatalog readAnew(String id) {
        var now = reading.all();
        var all = new TreeMap<>(databases);
        all.remove(id);
        var renewed = now.databases.get(id);
        if (renewed != null) {
            all.put(id, renewed);
        }
        return new DeclaredCatalog(
                reading,
                all,
                Stream.concat(
                                declarationProblems.stream().filter(p -> !p.database().equals(id)),
                                now.declarationProblems.stream()
                                        .filter(p -> p.database().equals(id)))
                        .toList());
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
