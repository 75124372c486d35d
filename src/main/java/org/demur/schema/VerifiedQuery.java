package org.demur.schema;

import org.jspecify.annotations.Nullable;

/**
 * A question with the SQL that a person vouches for.
 *
 * @param id unique within its database
 * @param question in plain words
 * @param sql the statement that answers it; null where the question is known to be infeasible
 */
public record VerifiedQuery(String id, String question, @Nullable String sql) {}
