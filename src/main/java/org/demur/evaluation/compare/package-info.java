/** Is a prediction as good as gold: by its result, or by the statement itself. */
@NullMarked
package org.demur.evaluation.compare;

import org.jspecify.annotations.NullMarked;
