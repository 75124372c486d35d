package org.demur.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SchemaFormTest {
    private static final List<List<@Nullable Object>> ROWS =
            List.of(
                    Arrays.asList(1L, "Kestrel", null),
                    Arrays.asList(2L, "Otter*/\nDROP TABLE brand", "a".repeat(70)));

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void isWrittenAsInThePaper(JsonNode given) {
        // given
        var form =
                SchemaForm.named(given.path("form").asText(), (table, limit) -> rows(table))
                        .orElseThrow();

        // when
        var text = form.text(schema(), given.path("question").asText());

        // then
        assertThat(text).isEqualTo(given.path("text").asText().stripTrailing());
    }

    static Stream<Named<JsonNode>> forms() throws IOException {
        var file = Path.of("src/test/resources/models/schema-forms.yaml").toFile();
        return StreamSupport.stream(new YAMLMapper().readTree(file).spliterator(), false)
                .map(one -> Named.of(one.path("name").asText(), one));
    }

    private static List<List<@Nullable Object>> rows(Table table) {
        return table.name().equals("brand") ? ROWS : List.of();
    }

    private static DatabaseSchema schema() {
        var brand =
                new Table(
                        "brand",
                        "Makers.",
                        List.of(
                                column("id", ColumnType.INTEGER, "INTEGER", false, true, ""),
                                column("name", ColumnType.TEXT, "TEXT", false, true, ""),
                                column(
                                        "country",
                                        ColumnType.TEXT,
                                        "",
                                        true,
                                        false,
                                        "Where\nit is made.")),
                        List.of("id"),
                        List.of(),
                        2);
        var part =
                new Table(
                        "spare part",
                        "",
                        List.of(
                                column("part no", ColumnType.INTEGER, "INTEGER", false, true, ""),
                                column("brand_id", ColumnType.INTEGER, "INT", false, false, "")),
                        List.of("part no", "brand_id"),
                        List.of(
                                new ForeignKey(
                                        new ColumnRef("spare part", "brand_id"),
                                        new ColumnRef("brand", "id"))),
                        0);
        return FileSchema.of("shop", "", List.of(), null, List.of(brand, part), values());
    }

    private static Column column(
            String name,
            ColumnType type,
            String declared,
            boolean nullable,
            boolean unique,
            String description) {
        return new Column(name, type, declared, nullable, unique, description);
    }

    private static ValueIndex values() {
        return new ValueIndex() {
            @Override
            public java.util.Set<ColumnRef> columns() {
                return java.util.Set.of(new ColumnRef("brand", "country"));
            }

            @Override
            public List<String> values(ColumnRef column) {
                return columns().contains(column)
                        ? new ArrayList<>(List.of("Belgium", "France", "New France", "Norway"))
                        : List.of();
            }

            @Override
            public boolean complete(ColumnRef column) {
                return true;
            }

            @Override
            public boolean contains(ColumnRef column, String value) {
                return values(column).contains(value);
            }
        };
    }
}
