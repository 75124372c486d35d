package org.demur.schema;

import java.nio.file.Path;

/**
 * A declared database that can be asked.
 *
 * @param schema what it offers to questions
 * @param limits what one generated query may use at most
 * @param verified the pairs that generation may build on; follow their files
 * @param validation held-out pairs, for calibration and measurement only
 * @param file the SQLite file to open read-only; for a packed database the unpacked copy
 * @param fixed whether nobody changes the file while it is served: it was unpacked or made by Demur
 * @param digest SHA-256 of the database's content as declared, in hexadecimal
 * @param declaredIn the YAML file of the declaration
 */
public record Database(
        DatabaseSchema schema,
        DatabaseLimits limits,
        VerifiedQueries verified,
        VerifiedQueries validation,
        Path file,
        boolean fixed,
        String digest,
        Path declaredIn) {
    public String id() {
        return schema.id();
    }
}
