/**
 * SQL as text and as a tree: the tokens of a statement, and the tree of a query whose columns are
 * bound and follow keys, so that statements that differ only in how a value is reached look alike.
 * Knows no question.
 */
@NullMarked
package org.demur.sql;

import org.jspecify.annotations.NullMarked;
