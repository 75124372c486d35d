package org.demur.schema;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a database offers to questions. Immutable.
 *
 * @param id the database's name in requests
 * @param description one sentence for people; possibly empty
 * @param assumptions how questions are to be read in SQL, one sentence each; possibly none
 * @param now the data's present, where it is not the clock's; null means the clock's
 * @param constants numbers that statements may use by name, as if each were a column of every row;
 *     a real column of that name comes first
 * @param tables the tables that the configuration leaves visible
 * @param values the distinct values of text columns
 * @param semantics what is declared of their meaning; possibly nothing
 * @param dialect the SQL that is spoken there
 */
public record DatabaseSchema(
        String id,
        String description,
        List<String> assumptions,
        @Nullable LocalDateTime now,
        Map<String, BigDecimal> constants,
        List<Table> tables,
        ValueIndex values,
        SemanticLayer semantics,
        Dialect dialect) {
    public DatabaseSchema {
        assumptions = List.copyOf(assumptions);
        constants = Map.copyOf(constants);
        tables = List.copyOf(tables);
    }

    /** Of tables and columns, in lower case. */
    public Set<String> names() {
        return tables.stream()
                .flatMap(table ->
                        Stream.concat(
                                Stream.of(table.name()),
                                table.columns().stream().map(Column::name)))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The constant of this name, upper and lower case alike. */
    public Optional<BigDecimal> constant(String name) {
        return constants.entrySet().stream()
                .filter(e -> SqlNames.areSame(e.getKey(), name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The table of this name, upper and lower case alike. */
    public Optional<Table> table(String tableName) {
        return tables.stream().filter(t -> SqlNames.areSame(t.name(), tableName)).findFirst();
    }

    /** The column of this table and name, upper and lower case alike. */
    public Optional<Column> column(ColumnRef ref) {
        return table(ref.table()).flatMap(t -> t.column(ref.column()));
    }
}
