/**
 * SQL by language models, after the papers' systems: by demonstrations, votes, steps and agents.
 */
@NullMarked
package org.demur.generation.llm;

import org.jspecify.annotations.NullMarked;
