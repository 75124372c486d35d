/**
 * Statements from a question's words alone: each content word is mapped to a table, column, value
 * or operation, and a statement is put together from all of them or not at all (Popescu, Etzioni
 * and Kautz, "Towards a theory of natural language interfaces to databases", 2003: semantically
 * tractable questions). Pairs only say how a database's rows are listed and which words go with
 * what, so that two conditions of two pairs meet in one statement.
 */
@NullMarked
package org.demur.generation.verified.parsing;

import org.jspecify.annotations.NullMarked;
