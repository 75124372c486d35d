/**
 * Runs a strategy over a data set and keeps what every stage measured. Scoring, re-deciding and
 * comparing read only what a run wrote: no model is called again.
 */
@NullMarked
package org.demur.evaluation.run;

import org.jspecify.annotations.NullMarked;
