package org.demur.schema.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.DerivedFile;
import org.demur.schema.jdbc.FileEngine;

/** The built-in database of a growers' cooperative, generated on first use. */
public final class DemoDatabase {
    /** The last moment that the data knows; questions about "this year" mean this moment's. */
    public static final LocalDateTime NOW = LocalDateTime.of(2031, 9, 30, 18, 0);

    /** Raise the number whenever the generated content changes. */
    public static final String FILE_NAME = "demo-1" + FileEngine.SUFFIX;

    private DemoDatabase() {}

    /**
     * The database's file in this folder, written first if it is not there as it was made. The file
     * appears whole or not at all, also where several processes write it at once.
     *
     * @param folder created if need be
     * @throws GatewayException INVALID_CONFIGURATION where the folder cannot be written
     */
    public static Path in(Path folder) {
        var file = folder.resolve(FILE_NAME);
        try {
            if (!DerivedFile.isIntact(file)) {
                DerivedFile.<SQLException>make(file, DemoDatabase::write);
            }
            return file;
        } catch (IOException | SQLException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "The demo database cannot be written to "
                            + folder
                            + ": set DEMUR_CACHE to a folder that can be written.",
                    e);
        }
    }

    private static void write(Path file) throws IOException, SQLException {
        try (var connection = FileEngine.writable(file)) {
            FileEngine.setUnsafe(connection);
            connection.setAutoCommit(false);
            execute(connection, Resources.text("tables.sql"));
            try (var rows = new RowWriter(connection)) {
                new Cooperative(rows).write();
            }
            execute(connection, Resources.text("indexes.sql"));
            connection.commit();
        }
    }

    private static void execute(Connection connection, String statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var ddl : statements.split(";", -1)) {
                if (!ddl.isBlank()) statement.execute(ddl);
            }
        }
    }
}
