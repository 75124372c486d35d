/** Drafts measured against the question and the pairs, and put in order. */
@NullMarked
package org.demur.generation.verified.ranking;

import org.jspecify.annotations.NullMarked;
