package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer;
import org.demur.schema.SemanticLayer.Event;
import org.demur.schema.SemanticLayer.KeyedPath;
import org.demur.schema.SemanticLayer.Step;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.jspecify.annotations.Nullable;

/** The paths of a declared semantic layer as statements have them. */
public final class DeclaredPaths {
    private static final List<Function<Event, @Nullable KeyedPath>> ROLES =
            List.of(DeclaredPaths::time, Event::item, Event::scope, Event::value);

    private DeclaredPaths() {}

    private static @Nullable KeyedPath time(Event event) {
        ColumnRef time = event.time();
        return time == null ? null : new KeyedPath(time, List.of());
    }

    /** The declared item paths. */
    static List<ColumnPath> items(SemanticLayer layer) {
        return layer.events().stream()
                .map(Event::item)
                .filter(Objects::nonNull)
                .map(item -> path(item, "IN", false))
                .toList();
    }

    /**
     * What other events have in the role that a path plays in its event, written as the path is.
     */
    static List<ColumnPath> counterparts(ColumnPath path, List<Event> events) {
        var found = new ArrayList<ColumnPath>();
        for (var role : ROLES) {
            for (Event own : events) {
                var played = role.apply(own);
                if (played != null && played.equals(keyed(path))) {
                    for (Event other : events) {
                        var counterpart = role.apply(other);
                        if (counterpart != null && !other.table().equals(own.table())) {
                            found.add(like(path, counterpart));
                        }
                    }
                }
            }
        }
        return found;
    }

    /** A path as it would be declared. */
    public static KeyedPath keyed(ColumnPath path) {
        return new KeyedPath(
                path.root(), path.hops().stream().map(h -> new Step(h.key(), h.column())).toList());
    }

    private static ColumnPath like(ColumnPath model, KeyedPath keyed) {
        return model.hops().isEmpty()
                ? path(keyed, "IN", false)
                : path(
                        keyed,
                        model.hops().getFirst().operator(),
                        model.hops().getFirst().distinct());
    }

    private static ColumnPath path(KeyedPath keyed, String operator, boolean distinct) {
        return new ColumnPath(
                "",
                keyed.root(),
                keyed.steps().stream()
                        .map(s ->
                                new Hop(
                                        operator,
                                        distinct,
                                        s.key(),
                                        List.of(),
                                        List.of(),
                                        s.column()))
                        .toList());
    }
}
