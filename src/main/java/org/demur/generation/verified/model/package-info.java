/**
 * What pairs teach about words: which templates, columns, operators and look-ups a question makes
 * likely.
 */
@NullMarked
package org.demur.generation.verified.model;

import org.jspecify.annotations.NullMarked;
