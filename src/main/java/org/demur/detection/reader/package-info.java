/** An independent reader of drafts: a cross-encoder, which knows no pair and no schema. */
@NullMarked
package org.demur.detection.reader;

import org.jspecify.annotations.NullMarked;
