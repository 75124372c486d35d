package org.demur.detection;

import static org.demur.detection.FindingCode.AMBIGUOUS_COLUMN;
import static org.demur.detection.FindingCode.UNKNOWN_COLUMN;
import static org.demur.detection.FindingCode.UNKNOWN_TABLE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.demur.detection.Meaning.Computed;
import org.demur.detection.Meaning.OfColumn;
import org.demur.detection.Meaning.OfRows;
import org.demur.detection.Meaning.OfText;
import org.demur.failure.NearestName;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SqlNames;
import org.demur.sql.RelationColumn;
import org.demur.sql.Resolution;
import org.demur.sql.ResolvedColumn.NoColumn;
import org.demur.sql.ResolvedColumn.NoSource;
import org.demur.sql.ResolvedColumn.OfAlias;
import org.demur.sql.ResolvedColumn.OfSource;
import org.demur.sql.ResolvedColumn.Unlisted;
import org.demur.sql.Scope;
import org.demur.sql.Source;
import org.demur.sql.ValueKind;
import org.jspecify.annotations.Nullable;

/**
 * Says what names mean, and reports those that mean nothing or may mean several things. A name in
 * double quotes that means nothing is a text.
 */
final class NameBinder {
    private final DatabaseSchema schema;
    private final Resolution resolution;
    private final FindingLog log;
    private final Map<Scope, Usage> usages = new HashMap<>();
    private final IdentityHashMap<SelectItem<?>, Meaning> items = new IdentityHashMap<>();

    NameBinder(DatabaseSchema schema, Resolution resolution, FindingLog log) {
        this.schema = schema;
        this.resolution = resolution;
        this.log = log;
    }

    DatabaseSchema schema() {
        return schema;
    }

    void add(Usage usage) {
        usages.put(usage.scope(), usage);
    }

    /** Notes what an item was found to mean, for those that use it by its alias or from outside. */
    void add(SelectItem<?> item, Meaning meaning) {
        items.put(item, meaning);
    }

    Meaning column(Column column, Usage usage) {
        boolean qualified = column.getTableName() != null && !column.getTableName().isEmpty();
        return switch (resolution.of(column)) {
            case OfSource found -> {
                if (!qualified && found.rival() != null) {
                    reportAmbiguous(column, found.source(), found.rival());
                }
                yield used(found.scope(), found.source(), found.column());
            }
            case OfAlias alias -> meaning(alias.item());
            case Unlisted _ -> Computed.UNKNOWN;
            case NoSource _ -> {
                if (isDoubleQuoted(column.getTableName())) {
                    yield Computed.TEXT; // the parser splits a text such as "e.g. this" at its dots
                }
                reportUnknownSource(column.getTableName());
                yield Computed.UNKNOWN;
            }
            case NoColumn _ -> qualified ? unknown(column, usage) : unqualified(column, usage);
        };
    }

    private Meaning used(Scope scope, Source source, RelationColumn column) {
        var meaning = new OfColumn(source, column, kind(column));
        var usage = usages.get(scope);
        if (usage != null) {
            usage.use(meaning);
        }
        return meaning;
    }

    private Meaning unqualified(Column column, Usage usage) {
        var name = column.getColumnName();
        if (isDoubleQuoted(name)) {
            return new OfText(SqlNames.plain(name));
        }
        return SqlNames.areSame(name, "true") || SqlNames.areSame(name, "false")
                ? Computed.NUMBER
                : unknown(column, usage);
    }

    private static boolean isDoubleQuoted(String name) {
        return name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"");
    }

    /** Notes that all columns of some sources are used. */
    void useAll(List<Source> sources, Usage usage) {
        for (var source : sources) {
            source.relation().columns().forEach(c -> used(usage.scope(), source, c));
        }
    }

    /** The sources that {@code alias.*} stands for. */
    List<Source> sources(AllTableColumns star) {
        var named = resolution.of(star);
        if (named.isEmpty()) {
            reportUnknownSource(star.getTable().getName());
        }
        return named;
    }

    /** The rows of a sub-query that was bound. */
    OfRows rows(Select select) {
        var relation = resolution.relation(select);
        return new OfRows(
                relation,
                relation.columns().size() == 1
                        ? kind(relation.columns().getFirst())
                        : ValueKind.ANYTHING);
    }

    private ValueKind kind(RelationColumn column) {
        return column.item() == null ? column.kind() : meaning(column.item()).kind();
    }

    private Meaning meaning(@Nullable SelectItem<?> item) {
        return items.getOrDefault(item, Computed.UNKNOWN);
    }

    void reportUnknown(Table table) {
        var written = SqlNames.plain(table.getName());
        var names = schema.tables().stream().map(t -> t.name()).toList();
        log.report(
                UNKNOWN_TABLE,
                written,
                "There is no table %s%s".formatted(written, nearest(written, names)));
    }

    private void reportUnknownSource(String qualifier) {
        log.report(
                UNKNOWN_TABLE,
                SqlNames.plain(qualifier),
                "%s is no table of this statement.".formatted(SqlNames.plain(qualifier)));
    }

    private void reportAmbiguous(Column column, Source one, Source other) {
        log.report(
                AMBIGUOUS_COLUMN,
                column.getColumnName(),
                "The column %s could be that of %s or of %s."
                        .formatted(
                                SqlNames.folded(SqlNames.plain(column.getColumnName())),
                                SqlNames.folded(one.name()),
                                SqlNames.folded(other.name())));
    }

    private Meaning unknown(Column column, Usage usage) {
        var name = SqlNames.plain(column.getColumnName());
        log.report(
                UNKNOWN_COLUMN,
                column.toString(),
                "There is no column %s here%s".formatted(name, hint(name, usage.scope())));
        return Computed.UNKNOWN;
    }

    private String hint(String name, Scope scope) {
        var visible = new ArrayList<String>();
        for (Scope s = scope; s != null; s = s.outer()) {
            s.sources()
                    .forEach(source ->
                            source.relation().columns().forEach(c -> visible.add(c.name())));
        }
        return schema.tables().stream()
                .filter(t -> t.column(name).isPresent())
                .findFirst()
                .map(t -> "; " + t.name() + " has one.")
                .orElseGet(() -> nearest(name, visible));
    }

    private static String nearest(String name, List<String> names) {
        return NearestName.of(name, names).map(n -> "; did you mean " + n + "?").orElse(".");
    }
}
