package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Dialect;
import org.demur.schema.SqlNames;

/** Tables and columns by number, in the database's order. Immutable. */
final class NumberedSchema {
    private static final Pattern NUMERIC = Pattern.compile("INT|REAL|FLOA|DOUB|NUM|DEC");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> RESERVED =
            Set.of(
                    ("select from where group order by table index all and or not in is null like between union"
                                    + " except intersect join on as case when then else end limit having distinct"
                                    + " references transaction default check primary key values to set add foreign"
                                    + " constraint create drop delete insert update unique using into exists escape"
                                    + " collate")
                            .split(" "));

    /** The kinds of columns that the model knows. */
    enum Kind {
        TEXT(4),
        NUMBER(5),
        TIME(6),
        BOOLEAN(7);

        private final int feature;

        Kind(int feature) {
            this.feature = feature;
        }

        /** The place of the model's feature that says so. */
        int feature() {
            return feature;
        }

        /** By the type as declared. */
        static Kind of(String declared) {
            var type = declared.toUpperCase(Locale.ROOT);
            if (type.contains("BOOL") || type.equals("BIT")) {
                return BOOLEAN;
            }
            if (type.contains("DATE") || type.contains("TIME") || type.equals("YEAR")) {
                return TIME;
            }
            return NUMERIC.matcher(type).find() ? NUMBER : TEXT;
        }
    }

    record NumberedTable(String name, List<Integer> columns, long rows) {}

    record NumberedColumn(int table, String name, Kind kind, boolean primary) {}

    /** Two columns, of a reference the referring one first. */
    record ColumnPair(int first, int second) {
        ColumnPair reversed() {
            return new ColumnPair(second, first);
        }
    }

    private final List<NumberedTable> tables = new ArrayList<>();
    private final List<NumberedColumn> columns = new ArrayList<>();
    private final List<ColumnPair> references = new ArrayList<>();
    private final Map<String, Integer> numbersOfTables = new HashMap<>();
    private final Map<ColumnRef, Integer> numbers = new HashMap<>();
    private final Dialect dialect;

    NumberedSchema(DatabaseSchema schema) {
        dialect = schema.dialect();
        for (var table : schema.tables()) {
            Set<String> key = new HashSet<>();
            table.primaryKey().forEach(name -> key.add(SqlNames.folded(name)));
            List<Integer> own = new ArrayList<>();
            for (var column : table.columns()) {
                own.add(columns.size());
                numbers.put(folded(table.name(), column.name()), columns.size());
                columns.add(
                        new NumberedColumn(
                                tables.size(),
                                column.name(),
                                Kind.of(column.declaredType()),
                                key.contains(SqlNames.folded(column.name()))));
            }
            numbersOfTables.put(SqlNames.folded(table.name()), tables.size());
            tables.add(new NumberedTable(table.name(), List.copyOf(own), table.rowCount()));
        }
        for (var table : schema.tables()) {
            for (var reference : table.foreignKeys()) {
                var from = numbers.get(folded(reference.from().table(), reference.from().column()));
                var to = numbers.get(folded(reference.to().table(), reference.to().column()));
                if (from != null && to != null) {
                    references.add(new ColumnPair(from, to));
                }
            }
        }
    }

    private static ColumnRef folded(String table, String column) {
        return new ColumnRef(SqlNames.folded(table), SqlNames.folded(column));
    }

    List<NumberedTable> tables() {
        return tables;
    }

    List<NumberedColumn> columns() {
        return columns;
    }

    List<ColumnPair> references() {
        return references;
    }

    Optional<Integer> table(String name) {
        return Optional.ofNullable(numbersOfTables.get(SqlNames.folded(name)));
    }

    Optional<Integer> column(int table, String name) {
        return Optional.ofNullable(numbers.get(folded(tables.get(table).name, name)));
    }

    NumberedColumn column(int number) {
        return columns.get(number);
    }

    int tableOf(int column) {
        return columns.get(column).table;
    }

    ColumnRef ref(int column) {
        return new ColumnRef(tables.get(tableOf(column)).name, columns.get(column).name);
    }

    /** The name of a table as a statement says it. */
    String tableName(int table) {
        return said(tables.get(table).name);
    }

    /** The name of a column as a statement says it. */
    String columnName(int column) {
        return said(columns.get(column).name);
    }

    private String said(String name) {
        boolean isPlain =
                PLAIN.matcher(name).matches()
                        && dialect.named(name).equals(name)
                        && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
        return isPlain ? name : dialect.quoted(name);
    }
}
