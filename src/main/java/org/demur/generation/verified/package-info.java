/**
 * Generation from verified queries: templates are induced from question-SQL pairs, put together
 * anew, filled from the question and the database's values, and ranked by evidence. Knows no
 * domain: everything is learned or declared.
 */
@NullMarked
package org.demur.generation.verified;

import org.jspecify.annotations.NullMarked;
