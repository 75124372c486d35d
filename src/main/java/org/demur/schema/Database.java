package org.demur.schema;

import java.nio.file.Path;
import java.util.List;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * A declared database that can be asked.
 *
 * @param schema what it offers to questions
 * @param limits what one generated query may use at most
 * @param verified the pairs that generation may build on; follow their files
 * @param validation held-out pairs, for calibration and measurement only
 * @param location where it is read
 * @param keepsQuestions whether the journal may keep what was asked in words
 * @param declaredIn the YAML file of the declaration
 */
public record Database(
        DatabaseSchema schema,
        DatabaseLimits limits,
        VerifiedQueries verified,
        VerifiedQueries validation,
        DatabaseLocation location,
        boolean keepsQuestions,
        Path declaredIn) {
    public String id() {
        return schema.id();
    }

    /** The same with other verified queries, at their version. */
    public Database with(List<VerifiedQuery> pairs) {
        var taught = new VerifiedQueries.Snapshot(verified.version(), pairs);
        return new Database(
                schema, limits, () -> taught, validation, location, keepsQuestions, declaredIn);
    }

    /** SHA-256 of the content, in hexadecimal. */
    public String digest() {
        return location.digest();
    }

    /**
     * The file, for those who execute statements as they are written.
     *
     * @throws GatewayException INVALID_CONFIGURATION where the database is on a server
     */
    public Path file() {
        return switch (location) {
            case DatabaseLocation.InFile file -> file.file();
            case DatabaseLocation.OnServer server ->
                    throw new GatewayException(
                            FailureCode.INVALID_CONFIGURATION,
                            "%s: the database is on a server; statements are compared in a file only"
                                    .formatted(declaredIn));
        };
    }
}
