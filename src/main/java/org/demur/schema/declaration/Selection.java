package org.demur.schema.declaration;

import java.util.List;

/**
 * Which tables and columns questions may use, and what they mean. Names match upper and lower case
 * alike.
 *
 * @param includeTables all tables where empty
 * @param excludeTables taken away from the included ones
 * @param excludeColumns as {@code table.column}
 * @param columnTexts descriptions of columns, as {@code table.column}
 */
public record Selection(
        List<Located> includeTables,
        List<Located> excludeTables,
        List<Description> tableTexts,
        List<Located> excludeColumns,
        List<Description> columnTexts) {
    public static final Selection ALL =
            new Selection(List.of(), List.of(), List.of(), List.of(), List.of());

    public Selection {
        includeTables = List.copyOf(includeTables);
        excludeTables = List.copyOf(excludeTables);
        tableTexts = List.copyOf(tableTexts);
        excludeColumns = List.copyOf(excludeColumns);
        columnTexts = List.copyOf(columnTexts);
    }

    /** What a table or column means, in a person's words. */
    public record Description(Located name, String text) {}
}
