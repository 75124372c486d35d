package org.demur.schema.pairs;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.demur.schema.jdbc.Cache;

/**
 * Parses statements, and remembers sets that were sound as a whole: thousands of statements take a
 * second to parse and rarely change between two starts.
 */
final class CheckedStatements {
    private static final System.Logger LOG = System.getLogger(CheckedStatements.class.getName());

    private final Cache cache;

    CheckedStatements(Cache cache) {
        this.cache = cache;
    }

    /** Those of the statements that are sound. */
    Set<String> sound(Set<String> statements) {
        if (statements.isEmpty()) {
            return statements;
        }
        Path entry = cache.entry("checked", digest(statements));
        if (Files.exists(entry)) {
            return statements;
        }
        Set<String> sound =
                statements.stream()
                        .filter(sql -> SqlCheck.fault(sql).isEmpty())
                        .collect(Collectors.toUnmodifiableSet());
        if (sound.size() == statements.size()) {
            remember(entry);
        }
        return sound;
    }

    private void remember(Path entry) {
        try {
            cache.write(entry, out -> {});
        } catch (IOException notWritten) { // costs time at the next start, not correctness
            LOG.log(Level.DEBUG, "not remembered: " + entry, notWritten);
        }
    }

    /** Of the statements and of the parser that judged them. */
    private static String digest(Set<String> statements) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            String parser =
                    Optional.ofNullable(
                                    CCJSqlParserUtil.class.getPackage().getImplementationVersion())
                            .orElse("unknown");
            digest.update(parser.getBytes(StandardCharsets.UTF_8));
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
