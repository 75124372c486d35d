package org.demur.schema;

import java.nio.file.Path;

/** Where the rows of a database lie, for those who open it. */
public sealed interface DatabaseLocation {
    /** SHA-256 of the content, in hexadecimal. */
    String digest();

    /** Whether rows may depend on who asks. */
    default boolean needsCaller() {
        return switch (this) {
            case InFile _ -> false;
            case OnServer(var server, var _) -> server.needsCaller();
        };
    }

    /**
     * A database file, opened read-only.
     *
     * @param file for a packed database the unpacked copy
     * @param fixed whether nobody changes the file while it is served: it was unpacked or made by
     *     Demur
     * @param digest of the content as declared
     */
    record InFile(Path file, boolean fixed, String digest) implements DatabaseLocation {}

    /**
     * A database on a server, whose rows may change at any time.
     *
     * @param digest of the tables and values as they were read at the start
     */
    record OnServer(PostgresServer server, String digest) implements DatabaseLocation {}
}
