/**
 * What was decided, for whom and why, and what people said of it: an append-only chain of records
 * in a database of its own.
 */
@NullMarked
package org.demur.journal;

import org.jspecify.annotations.NullMarked;
