/**
 * Fits a strategy's confidence and thresholds on held-out pairs; what is reported is never fitted
 * on.
 */
@NullMarked
package org.demur.evaluation.calibration;

import org.jspecify.annotations.NullMarked;
