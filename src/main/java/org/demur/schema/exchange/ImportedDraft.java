package org.demur.schema.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.JsonFault;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SemanticLayer;
import org.demur.schema.Table;
import org.demur.schema.declaration.SemanticsText;
import org.demur.schema.declaration.YamlDocument;
import org.demur.schema.exchange.ForeignModel.Dataset;
import org.demur.schema.exchange.ForeignModel.Field;
import org.demur.schema.exchange.ForeignModel.Join;
import org.demur.schema.exchange.ForeignModel.Pair;
import org.demur.schema.exchange.ForeignModel.Role;
import org.jspecify.annotations.Nullable;

/**
 * Another tool's semantic model as keys of a database's declaration.
 *
 * @param sections lines by the key that they declare, the key's own line first
 * @param left what has no counterpart, and why; a line each
 */
public record ImportedDraft(Map<String, List<String>> sections, List<String> left) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
    private static final YAMLMapper YAML = new YAMLMapper();

    /**
     * The draft for a database.
     *
     * @param text of the file
     * @param refused tells why a statement cannot be a verified query of the database; empty where
     *     it can
     * @throws GatewayException INVALID_INPUT_FILE where the text is no such file
     */
    public static ImportedDraft of(
            ForeignFormat format,
            String text,
            DatabaseSchema schema,
            Function<String, Optional<String>> refused) {
        var file = ForeignNode.of(parsed(format, text));
        var model = format.read(file);
        var draft = new Drafting(schema, refused);
        draft.add(model);
        file.left().forEach(place -> draft.left.add(place + ": nothing here says that"));
        return new ImportedDraft(draft.sections(model), List.copyOf(draft.left));
    }

    private static JsonNode parsed(ForeignFormat format, String text) {
        try {
            var root = YAML.readTree(text);
            if (root != null && root.path(format.key()).isArray()) {
                return root;
            }
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "the file has no list '%s': is it of another form?".formatted(format.key()));
        } catch (JsonProcessingException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "the file is neither YAML nor JSON%s: %s"
                            .formatted(JsonFault.place(e), YamlDocument.reason(e)),
                    e);
        }
    }

    /** Whether a text is a column's name by itself. */
    static boolean isName(String expression) {
        return NAME.matcher(expression).matches();
    }

    /** Collects what is said of tables and columns that are there. */
    private static final class Drafting {
        private final DatabaseSchema schema;
        private final Function<String, Optional<String>> refused;
        private final Map<String, Table> tables = new LinkedHashMap<>();
        private final Set<String> notes = new LinkedHashSet<>();
        private final Map<String, String> aboutTables = new LinkedHashMap<>();
        private final Map<String, String> aboutColumns = new LinkedHashMap<>();
        private final List<SemanticLayer.Entity> entities = new ArrayList<>();
        private final List<SemanticLayer.Event> events = new ArrayList<>();
        private final List<Pair> pairs = new ArrayList<>();
        private final List<String> left = new ArrayList<>();

        Drafting(DatabaseSchema schema, Function<String, Optional<String>> refused) {
            this.schema = schema;
            this.refused = refused;
        }

        void add(ForeignModel model) {
            notes.addAll(model.notes());
            model.datasets().forEach(this::add);
            model.joins().forEach(this::check);
            for (var pair : model.pairs()) {
                refused.apply(pair.sql())
                        .ifPresentOrElse(
                                why -> left.add(pair.place() + ": its SQL is refused: " + why),
                                () -> pairs.add(pair));
            }
            left.addAll(model.left());
        }

        private void add(Dataset dataset) {
            var table =
                    schema.tables().stream()
                            .filter(t -> t.name().equalsIgnoreCase(dataset.table()))
                            .findFirst();
            if (table.isEmpty()) {
                left.add(
                        "%s: there is no table \"%s\"".formatted(dataset.place(), dataset.table()));
                return;
            }
            tables.put(dataset.name(), table.get());
            if (!dataset.description().isEmpty()) {
                aboutTables.put(table.get().name(), ForeignModel.onOneLine(dataset.description()));
            }
            if (!dataset.words().isEmpty()) {
                entities.add(new SemanticLayer.Entity(table.get().name(), null, dataset.words()));
            }
            dataset.fields().forEach(field -> add(field, table.get()));
            addEvent(dataset, table.get());
        }

        private void add(Field field, Table table) {
            var column = column(field, table);
            if (column.isPresent()) {
                var text = said(field, column.get(), table);
                if (!text.isEmpty()) {
                    aboutColumns.merge(
                            table.name() + "." + column.get().name(),
                            text,
                            (one, other) -> one.equals(other) ? one : one + "; " + other);
                }
            } else if (isName(field.expression())) {
                left.add(
                        "%s: %s has no column \"%s\""
                                .formatted(field.place(), table.name(), field.expression()));
            } else {
                notes.add(
                        "Of %s, %s"
                                .formatted(
                                        table.name(),
                                        ForeignModel.definition(
                                                field.name(),
                                                field.words(),
                                                field.expression(),
                                                field.description())));
            }
        }

        /** Names that say another thing than the table's and the column's own. */
        private static String said(Field field, Column column, Table table) {
            var own = new HashSet<>(ForeignModel.words(column.name()));
            own.addAll(ForeignModel.words(table.name()));
            var names = new LinkedHashSet<String>();
            names.add(field.name().replace('_', ' '));
            names.addAll(field.words());
            names.removeIf(name -> own.containsAll(ForeignModel.words(name)));
            var called = String.join(", ", names);
            var description = ForeignModel.onOneLine(field.description());
            return description.isEmpty() || called.isEmpty()
                    ? description + called
                    : "%s (%s)".formatted(description.replaceAll("[.\\s]+$", ""), called);
        }

        private static Optional<Column> column(Field field, Table table) {
            var name = field.expression();
            int dot = name.indexOf('.');
            var bare = dot > 0 && isName(name.substring(0, dot)) ? name.substring(dot + 1) : name;
            return table.columns().stream()
                    .filter(c -> c.name().equalsIgnoreCase(bare))
                    .findFirst();
        }

        /** Where a table has one time, or names the one that counts, it tells of what happened. */
        private void addEvent(Dataset dataset, Table table) {
            var times = dataset.fields().stream().filter(f -> f.role() == Role.TIME).toList();
            var chosen =
                    times.stream()
                            .filter(f ->
                                    dataset.time().isEmpty()
                                            ? times.size() == 1
                                            : f.name().equals(dataset.time()))
                            .findFirst()
                            .flatMap(f -> column(f, table));
            if (chosen.isPresent()) {
                events.add(
                        new SemanticLayer.Event(
                                table.name(),
                                new ColumnRef(table.name(), chosen.get().name()),
                                null,
                                null,
                                number(dataset, table)));
            } else if (!times.isEmpty()) {
                left.add(
                        "%s: which of its times tells when a row happened? %s"
                                .formatted(
                                        dataset.place(),
                                        times.stream()
                                                .map(Field::name)
                                                .collect(Collectors.joining(", "))));
            }
        }

        private static SemanticLayer.@Nullable KeyedPath number(Dataset dataset, Table table) {
            var numbers =
                    dataset.fields().stream()
                            .filter(f -> f.role() == Role.NUMBER)
                            .flatMap(f -> column(f, table).stream())
                            .distinct()
                            .toList();
            return numbers.size() == 1
                    ? new SemanticLayer.KeyedPath(
                            new ColumnRef(table.name(), numbers.getFirst().name()), List.of())
                    : null;
        }

        /** Keys are read from the database itself; what it does not declare, it must be told. */
        private void check(Join join) {
            var from = tables.get(join.from());
            var to = tables.get(join.to());
            if (from == null || to == null) {
                left.add(join.place() + ": one of its tables is not there");
                return;
            }
            for (int i = 0; i < Math.min(join.fromColumns().size(), join.toColumns().size()); i++) {
                var column = join.fromColumns().get(i);
                var referred = to.name() + "." + join.toColumns().get(i);
                if (from.foreignKeys().stream()
                        .noneMatch(key ->
                                key.from().column().equalsIgnoreCase(column)
                                        && key.to().toString().equalsIgnoreCase(referred))) {
                    left.add(
                            "%s: the database declares no foreign key %s.%s to %s"
                                    .formatted(join.place(), from.name(), column, referred));
                }
            }
        }

        Map<String, List<String>> sections(ForeignModel model) {
            var sections = new LinkedHashMap<String, List<String>>();
            if (!model.description().isEmpty()) {
                sections.put(
                        "description",
                        List.of("description: " + SemanticsText.quoted(model.description())));
            }
            if (!notes.isEmpty()) {
                var lines = new ArrayList<String>(List.of("assumptions:"));
                notes.forEach(note -> lines.add("  - " + SemanticsText.quoted(note)));
                sections.put("assumptions", lines);
            }
            described("tables", aboutTables, sections);
            described("columns", aboutColumns, sections);
            if (!pairs.isEmpty()) {
                var lines = new ArrayList<String>(List.of("verified:", "  pairs:"));
                for (var pair : pairs) {
                    lines.add("    - question: " + SemanticsText.quoted(pair.question()));
                    lines.add("      sql: " + SemanticsText.quoted(pair.sql()));
                }
                sections.put("verified", lines);
            }
            var layer =
                    new SemanticLayer(
                            entities, events, List.of(), List.of(), List.of(), List.of(),
                            List.of());
            if (!layer.isEmpty()) {
                sections.put("semantics", SemanticsText.of(layer, "demur import"));
            }
            return sections;
        }

        private static void described(
                String key, Map<String, String> texts, Map<String, List<String>> sections) {
            if (!texts.isEmpty()) {
                var lines = new ArrayList<String>(List.of(key + ":", "  describe:"));
                texts.forEach((name, text) ->
                        lines.add(
                                "    %s: %s"
                                        .formatted(
                                                SemanticsText.text(name),
                                                SemanticsText.quoted(text))));
                sections.put(key, lines);
            }
        }
    }
}
