package org.demur.detection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.demur.schema.Table;

/** Which columns of a SELECT have one value per group, given the columns it groups by. */
final class Dependencies {
    private final List<Equality> equalities = new ArrayList<>();
    private final Set<SourcedColumn> constants = new HashSet<>();

    private record Equality(SourcedColumn one, SourcedColumn other) {}

    void addEqual(SourcedColumn one, SourcedColumn other) {
        equalities.add(new Equality(one, other));
    }

    void addConstant(SourcedColumn column) {
        constants.add(column);
    }

    /** Those of the columns that may have several values in one group. */
    List<SourcedColumn> undetermined(
            Collection<SourcedColumn> columns, Collection<SourcedColumn> grouped) {
        var known = new HashSet<>(constants);
        known.addAll(grouped);
        var sources = new HashSet<Source>();
        boolean grew = true;
        while (grew) {
            grew =
                    known.stream()
                            .map(SourcedColumn::source)
                            .anyMatch(s -> addSource(s, known, sources));
            for (var equality : equalities) {
                if (isKnown(equality.one, known, sources)) {
                    grew |= known.add(equality.other);
                }
                if (isKnown(equality.other, known, sources)) {
                    grew |= known.add(equality.one);
                }
            }
        }
        return columns.stream().filter(c -> !isKnown(c, known, sources)).toList();
    }

    private static boolean isKnown(
            SourcedColumn column, Set<SourcedColumn> known, Set<Source> sources) {
        return known.contains(column) || sources.contains(column.source());
    }

    private static boolean addSource(Source source, Set<SourcedColumn> known, Set<Source> sources) {
        return isDetermined(source, known) && sources.add(source);
    }

    /** A sub-query's keys are not known: one known column of it is taken as enough. */
    private static boolean isDetermined(Source source, Set<SourcedColumn> known) {
        var table = source.table();
        if (table == null) {
            return true;
        }
        var names =
                known.stream()
                        .filter(k -> k.source() == source)
                        .map(k -> Names.folded(k.column().name()))
                        .toList();
        return names.stream().anyMatch(n -> isUnique(table, n)) || holdsKey(table, names);
    }

    private static boolean isUnique(Table table, String column) {
        return table.column(column).filter(c -> c.unique()).isPresent();
    }

    private static boolean holdsKey(Table table, List<String> names) {
        return !table.primaryKey().isEmpty()
                && table.primaryKey().stream().map(Names::folded).allMatch(names::contains);
    }
}
