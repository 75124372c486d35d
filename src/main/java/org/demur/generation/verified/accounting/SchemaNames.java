package org.demur.generation.verified.accounting;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.generation.verified.language.Abbreviations;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FunctionWords;
import org.demur.schema.SqlNames;
import org.demur.schema.Table;

/** What the words of a schema's names may mean. Immutable once read. */
final class SchemaNames {
    /** How columns of times are called, of whatever type: {@code paid_on}, {@code arrivalDate}. */
    private static final Pattern TIMES =
            Pattern.compile(
                    "(?i)(?:_on|_at|date|time|day|year|_since|_until|from|till)$|(?i)^(?:date|time)");

    /** As that of words for one root in the classifier of feasibility. */
    private static final int SHORTEST_ROOT = 5;

    private final Set<ColumnRef> all = new HashSet<>();
    private final Set<ColumnRef> figures = new HashSet<>();
    private final Set<ColumnRef> times = new HashSet<>();
    private final Set<ColumnRef> nullable = new HashSet<>();
    private final Map<String, Set<ColumnRef>> columns = new HashMap<>();
    private final boolean sortsNullsFirst;

    /** In lower case. */
    private final Map<String, Set<String>> tables = new HashMap<>();

    /** The table that each reference refers to. */
    private final Map<ColumnRef, String> references = new HashMap<>();

    SchemaNames(DatabaseSchema schema) {
        this.sortsNullsFirst = schema.dialect().sortsNullsFirst();
        for (Table table : schema.tables()) {
            for (String stem : StatementNames.stems(table.name())) {
                tables.computeIfAbsent(stem, _ -> new HashSet<>())
                        .add(StatementNames.folded(table.name()));
            }
            table.foreignKeys().forEach(key -> references.put(key.from(), key.to().table()));
            for (Column column : table.columns()) {
                var ref = new ColumnRef(table.name(), column.name());
                all.add(ref);
                if (column.hasNulls()) {
                    nullable.add(ref);
                }
                for (String stem : StatementNames.stems(column.name())) {
                    columns.computeIfAbsent(stem, _ -> new HashSet<>()).add(ref);
                }
                if (column.type().isNumeric()) {
                    if (!isKey(table, column.name())) {
                        figures.add(ref);
                    }
                } else if (column.type().isTemporal() || TIMES.matcher(column.name()).find()) {
                    times.add(ref);
                }
            }
        }
    }

    private static boolean isKey(Table table, String column) {
        return table.primaryKey().contains(column)
                || table.foreignKeys().stream().anyMatch(key -> key.from().column().equals(column));
    }

    Set<ColumnRef> all() {
        return all;
    }

    boolean has(ColumnRef column) {
        return all.contains(column);
    }

    /** Whether a column has numbers and is no key. */
    boolean isFigure(ColumnRef column) {
        return figures.contains(column);
    }

    /** Whether a column refers to another table, so that it stands for what is named there. */
    boolean isReference(ColumnRef column) {
        return references.containsKey(column);
    }

    /** Whether some row has no value there, as far as rows were read. */
    boolean mayBeNull(ColumnRef column) {
        return nullable.contains(column);
    }

    /** Whether rows without a value come before all others. */
    boolean nullsAreFirst(boolean isDescending) {
        return sortsNullsFirst != isDescending;
    }

    boolean isTime(ColumnRef column) {
        return times.contains(column);
    }

    /** Whether each row of a table belongs to one of another; both folded. */
    boolean refersTo(String table, String other) {
        return references.entrySet().stream()
                .anyMatch(reference ->
                        StatementNames.folded(reference.getKey().table()).equals(table)
                                && StatementNames.folded(reference.getValue()).equals(other));
    }

    /** The other columns of a reference's table that refer to the same table as it does. */
    Stream<ColumnRef> besides(ColumnRef reference) {
        String target = references.get(reference);
        return references.entrySet().stream()
                .filter(other -> other.getValue().equals(target))
                .map(Map.Entry::getKey)
                .filter(other -> other.table().equals(reference.table()))
                .filter(other -> !other.equals(reference));
    }

    /**
     * What a reference's name says of what it refers to, but what that is: "manager" of an officer.
     */
    Set<String> roles(ColumnRef reference) {
        String target = references.get(reference);
        if (target == null) {
            return Set.of();
        }
        Set<String> roles = new HashSet<>(StatementNames.stems(reference.column()));
        roles.removeAll(StatementNames.stems(target));
        roles.removeIf(FunctionWords.ENGLISH::contains);
        return roles;
    }

    /** The roles that rows of a table have for others of the same table. */
    Set<String> roles(String table) {
        Set<String> roles = new HashSet<>();
        references.forEach((reference, target) -> {
            if (SqlNames.areSame(target, table) && SqlNames.areSame(reference.table(), table)) {
                roles.addAll(roles(reference));
            }
        });
        return roles;
    }

    /** The columns with a word of a stem in their name. */
    Set<ColumnRef> columns(String stem) {
        return columns.getOrDefault(stem, Set.of());
    }

    boolean isOfColumn(String stem) {
        return columns.containsKey(stem);
    }

    boolean isTable(String stem) {
        return tables.containsKey(stem);
    }

    /** The tables, in lower case, with a word of a stem in their name, or what is short for it. */
    Set<String> tables(String stem) {
        Set<String> named = new HashSet<>();
        tables.forEach((part, of) -> {
            if (part.equals(stem) || Abbreviations.isShort(part, stem)) {
                named.addAll(of);
            }
        });
        return named;
    }

    /** Whether a table that a statement does not read is called by a word made of a stem. */
    boolean isOfOtherTable(String stem, StatementNames used) {
        return stem.length() >= SHORTEST_ROOT
                && tables.entrySet().stream()
                        .filter(table -> table.getKey().startsWith(stem))
                        .anyMatch(table ->
                                table.getValue().stream().noneMatch(used.tables()::contains));
    }

    /** Words, and parts of columns' names that are short for them. */
    Set<String> withAbbreviations(Set<String> words) {
        Set<String> both = new HashSet<>(words);
        for (String part : columns.keySet()) {
            if (words.stream().anyMatch(word -> Abbreviations.isShort(part, word))) {
                both.add(part);
            }
        }
        return both;
    }
}
