/** Drafts for any database by a model that reads its schema with the question. */
@NullMarked
package org.demur.generation.neural.crossdomain;

import org.jspecify.annotations.NullMarked;
