/** Whether a question can be answered, by the verdict of a language model. */
@NullMarked
package org.demur.feasibility.llm;

import org.jspecify.annotations.NullMarked;
