package org.demur.schema.pairs;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.StatementJudge;
import org.demur.schema.jdbc.Cache;

/**
 * Checks statements, and remembers in the cache which were sound: thousands of them take seconds to
 * check, and few change between two starts or while the program runs. Thread-safe.
 */
final class CheckedStatements {
    private static final System.Logger LOG = System.getLogger(CheckedStatements.class.getName());

    /** Half of a SHA-256, in hexadecimal. */
    private static final int KEY_LENGTH = 32;

    private final DatabaseLocation database;
    private final DatabaseSchema schema;
    private final StatementJudge guard;
    private final Set<String> constants;
    private final Cache cache;
    private final Path entry;
    private final Set<String> sound;

    /**
     * @param schema what the statements may read
     * @param guard has the last word on what parser and database take
     */
    CheckedStatements(
            DatabaseSchema schema, DatabaseLocation database, StatementJudge guard, Cache cache) {
        this.database = database;
        this.schema = schema;
        this.guard = guard;
        this.constants =
                schema.constants().keySet().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet());
        this.cache = cache;
        this.entry = cache.entry("checked", judge());
        this.sound = remembered();
    }

    /**
     * What is wrong with statements, by statement; sound ones are absent.
     *
     * @throws GatewayException DATABASE_UNAVAILABLE where the database cannot be opened
     */
    synchronized Map<String, String> faults(Set<String> statements) {
        var unknown = new LinkedHashMap<String, String>();
        for (String sql : statements) {
            String key = key(sql);
            if (!sound.contains(key)) {
                unknown.put(sql, key);
            }
        }
        return unknown.isEmpty() ? Map.of() : check(unknown);
    }

    private Map<String, String> check(Map<String, String> unknown) {
        var faults = new HashMap<String, String>();
        try (var engine = TrialEngine.of(database, constants)) {
            unknown.forEach((sql, key) ->
                    guard.fault(sql)
                            .or(() -> fault(engine, sql))
                            .ifPresentOrElse(
                                    fault -> faults.put(sql, fault), () -> sound.add(key)));
        } catch (SQLException notOpened) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE,
                    "the database %s cannot be opened: %s"
                            .formatted(schema.id(), notOpened.getMessage()),
                    notOpened);
        }
        if (faults.size() < unknown.size()) {
            remember();
        }
        return faults;
    }

    /** A file is asked about the statement as it is, a server about what would be run. */
    private Optional<String> fault(TrialEngine engine, String sql) {
        return switch (database) {
            case DatabaseLocation.InFile _ ->
                    engine.rejection(sql).or(() -> guard.objection(sql, schema));
            case DatabaseLocation.OnServer _ ->
                    guard.objection(sql, schema)
                            .or(() -> engine.rejection(guard.runnable(sql, schema)));
        };
    }

    private Set<String> remembered() {
        try {
            return Files.exists(entry) ? new HashSet<>(Files.readAllLines(entry)) : new HashSet<>();
        } catch (IOException broken) { // a broken cache is an absent one
            return new HashSet<>();
        }
    }

    private void remember() {
        byte[] lines = String.join("\n", new TreeSet<>(sound)).getBytes(StandardCharsets.US_ASCII);
        try {
            cache.write(entry, out -> out.write(lines));
        } catch (IOException notWritten) { // costs time at the next start, not correctness
            LOG.log(Level.DEBUG, "not remembered: " + entry, notWritten);
        }
    }

    /** Whoever judges the statements: database, guard with its parser, and what they may read. */
    String judge() {
        return key(
                String.join(
                        " ",
                        database.digest(),
                        new TreeSet<>(constants).toString(),
                        guard.identity(),
                        schema.tables().toString(),
                        String.valueOf(schema.now())));
    }

    private static String key(String text) {
        return Sha256.of(text).substring(0, KEY_LENGTH);
    }
}
