package org.demur.evaluation.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The first rows in sorted order of a result of any length, in bounded memory. */
final class FirstRows {
    /** The scorers compare no more than this many rows. */
    static final int COMPARED = 100;

    private final PriorityQueue<TextRow> largestFirst =
            new PriorityQueue<>(COMPARED + 1, Comparator.reverseOrder());

    void add(TextRow row) {
        if (largestFirst.size() == COMPARED && row.compareTo(largestFirst.element()) >= 0) {
            return;
        }
        largestFirst.add(row);
        if (largestFirst.size() > COMPARED) {
            largestFirst.remove();
        }
    }

    List<TextRow> sorted() {
        var rows = new ArrayList<>(largestFirst);
        Collections.sort(rows);
        return rows;
    }
}
