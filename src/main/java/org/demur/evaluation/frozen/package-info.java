/**
 * Deciding on recorded model outputs: what was generated is read, never generated again.
 *
 * <p>A folder's {@code frozen.yaml} names the recordings; every draft is executed, together with
 * the other readings of its question, and what that shows is handed to the fused estimator.
 */
@NullMarked
package org.demur.evaluation.frozen;

import org.jspecify.annotations.NullMarked;
