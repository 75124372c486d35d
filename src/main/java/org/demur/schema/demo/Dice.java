package org.demur.schema.demo;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Seeded draws. {@link Random} is the one generator whose sequence the platform specifies, so the
 * same seed gives the same rows on every machine.
 */
final class Dice {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Random random;

    Dice(long seed) {
        random = new Random(seed);
    }

    /** From low to high, both included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    double between(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** About normal with mean 0, within ±1: the mean of three uniform draws, widened. */
    double wobble() {
        return (random.nextDouble() + random.nextDouble() + random.nextDouble()) / 1.5 - 1;
    }

    /** 0, 1, 2 … with this mean, small counts more often than large ones. */
    int count(double mean) {
        int n = 0;
        while (n < 60 && chance(mean / (mean + 1))) n++;
        return n;
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    <T> T weighted(List<T> choices, ToDoubleFunction<T> weight) {
        double rest = random.nextDouble() * choices.stream().mapToDouble(weight).sum();
        for (var choice : choices) {
            rest -= weight.applyAsDouble(choice);
            if (rest < 0) return choice;
        }
        return choices.getLast();
    }

    LocalDate day(LocalDate first, LocalDate last) {
        return first.plusDays(between(0, (int) (last.toEpochDay() - first.toEpochDay())));
    }

    /** A moment of this day in working hours, to the minute. */
    String stamp(LocalDate day) {
        return day.atTime(LocalTime.of(between(7, 17), between(0, 59))).format(STAMP);
    }

    static double rounded(double value, int places) {
        double scale = 1;
        for (int i = 0; i < places; i++) scale *= 10;
        return Math.round(value * scale) / scale;
    }
}
