package org.demur.uncertainty;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was measured of a draft before anyone knew its worth. Immutable; two are the same only if
 * they are one object.
 */
public final class MeasuredDraft {
    private final Map<Signal, Double> signals;
    private final String database;
    private final int[] pieces;

    /**
     * A draft.
     *
     * @param signals a missing one counts as 0
     * @param database asked about; only drafts of one database are compared with each other
     * @param pieces of its text, such as its words in threes, values left out; drafts are alike as
     *     far as they share them
     */
    public MeasuredDraft(Map<Signal, Double> signals, String database, Collection<String> pieces) {
        this.signals = new EnumMap<>(Signal.class);
        this.signals.putAll(signals);
        this.database = database;
        this.pieces = pieces.stream().mapToInt(String::hashCode).distinct().sorted().toArray();
    }

    double signal(Signal signal) {
        return signals.getOrDefault(signal, 0.0);
    }

    String database() {
        return database;
    }

    /** Shared pieces as a share of all pieces of the two; in [0, 1], 0 between databases. */
    double likeness(MeasuredDraft other) {
        if (!database.equals(other.database) || pieces.length + other.pieces.length == 0) {
            return 0.0;
        }
        int shared = 0;
        int i = 0;
        int j = 0;
        while (i < pieces.length && j < other.pieces.length) {
            int order = Integer.compare(pieces[i], other.pieces[j]);
            if (order == 0) {
                shared++;
            }
            if (order <= 0) {
                i++;
            }
            if (order >= 0) {
                j++;
            }
        }
        return (double) shared / (pieces.length + other.pieces.length - shared);
    }

    @Override
    public String toString() {
        return database + " " + signals + ", pieces: " + Arrays.toString(pieces);
    }
}
