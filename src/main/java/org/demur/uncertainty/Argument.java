package org.demur.uncertainty;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What made a draft look right or wrong.
 *
 * @param words a sentence for people
 * @param nats what it added to the log-odds of being right; below 0 it spoke against the draft
 */
public record Argument(String words, double nats) {
    /** More than these are not read. */
    private static final int MOST = 4;

    /** What adds less changes nothing. */
    private static final double LEAST = 0.1;

    /** The strongest arguments for and against, the strongest first on either side. */
    static List<Argument> strongest(List<Argument> all) {
        var ordered =
                all.stream()
                        .filter(argument -> Math.abs(argument.nats) >= LEAST)
                        .sorted(Comparator.comparingDouble((Argument a) -> -Math.abs(a.nats)))
                        .toList();
        return Stream.of(true, false)
                .flatMap(side -> ordered.stream().filter(a -> a.nats > 0 == side).limit(MOST))
                .toList();
    }

    /** The sentences of one side. */
    public static List<String> words(List<Argument> arguments, boolean speaksFor) {
        return arguments.stream()
                .filter(argument -> argument.nats > 0 == speaksFor)
                .map(Argument::words)
                .toList();
    }
}
