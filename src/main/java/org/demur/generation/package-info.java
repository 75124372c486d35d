/** From a question to SQL drafts, each with the evidence that speaks for it. */
@NullMarked
package org.demur.generation;

import org.jspecify.annotations.NullMarked;
