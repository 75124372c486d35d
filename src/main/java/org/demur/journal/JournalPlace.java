package org.demur.journal;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the journal is kept. Shows no secret in its texts. */
public sealed interface JournalPlace {
    /** In a database file, which is made where it is not there. */
    record InFile(Path file) implements JournalPlace {
        @Override
        public String toString() {
            return file.toString();
        }
    }

    /**
     * On a PostgreSQL server.
     *
     * @param url {@code jdbc:postgresql:}
     * @param user null for the driver's choice
     * @param password null where none is needed, or the user's password file has it
     */
    record OnServer(String url, @Nullable String user, @Nullable String password)
            implements JournalPlace {
        @Override
        public String toString() {
            int settings = url.indexOf('?');
            return settings < 0 ? url : url.substring(0, settings);
        }
    }
}
