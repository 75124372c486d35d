/** The one exception and its closed list of codes, each with the owner of the failure. */
@NullMarked
package org.demur.failure;

import org.jspecify.annotations.NullMarked;
