package org.demur.schema.declaration;

/**
 * A name or text with the place that a person wrote it.
 *
 * @param text as written
 * @param place file and line, as {@code config/databases/x.yaml:12}
 */
public record Located(String text, String place) {}
