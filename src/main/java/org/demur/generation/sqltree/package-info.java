/**
 * A statement as a tree whose column references follow keys, so that statements that differ only in
 * how a value is reached look alike; may use the schema, knows no question.
 */
@NullMarked
package org.demur.generation.sqltree;

import org.jspecify.annotations.NullMarked;
