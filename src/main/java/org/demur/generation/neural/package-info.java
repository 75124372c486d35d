/**
 * Drafts by a small neural model that runs in this process.
 *
 * <p>{@code QuestionReader} reads the question, {@code PointerModel} writes pieces of its
 * vocabulary or copies of tokens, of which {@code StatementPrefix} lets through what a statement
 * can begin with, {@code ShortForm} makes SQL of them, and {@code ChannelModel} tells which words a
 * statement leaves unanswered.
 */
@NullMarked
package org.demur.generation.neural;

import org.jspecify.annotations.NullMarked;
