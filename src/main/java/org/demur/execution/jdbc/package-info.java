/**
 * The walls round a database in a file: read-only connections with low engine limits, a watch over
 * time and memory, and few platform threads, because the native engine would pin virtual ones.
 *
 * <p>Each wall stands without the guard; {@code docs/security.md} says what stops at which.
 */
@NullMarked
package org.demur.execution.jdbc;

import org.jspecify.annotations.NullMarked;
