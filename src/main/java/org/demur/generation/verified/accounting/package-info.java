/**
 * Which element of a statement a question asked for, and which word of a question an element
 * answers: what is left over on either side speaks against the statement.
 */
@NullMarked
package org.demur.generation.verified.accounting;

import org.jspecify.annotations.NullMarked;
