package org.demur.experiment;

import java.util.List;
import java.util.Optional;
import org.demur.file.Sha256;

/**
 * Which variant a unit gets: a pure function of experiment and unit, so that it is the same for
 * ever, on every replica, and can be computed again from the journal.
 */
public final class Assignment {
    /** Hexadecimal digits of a digest that make a number; a double holds 52 bits exactly. */
    private static final int DIGITS = 13;

    private static final double RANGE = Math.pow(16, DIGITS);

    private Assignment() {}

    /**
     * SHA-256 of an experiment and a unit.
     *
     * @param unit as its kind has it, such as a caller's name
     */
    public static String digest(String experiment, String unit) {
        return Sha256.of(experiment + "\n" + unit);
    }

    /** The variant of a unit; empty where the shares leave it out of the experiment. */
    public static Optional<Variant> of(List<Variant> variants, String digest) {
        double at = position(digest);
        double upTo = 0;
        for (var variant : variants) {
            upTo += variant.share();
            if (at < upTo) {
                return Optional.of(variant);
            }
        }
        return Optional.empty();
    }

    /** Where a digest lies in [0, 1), evenly. */
    static double position(String digest) {
        return Long.parseLong(digest, 0, DIGITS, 16) / RANGE;
    }
}
