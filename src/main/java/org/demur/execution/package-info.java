/**
 * Read-only, bounded execution of the one statement that the guard let through.
 *
 * <p>A draft is text until {@link org.demur.execution.SqlGuard} has rebuilt it from an allow-list
 * as {@link org.demur.execution.ReadOnlySql}; a {@link org.demur.execution.QueryExecutor} takes
 * nothing else. The walls behind the guard are in {@code execution.jdbc}. May use {@code failure},
 * {@code schema}, {@code generation} and {@code detection}.
 */
@NullMarked
package org.demur.execution;

import org.jspecify.annotations.NullMarked;
