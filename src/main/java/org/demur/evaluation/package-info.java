/** Beside the pipeline: running it over data sets, and scoring what it or anyone else answered. */
@NullMarked
package org.demur.evaluation;

import org.jspecify.annotations.NullMarked;
