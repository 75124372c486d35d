package org.demur.evaluation.suite;

import java.io.Serializable;

/**
 * From what a random database is made again, together with the profile of its schema.
 *
 * @param seed of all that is drawn
 * @param rows about how many a table has that refers to no other
 * @param focus the place of the statement whose constants are mixed in; -1 for none
 */
record Recipe(long seed, int rows, int focus) implements Serializable {
    private static final int[] SIZES = {6, 14, 30, 8, 50, 20, 100};

    /** Rows of a table in databases that are tried one after the other for a statement. */
    static int size(int before) {
        return SIZES[before % SIZES.length];
    }
}
