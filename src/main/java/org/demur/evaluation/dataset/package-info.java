/**
 * Benchmarks as samples: each reader maps the words of its data set to Demur's at the border. May
 * use {@code question}, {@code feasibility} and {@code failure}.
 */
@NullMarked
package org.demur.evaluation.dataset;

import org.jspecify.annotations.NullMarked;
