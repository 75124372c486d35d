package org.demur.detection;

import static org.demur.detection.FindingCode.AMBIGUOUS_COLUMN;
import static org.demur.detection.FindingCode.UNKNOWN_COLUMN;
import static org.demur.detection.FindingCode.UNKNOWN_TABLE;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import org.demur.detection.Meaning.Computed;
import org.demur.detection.Meaning.OfColumn;
import org.demur.detection.Meaning.OfText;
import org.demur.failure.NearestName;
import org.demur.schema.Dialect;
import org.demur.schema.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * Binds the names of columns. From the inner scope to the outer: columns of the FROM clause, then
 * row numbers, then aliases of the SELECT list; a name in double quotes that is none of these is a
 * text.
 */
final class NameBinder {
    private static final Set<String> ROW_NUMBERS = Set.of("rowid", "oid", "_rowid_");

    private final IndexedSchema schema;
    private final FindingLog log;

    NameBinder(IndexedSchema schema, FindingLog log) {
        this.schema = schema;
        this.log = log;
    }

    Dialect dialect() {
        return schema.schema().dialect();
    }

    Meaning column(Column column, Scope scope) {
        var qualifier = column.getTableName();
        if (qualifier == null || qualifier.isEmpty()) {
            return unqualified(column, scope);
        }
        return qualified(column, Names.folded(qualifier), scope);
    }

    /** The sources that {@code alias.*} stands for. */
    List<Source> sources(AllTableColumns star, Scope scope) {
        var name = Names.folded(star.getTable().getName());
        var named = scope.sources().stream().filter(s -> s.name().equals(name)).toList();
        if (named.isEmpty()) {
            reportUnknownSource(star.getTable().getName());
        }
        return named;
    }

    private Meaning qualified(Column column, String qualifier, Scope scope) {
        var name = Names.folded(column.getColumnName());
        boolean sourceKnown = false;
        for (Scope s = scope; s != null; s = s.outer()) {
            for (var source : s.sources()) {
                if (source.name().equals(qualifier)) {
                    sourceKnown = true;
                    var meaning = in(source, name, s);
                    if (meaning != null) {
                        return meaning;
                    }
                }
            }
        }
        if (sourceKnown) {
            reportUnknownColumn(column, scope);
        } else if (Names.isDoubleQuoted(column.getTableName())) {
            return Computed.TEXT; // the parser splits a text such as "e.g. this" at its dots
        } else {
            reportUnknownSource(column.getTableName());
        }
        return Computed.UNKNOWN;
    }

    private @Nullable Meaning in(Source source, String name, Scope scope) {
        var found = source.relation().column(name);
        if (found.isPresent()) {
            var sourced = new SourcedColumn(source, found.get());
            scope.use(sourced);
            return new OfColumn(sourced);
        }
        return source.relation().open() || isRowNumber(source, name) ? Computed.UNKNOWN : null;
    }

    private static boolean isRowNumber(Source source, String name) {
        return source.table() != null && ROW_NUMBERS.contains(name);
    }

    private Meaning unqualified(Column column, Scope scope) {
        var name = Names.folded(column.getColumnName());
        for (Scope s = scope; s != null; s = s.outer()) {
            var meaning = unqualified(column, name, s);
            if (meaning != null) {
                return meaning;
            }
        }
        if (Names.isDoubleQuoted(column.getColumnName())) {
            return new OfText(SqlNames.plain(column.getColumnName()));
        }
        if (name.equals("true") || name.equals("false")) {
            return Computed.NUMBER;
        }
        reportUnknownColumn(column, scope);
        return Computed.UNKNOWN;
    }

    private @Nullable Meaning unqualified(Column column, String name, Scope scope) {
        var holders =
                scope.sources().stream()
                        .filter(s -> s.relation().column(name).isPresent())
                        .toList();
        if (holders.size() > 1 && !scope.isMerged(name)) {
            log.report(
                    AMBIGUOUS_COLUMN,
                    column.getColumnName(),
                    "The column %s could be that of %s or of %s."
                            .formatted(name, holders.get(0).name(), holders.get(1).name()));
        }
        if (!holders.isEmpty()) {
            return in(holders.getFirst(), name, scope);
        }
        for (var source : scope.sources()) {
            if (source.relation().open() || isRowNumber(source, name)) {
                return Computed.UNKNOWN;
            }
        }
        return scope.aliased(name);
    }

    private void reportUnknownSource(String qualifier) {
        log.report(
                UNKNOWN_TABLE,
                SqlNames.plain(qualifier),
                "%s is no table of this statement.".formatted(SqlNames.plain(qualifier)));
    }

    private void reportUnknownColumn(Column column, Scope scope) {
        var name = SqlNames.plain(column.getColumnName());
        log.report(
                UNKNOWN_COLUMN,
                column.toString(),
                "There is no column %s here%s".formatted(name, hint(name, scope)));
    }

    private String hint(String name, Scope scope) {
        var visible = new ArrayList<String>();
        for (Scope s = scope; s != null; s = s.outer()) {
            s.sources().stream()
                    .flatMap(source -> source.relation().columns().stream())
                    .forEach(c -> visible.add(c.name()));
        }
        var holder =
                schema.schema().tables().stream()
                        .filter(t -> t.column(name).isPresent())
                        .findFirst();
        return holder.map(t -> "; " + t.name() + " has one.")
                .or(() -> NearestName.of(name, visible).map(n -> "; did you mean " + n + "?"))
                .orElse(".");
    }
}
