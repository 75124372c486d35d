package org.demur.generation.verified;

import java.util.List;
import java.util.Map;
import org.demur.generation.verified.Shape.Instantiation;

/**
 * A filled shape.
 *
 * @param shape the shape
 * @param instantiation its tables and columns
 * @param sql the statement
 * @param literals the text in each literal group
 * @param features what speaks for and against it, by name; until {@code rest} was run only what
 *     ranks it among others
 * @param rest adds the other features
 */
record Draft(
        Shape shape,
        Instantiation instantiation,
        String sql,
        List<String> literals,
        Map<String, Double> features,
        Runnable rest) {}
