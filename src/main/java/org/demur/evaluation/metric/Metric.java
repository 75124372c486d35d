package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/** A figure over scored items. Two metrics are the same iff their names are. */
public interface Metric {
    /** Such as {@code RS(10)}: the same text in configuration, report and test. */
    String name();

    /**
     * The figure; empty where the items do not define it.
     *
     * @param items in any order
     */
    OptionalDouble over(List<ScoredItem> items);

    /** What the figure is multiplied with in print: 100 for shares, 1 for counts and areas. */
    default double printedTimes() {
        return 100;
    }
}
