/** What is wrong with a draft, by the verdict of a language model. */
@NullMarked
package org.demur.detection.llm;

import org.jspecify.annotations.NullMarked;
