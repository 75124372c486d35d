/**
 * English: questions taken apart into words, values, numbers, times and names, and what their
 * wording asks for. Another language replaces this package and no other.
 */
@NullMarked
package org.demur.generation.verified.language;

import org.jspecify.annotations.NullMarked;
