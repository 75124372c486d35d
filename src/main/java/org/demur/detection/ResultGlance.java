package org.demur.detection;

import org.jspecify.annotations.Nullable;

/**
 * The result of a statement from afar.
 *
 * @param shape what it looks like
 * @param digest equal for equal results; null where nobody looked, or the result could not be had
 */
public record ResultGlance(ResultShape shape, @Nullable Long digest) {
    public static final ResultGlance UNKNOWN = new ResultGlance(ResultShape.UNKNOWN, null);
}
