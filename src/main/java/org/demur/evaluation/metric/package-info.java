/**
 * From outcomes to figures. A metric is a value whose printed name is its identity; over nothing it
 * has no value.
 */
@NullMarked
package org.demur.evaluation.metric;

import org.jspecify.annotations.NullMarked;
