/** Semantic models of other tools, and what of them a declaration can say. */
@NullMarked
package org.demur.schema.exchange;

import org.jspecify.annotations.NullMarked;
