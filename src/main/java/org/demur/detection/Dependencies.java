package org.demur.detection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.demur.detection.Meaning.OfColumn;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;
import org.demur.sql.Source;
import org.demur.sql.Source.OfTable;

/** Which columns of a SELECT have one value per group, given the columns it groups by. */
final class Dependencies {
    private final List<Equality> equalities = new ArrayList<>();
    private final Set<OfColumn> constants = new HashSet<>();

    private record Equality(OfColumn one, OfColumn other) {}

    void addEqual(OfColumn one, OfColumn other) {
        equalities.add(new Equality(one, other));
    }

    void addConstant(OfColumn column) {
        constants.add(column);
    }

    /** Those of the columns that may have several values in one group. */
    List<OfColumn> undetermined(Collection<OfColumn> columns, Collection<OfColumn> grouped) {
        var known = new HashSet<>(constants);
        known.addAll(grouped);
        var sources = new HashSet<Source>();
        boolean grew = true;
        while (grew) {
            grew = known.stream().map(OfColumn::source).anyMatch(s -> addSource(s, known, sources));
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

    private static boolean isKnown(OfColumn column, Set<OfColumn> known, Set<Source> sources) {
        return known.contains(column) || sources.contains(column.source());
    }

    private static boolean addSource(Source source, Set<OfColumn> known, Set<Source> sources) {
        return isDetermined(source, known) && sources.add(source);
    }

    /** A sub-query's keys are not known: one known column of it is taken as enough. */
    private static boolean isDetermined(Source source, Set<OfColumn> known) {
        if (!(source.read() instanceof OfTable(var table))) {
            return true;
        }
        var names =
                known.stream()
                        .filter(k -> k.source() == source)
                        .map(k -> SqlNames.folded(k.column().name()))
                        .toList();
        return names.stream().anyMatch(n -> isUnique(table, n)) || holdsKey(table, names);
    }

    private static boolean isUnique(Table table, String column) {
        return table.column(column).filter(c -> c.unique()).isPresent();
    }

    private static boolean holdsKey(Table table, List<String> names) {
        return !table.primaryKey().isEmpty()
                && table.primaryKey().stream().map(SqlNames::folded).allMatch(names::contains);
    }
}
