package org.demur.detection;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.demur.schema.DatabaseSchema;

/** Statements over one database, gone wrong as a language model gets them wrong. */
public final class CorruptedStatements {
    private final DatabaseSchema schema;

    /**
     * Those over a database.
     *
     * @param file with its tables, possibly without rows
     */
    public CorruptedStatements(String database, Path file) {
        schema = TestDatabase.of(database, file).schema();
    }

    /** One for every way that the statement can go wrong in; some may not execute. */
    public List<String> of(String sql, Random random) {
        return Stream.of(Corruption.values())
                .map(corruption -> corruption.apply(sql, schema, random))
                .flatMap(Optional::stream)
                .filter(wrong -> !wrong.equals(sql))
                .toList();
    }
}
