/**
 * Experiments on live questions: who gets which variant, what stops one, and what is known of each
 * so far. All that is known comes out of the journal.
 */
@NullMarked
package org.demur.experiment;

import org.jspecify.annotations.NullMarked;
