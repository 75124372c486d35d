package org.demur.experiment.sequential;

/** Both ends included. */
public record Interval(double low, double high) {
    public static final Interval WHOLE = new Interval(0, 1);

    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /** Of the difference of two quantities, this one less the other. */
    public Interval minus(Interval other) {
        return new Interval(low - other.high, high - other.low);
    }
}
