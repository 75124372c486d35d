/** The order of the stages, and what a strategy is. */
@NullMarked
package org.demur.pipeline;

import org.jspecify.annotations.NullMarked;
