/** How likely the best draft is to be wrong, and where to cut. */
@NullMarked
package org.demur.uncertainty;

import org.jspecify.annotations.NullMarked;
