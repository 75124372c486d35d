/**
 * What a question may leave open: the other statements that a reader might have written in a
 * draft's place, and whether the database at hand tells them apart.
 */
@NullMarked
package org.demur.detection.reading;

import org.jspecify.annotations.NullMarked;
