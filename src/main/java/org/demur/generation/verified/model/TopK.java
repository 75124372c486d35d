package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Finds the greatest of many values without sorting all of them. */
public final class TopK {
    private TopK() {}

    /**
     * The places of the greatest values, these in descending order, equal ones by their places.
     *
     * @param count how many at most
     * @param above what is not greater than this is left out
     */
    public static int[] places(double[] values, int count, double above) {
        double least = least(values, count, above);
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            if (values[i] > above && values[i] >= least) {
                found.add(i);
            }
        }
        found.sort((a, b) -> Double.compare(values[b], values[a]));
        return found.stream().limit(count).mapToInt(i -> i).toArray();
    }

    /** The least of them, if there are so many. */
    private static double least(double[] values, int count, double above) {
        var greatest = new PriorityQueue<Double>(Math.max(1, Math.min(count, values.length)));
        double bar = above;
        for (double value : values) {
            if (value > bar) {
                greatest.add(value);
                if (greatest.size() > count) {
                    greatest.remove();
                }
                if (greatest.size() == count) {
                    bar = greatest.element();
                }
            }
        }
        return bar;
    }
}
