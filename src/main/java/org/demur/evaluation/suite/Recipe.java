package org.demur.evaluation.suite;

import java.io.Serializable;

/**
 * From what a random database is made again, together with the profile of its schema.
 *
 * @param seed of all that is drawn
 * @param rows about how many a table has that refers to no other
 * @param focus the place of the statement whose constants are mixed in; -1 for none
 */
record Recipe(long seed, int rows, int focus) implements Serializable {}
