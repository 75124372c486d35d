package org.demur.schema.pairs;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.jdbc.SqliteFile;

/**
 * Checks statements, and remembers sets that were sound as a whole: thousands of statements take
 * seconds to check and rarely change between two starts.
 */
final class CheckedStatements {
    private static final System.Logger LOG = System.getLogger(CheckedStatements.class.getName());

    private final SqliteFile database;
    private final Set<String> constants;
    private final Cache cache;

    CheckedStatements(SqliteFile database, Set<String> constants, Cache cache) {
        this.database = database;
        this.constants = Set.copyOf(constants);
        this.cache = cache;
    }

    /**
     * What is wrong with statements, by statement; sound ones are absent.
     *
     * @throws GatewayException DATABASE_UNAVAILABLE where the database cannot be opened
     */
    Map<String, String> faults(Set<String> statements) {
        Path entry = cache.entry("checked", digest(statements));
        if (statements.isEmpty() || Files.exists(entry)) {
            return Map.of();
        }
        var faults = new HashMap<String, String>();
        try (var check = new SqlCheck(database.path(), constants)) {
            for (String sql : statements) {
                check.fault(sql).ifPresent(fault -> faults.put(sql, fault));
            }
        } catch (SQLException notOpened) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE,
                    database.path() + " cannot be opened: " + notOpened.getMessage(),
                    notOpened);
        }
        if (faults.isEmpty()) {
            remember(entry);
        }
        return faults;
    }

    private void remember(Path entry) {
        try {
            cache.write(entry, out -> {});
        } catch (IOException notWritten) { // costs time at the next start, not correctness
            LOG.log(Level.DEBUG, "not remembered: " + entry, notWritten);
        }
    }

    /** Of the statements, and of the parser and the database that judged them. */
    private String digest(Set<String> statements) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            String parser =
                    Optional.ofNullable(
                                    CCJSqlParserUtil.class.getPackage().getImplementationVersion())
                            .orElse("unknown");
            digest.update(
                    (parser + database.digest() + new TreeSet<>(constants))
                            .getBytes(StandardCharsets.UTF_8));
            for (String sql : statements) {
                digest.update((byte) 0);
                digest.update(sql.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
