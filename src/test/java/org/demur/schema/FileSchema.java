package org.demur.schema;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Schemas of databases in files, of which little is declared. */
public final class FileSchema {
    private FileSchema() {}

    public static DatabaseSchema of(
            String id,
            String description,
            List<String> assumptions,
            @Nullable LocalDateTime now,
            Map<String, BigDecimal> constants,
            List<Table> tables,
            ValueIndex values,
            SemanticLayer semantics) {
        return new DatabaseSchema(
                id,
                description,
                assumptions,
                now,
                constants,
                tables,
                values,
                semantics,
                Dialect.ofFiles());
    }

    /** A schema of whose meaning nothing is declared. */
    public static DatabaseSchema of(
            String id,
            String description,
            List<String> assumptions,
            @Nullable LocalDateTime now,
            Map<String, BigDecimal> constants,
            List<Table> tables,
            ValueIndex values) {
        return of(id, description, assumptions, now, constants, tables, values, SemanticLayer.NONE);
    }

    /** A schema without constants. */
    public static DatabaseSchema of(
            String id,
            String description,
            List<String> assumptions,
            @Nullable LocalDateTime now,
            List<Table> tables,
            ValueIndex values) {
        return of(id, description, assumptions, now, Map.of(), tables, values);
    }
}
