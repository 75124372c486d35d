package org.demur.experiment;

import java.util.OptionalDouble;
import org.demur.experiment.sequential.Interval;

/**
 * What is known of a quantity.
 *
 * @param estimate empty where nothing was seen that tells
 * @param interval that holds at all times together; an end may be infinite
 */
public record Figure(OptionalDouble estimate, Interval interval) {}
