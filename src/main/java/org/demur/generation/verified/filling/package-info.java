/** Templates with their places filled from one question. */
@NullMarked
package org.demur.generation.verified.filling;

import org.jspecify.annotations.NullMarked;
