/** HTTP in and out: one shape for answers, one for problems. */
@NullMarked
package org.demur.api;

import org.jspecify.annotations.NullMarked;
