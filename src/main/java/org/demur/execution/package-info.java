/** Read-only, bounded execution of the one statement that the guard let through. */
@NullMarked
package org.demur.execution;

import org.jspecify.annotations.NullMarked;
