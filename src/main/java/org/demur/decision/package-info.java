/** From evidence to proceed or abstain, purely: no clock, no I/O. */
@NullMarked
package org.demur.decision;

import org.jspecify.annotations.NullMarked;
