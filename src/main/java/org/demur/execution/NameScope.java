package org.demur.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/** The names that one SELECT can use, and behind them those of the SELECTs around it. */
final class NameScope {
    /** What every table may call the numbers of its rows. */
    private static final Set<String> ROW_NUMBERS = Set.of("rowid", "oid", "_rowid_");

    /**
     * Something in a FROM clause.
     *
     * @param name alias, or the table's name where it has none; empty for an unnamed sub-query
     * @param columns names of its columns as the engine has them, or in lower case where it does
     *     not tell these apart; an unnamed expression is an empty string
     */
    record Source(String name, List<String> columns) {
        /** The name of the column that a name stands for; null where there is none. */
        @Nullable String column(String written) {
            var meant = QuotedName.meant(written);
            return columns.contains(meant)
                    ? meant
                    : columns.stream()
                            .filter(column -> SqlNames.areSame(column, meant))
                            .findFirst()
                            .orElse(null);
        }
    }

    private final @Nullable NameScope outer;
    private final List<Source> sources = new ArrayList<>();
    private final Map<String, String> aliases = new HashMap<>();

    NameScope(@Nullable NameScope outer) {
        this.outer = outer;
    }

    @Nullable NameScope outer() {
        return outer;
    }

    void add(Source source) {
        sources.add(source);
    }

    /**
     * @param name as the engine has it
     */
    void addAlias(String name) {
        aliases.put(key(name), name);
    }

    List<Source> sources() {
        return sources;
    }

    /** The innermost source of this name. */
    @Nullable Source source(String name) {
        var own = ownSource(name);
        return own != null || outer == null ? own : outer.source(name);
    }

    /** The source of this name in the SELECT itself. */
    @Nullable Source ownSource(String name) {
        for (var source : sources) {
            if (key(source.name()).equals(key(name))) {
                return source;
            }
        }
        return null;
    }

    /** Whether the name, without a qualifier, is a column or an alias here or further out. */
    boolean knows(String name) {
        return ROW_NUMBERS.contains(key(name)) ? hasColumn(key(name)) : knowsNamed(name);
    }

    /**
     * A row number comes before aliases and before whatever is further out: the name must be a
     * column of the first SELECT that reads anything.
     */
    private boolean hasColumn(String key) {
        return sources.isEmpty()
                ? outer != null && outer.hasColumn(key)
                : sources.stream().anyMatch(source -> source.column(key) != null);
    }

    private boolean knowsNamed(String name) {
        return knowsOwn(name) || (outer != null && outer.knowsNamed(name));
    }

    /** Whether the name, without a qualifier, is a column or an alias of the SELECT itself. */
    boolean knowsOwn(String name) {
        return ownName(name) != null;
    }

    /** How the engine spells a name without a qualifier that {@link #knows} knows. */
    String spelled(String name) {
        var own = ownName(name);
        if (own != null) {
            return own;
        }
        return outer == null ? QuotedName.meant(name) : outer.spelled(name);
    }

    private @Nullable String ownName(String name) {
        for (var source : sources) {
            var column = source.column(name);
            if (column != null) {
                return column;
            }
        }
        return aliases.get(key(name));
    }

    static String key(String name) {
        return SqlNames.folded(QuotedName.meant(name));
    }
}
