package org.demur.wiring;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Something that a strategy file can set of a component.
 *
 * @param wanted what can be, for messages
 */
record ComponentOption(String name, Predicate<String> accepts, String wanted) {
    static ComponentOption text(String name) {
        return new ComponentOption(name, value -> true, "a name");
    }

    static ComponentOption flag(String name) {
        return oneOf(name, "true", "false");
    }

    static ComponentOption oneOf(String name, String... values) {
        var known = List.copyOf(Arrays.asList(values));
        return new ComponentOption(name, known::contains, "one of " + String.join(", ", known));
    }

    static ComponentOption number(String name, int least, int most) {
        return new ComponentOption(
                name,
                value -> {
                    try {
                        int number = Integer.parseInt(value);
                        return least <= number && number <= most;
                    } catch (NumberFormatException e) {
                        return false;
                    }
                },
                "a number from %d to %d".formatted(least, most));
    }
}
