/** Drafts by a small neural model that runs in this process. */
@NullMarked
package org.demur.generation.neural;

import org.jspecify.annotations.NullMarked;
