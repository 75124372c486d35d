package org.demur.schema.declaration;

import java.nio.file.Path;
import org.demur.schema.PostgresServer;

/** Where a declaration says that a database is; nothing has been looked at. */
public sealed interface DeclaredLocation {
    /**
     * A database file, perhaps packed.
     *
     * @param path absolute
     */
    record File(Path path) implements DeclaredLocation {}

    /** The demo database, written at first use. */
    record Generated() implements DeclaredLocation {}

    record Server(PostgresServer server) implements DeclaredLocation {}
}
