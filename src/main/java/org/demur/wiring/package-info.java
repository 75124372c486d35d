/** The only place that knows CDI, configuration and every implementation. */
@NullMarked
package org.demur.wiring;

import org.jspecify.annotations.NullMarked;
