/** Scores a file of predictions that something else made: gold, databases and rules go in. */
@NullMarked
package org.demur.evaluation.score;

import org.jspecify.annotations.NullMarked;
