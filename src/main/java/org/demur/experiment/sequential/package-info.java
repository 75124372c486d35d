/** Statistics that may be looked at after every observation: tests and intervals, purely. */
@NullMarked
package org.demur.experiment.sequential;

import org.jspecify.annotations.NullMarked;
