/**
 * Drafts for any database by a model that reads its schema with the question.
 *
 * <p>{@code SchemaText} makes one text of both, of values that the question names and of verified
 * queries that are like it ({@code KnownPairs}), {@code StatementWriter} a statement of the pieces
 * and units chosen, joined along foreign keys.
 */
@NullMarked
package org.demur.generation.neural.crossdomain;

import org.jspecify.annotations.NullMarked;
