/** The command line: one class per command, the same program as the service. */
@NullMarked
package org.demur.wiring.cli;

import org.jspecify.annotations.NullMarked;
