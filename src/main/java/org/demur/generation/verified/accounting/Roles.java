package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Names of columns that say where something comes from or goes to. */
final class Roles {
    /** Words before what something comes from. */
    static final Set<String> COMING = Set.of("from");

    /** Words before what something goes to. */
    static final Set<String> GOING = Set.of("to", "into", "towards", "toward");

    /** Parts of names, first of what comes and then of what goes. */
    private static final List<List<String>> OPPOSITES =
            List.of(
                    List.of("from", "to"),
                    List.of("source", "target"),
                    List.of("source", "destination"),
                    List.of("origin", "destination"),
                    List.of("src", "dst"),
                    List.of("sender", "receiver"),
                    List.of("sender", "recipient"),
                    List.of("departure", "arrival"));

    private Roles() {}

    /**
     * The name that a column of the other role would have; empty where it has none.
     *
     * @param toGoing whether the other role is where something goes
     */
    static Optional<String> opposite(String column, boolean toGoing) {
        for (var pair : OPPOSITES) {
            String own = pair.get(toGoing ? 0 : 1);
            String other = pair.get(toGoing ? 1 : 0);
            List<String> parts = new ArrayList<>(List.of(column.split("_", -1)));
            int at =
                    parts.stream().map(part -> part.toLowerCase(Locale.ROOT)).toList().indexOf(own);
            if (at >= 0) {
                boolean isUpper = parts.get(at).equals(own.toUpperCase(Locale.ROOT));
                parts.set(at, isUpper ? other.toUpperCase(Locale.ROOT) : other);
                return Optional.of(String.join("_", parts));
            }
        }
        return Optional.empty();
    }
}
