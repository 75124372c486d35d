package org.demur.evaluation.suite;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.demur.file.Sha256;

/**
 * The suite of one schema.
 *
 * @param rules under which statements were compared, as printed
 * @param engine that executed them
 * @param tries databases made in vain for a statement before what is left over stays so
 * @param profile what the databases are made from
 * @param statements those that the databases were chosen for
 * @param databases in the order in which they were kept
 * @param tried how many were made to choose from
 */
record SchemaSuite(
        String database,
        String rules,
        String engine,
        long seed,
        int tries,
        DatabaseProfile profile,
        List<Statement> statements,
        List<Kept> databases,
        int tried)
        implements Serializable {
    /** Databases for a statement that the suite was not built for. */
    private static final int OF_ITS_OWN = 6;

    SchemaSuite {
        statements = List.copyOf(statements);
        databases = List.copyOf(databases);
    }

    /**
     * A gold statement and what became of its neighbours.
     *
     * @param gold as it is executed
     * @param neighbours that execute and are not equal to it by a rule
     * @param leftOver those of them that no database tells from it
     * @param note why some are left over, or why there are none; empty where none is left
     */
    record Statement(String gold, int neighbours, List<String> leftOver, String note)
            implements Serializable {
        Statement {
            leftOver = List.copyOf(leftOver);
        }
    }

    /**
     * A database of the suite.
     *
     * @param recipe that it is made from
     * @param rows of all tables
     * @param digest SHA-256 over its rows, in hex
     * @param undecided places of the statements whose result here depends on the engine
     */
    record Kept(Recipe recipe, int rows, String digest, List<Integer> undecided)
            implements Serializable {
        Kept {
            undecided = List.copyOf(undecided);
        }
    }

    /** For all that is drawn for a text. */
    long seedOf(String text) {
        byte[] digest = Sha256.of(seed + " " + text).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.wrap(digest).getLong();
    }

    /** Databases for a gold statement that is none of the suite's. */
    List<Recipe> recipesFor(String gold) {
        return IntStream.range(0, OF_ITS_OWN)
                .mapToObj(i -> new Recipe(seedOf(gold + " " + i), Recipe.size(i), -1))
                .toList();
    }

    long neighbours() {
        return statements.stream().mapToLong(Statement::neighbours).sum();
    }

    long leftOver() {
        return statements.stream().mapToLong(statement -> statement.leftOver().size()).sum();
    }
}
