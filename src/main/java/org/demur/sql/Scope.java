package org.demur.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.demur.schema.SqlNames;
import org.demur.sql.ResolvedColumn.NoColumn;
import org.demur.sql.ResolvedColumn.NoSource;
import org.demur.sql.ResolvedColumn.OfAlias;
import org.demur.sql.ResolvedColumn.OfSource;
import org.demur.sql.ResolvedColumn.Unlisted;
import org.jspecify.annotations.Nullable;

/** The names that one SELECT can use, and behind them those of the SELECTs around it. */
public final class Scope {
    /** What every table may call the numbers of its rows, and what else an engine tells of them. */
    private static final Set<String> ROW_NUMBERS =
            Set.of("rowid", "oid", "_rowid_", "ctid", "tableoid", "xmin", "xmax", "cmin", "cmax");

    /**
     * Names that are compared for all joins of a clause: four hundred tables of five columns. More
     * would take minutes, and nobody joins so many by whatever names they share.
     */
    private static final int MAX_COMPARED = 1_000_000;

    private final @Nullable Scope outer;
    private final List<Source> sources = new ArrayList<>();
    private final List<Merge> merges = new ArrayList<>();
    private final Set<String> merged = new HashSet<>();
    private final Map<String, OfAlias> aliases = new HashMap<>();
    private boolean aliasesVisible = true;
    private int compared;

    /** Two sources that USING or NATURAL joins by a column that both have. */
    public record Merge(Source one, Source other) {}

    Scope(@Nullable Scope outer) {
        this.outer = outer;
    }

    /** What a LATERAL query at this place of the FROM clause sees of the SELECT. */
    Scope soFar() {
        var seen = new Scope(outer);
        seen.sources.addAll(sources);
        seen.merges.addAll(merges);
        seen.merged.addAll(merged);
        return seen;
    }

    /** That of the SELECT around; null for the outermost. */
    public @Nullable Scope outer() {
        return outer;
    }

    /** What the SELECT reads, in order. */
    public List<Source> sources() {
        return Collections.unmodifiableList(sources);
    }

    public List<Merge> merges() {
        return Collections.unmodifiableList(merges);
    }

    void add(Source source) {
        sources.add(source);
    }

    /** Whether tables may have a row number of this name. */
    public static boolean isRowNumber(String name) {
        return ROW_NUMBERS.contains(SqlNames.folded(name));
    }

    /** The first of a name counts. */
    void addAlias(String name, @Nullable SelectItem<?> item) {
        aliases.putIfAbsent(SqlNames.folded(name), new OfAlias(this, name, item));
    }

    /** Items of a SELECT do not see each other's aliases; all other clauses do. */
    void showAliases(boolean visible) {
        aliasesVisible = visible;
    }

    /** Takes the columns of a name for one: of the source at an index and of those before. */
    void merge(String name, int joined) {
        merged.add(SqlNames.folded(name));
        for (var later : sources.subList(joined, Math.min(joined + 1, sources.size()))) {
            sources.subList(0, joined).stream()
                    .filter(s -> s.relation().isOpen() || s.relation().column(name) != null)
                    .forEach(earlier -> merges.add(new Merge(earlier, later)));
        }
    }

    /**
     * Does the same for all names that the sources from an index on share with those before.
     *
     * @return whether there were few enough to compare
     */
    boolean mergeAll(int joined) {
        for (var later : sources.subList(joined, sources.size())) {
            var names = later.relation().byName().keySet();
            for (var earlier : sources.subList(0, joined)) {
                compared += 1 + names.size();
                if (compared > MAX_COMPARED) {
                    return false;
                }
                var shared =
                        names.stream().filter(earlier.relation().byName()::containsKey).toList();
                if (!shared.isEmpty()) {
                    merged.addAll(shared);
                    merges.add(new Merge(earlier, later));
                }
            }
        }
        return true;
    }

    /** The alias of an item of the SELECT itself; null where none has this name. */
    @Nullable OfAlias alias(String name) {
        return aliases.get(SqlNames.folded(name));
    }

    /** The sources of this name in the SELECT itself. */
    List<Source> named(String name) {
        return sources.stream().filter(source -> source.isNamed(name)).toList();
    }

    ResolvedColumn resolve(String qualifier, String name) {
        Source first = null;
        for (Scope scope = this; scope != null; scope = scope.outer) {
            for (var source : scope.sources) {
                if (source.isNamed(qualifier)) {
                    var column = source.relation().column(name);
                    if (column != null) {
                        return new OfSource(scope, source, column, first);
                    }
                    if (source.mayHave(name)) {
                        return new Unlisted();
                    }
                    first = first == null ? source : first;
                }
            }
        }
        return first == null ? new NoSource() : new NoColumn();
    }

    /**
     * From the inner scope to the outer: columns of the FROM clause, then row numbers, then aliases
     * of the items.
     */
    ResolvedColumn resolve(String name) {
        for (Scope scope = this; scope != null; scope = scope.outer) {
            var own = scope.ownColumn(name);
            if (own != null) {
                return own;
            }
        }
        return new NoColumn();
    }

    private @Nullable ResolvedColumn ownColumn(String name) {
        OfSource found = null;
        for (var source : sources) {
            var column = source.relation().column(name);
            if (column != null && found != null) {
                return merged.contains(SqlNames.folded(name))
                        ? found
                        : new OfSource(this, found.source(), found.column(), source);
            }
            found = column == null ? found : new OfSource(this, source, column, null);
        }
        if (found != null) {
            return found;
        }
        if (sources.stream().anyMatch(source -> source.mayHave(name))) {
            return new Unlisted();
        }
        return aliasesVisible ? alias(name) : null;
    }
}
