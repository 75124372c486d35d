package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.demur.generation.verified.template.DeclaredPaths;
import org.demur.generation.verified.template.DefaultFilters;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.TemplateInduction;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FunctionWords;
import org.demur.schema.ReachableValues;
import org.demur.schema.SemanticLayer;
import org.demur.schema.SemanticLayer.Entity;
import org.demur.schema.SemanticLayer.Event;
import org.demur.schema.SemanticLayer.KeyedPath;
import org.demur.schema.SemanticLayer.Synonym;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlTreeReader;
import org.jspecify.annotations.Nullable;

/**
 * What induction finds in pairs, written as a semantic layer for a person to correct. What is
 * declared already is kept, and goes before what is found.
 */
public final class SemanticLayerInduction {
    /** Roles that a table's columns must play at least to count as an event. */
    private static final int FEWEST_ROLES = 2;

    /** A column that is called by what it holds: a name. */
    private static final Pattern NAME = Pattern.compile("(?:^|_)name$", Pattern.CASE_INSENSITIVE);

    private final DatabaseSchema schema;
    private final Map<String, Map<KeyedPath, Integer>> items = new TreeMap<>();
    private final Map<String, Map<KeyedPath, Integer>> scopes = new TreeMap<>();
    private final Map<String, Map<KeyedPath, Integer>> measures = new TreeMap<>();
    private final Map<String, Map<KeyedPath, Integer>> names = new TreeMap<>();

    private SemanticLayerInduction(DatabaseSchema schema) {
        this.schema = schema;
    }

    /**
     * The layer of a database.
     *
     * @param pairs those whose statement cannot be read are passed over
     * @param values the live database
     */
    public static SemanticLayer of(
            DatabaseSchema schema, List<VerifiedQuery> pairs, ReachableValues values) {
        Map<String, ParsedStatement> statements = new HashMap<>();
        var filters = new DefaultFilters();
        for (VerifiedQuery pair : pairs) {
            String sql = pair.sql();
            if (sql != null) {
                SqlTreeReader.read(sql, schema)
                        .ifPresent(tree -> {
                            statements.put(pair.id(), ParsedStatement.of(tree, schema));
                            filters.count(pair.question(), tree);
                        });
            }
        }
        var induction = new TemplateInduction(schema, pairs, statements, values);
        var draft = new SemanticLayerInduction(schema);
        statements.values().forEach(draft::count);
        var declared = schema.semantics();
        var allFilters = new ArrayList<>(declared.filters());
        allFilters.addAll(filters.found(declared.filters()));
        return new SemanticLayer(
                draft.entities(declared),
                draft.events(induction.timeColumns, declared),
                synonyms(induction.reader.aliases(), declared),
                declared.units(),
                allFilters,
                declared.licences(),
                declared.neutral());
    }

    private void count(ParsedStatement parsed) {
        for (int i = 0; i < parsed.literals().size(); i++) {
            int place = parsed.contexts().get(i).place();
            if (place < 0 || !parsed.roles().get(place).startsWith("compare")) {
                continue;
            }
            ColumnPath path = parsed.columns().get(place);
            if (parsed.literals().get(i).quoted()) {
                count(items, path.root().table(), path);
                count(names, path.end().table(), new ColumnPath("", path.end(), List.of()));
            } else if (isKey(path.root()) || isKey(path.end())) {
                count(scopes, path.root().table(), path);
            }
        }
        for (int place = 0; place < parsed.columns().size(); place++) {
            ColumnPath path = parsed.columns().get(place);
            if (parsed.roles().get(place).matches("project|measure")
                    && path.hops().isEmpty()
                    && !isKey(path.root())
                    && schema.column(path.root()).map(c -> c.type().isNumeric()).orElse(false)) {
                count(measures, path.root().table(), path);
            }
        }
    }

    private static void count(
            Map<String, Map<KeyedPath, Integer>> counts, String table, ColumnPath path) {
        counts.computeIfAbsent(table, t -> new HashMap<>())
                .merge(DeclaredPaths.keyed(path), 1, Integer::sum);
    }

    private boolean isKey(ColumnRef column) {
        return schema.table(column.table())
                .map(t ->
                        t.primaryKey().contains(column.column())
                                || t.foreignKeys().stream().anyMatch(k -> k.from().equals(column)))
                .orElse(false);
    }

    private static @Nullable KeyedPath usual(
            Map<String, Map<KeyedPath, Integer>> counts, String table) {
        return counts.getOrDefault(table, Map.of()).entrySet().stream()
                .max(
                        Map.Entry.<KeyedPath, Integer>comparingByValue()
                                .thenComparing(e -> e.getKey().toString()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private List<Entity> entities(SemanticLayer declared) {
        var entities = new ArrayList<>(declared.entities());
        Set<String> known = new HashSet<>();
        declared.entities().forEach(e -> known.add(e.table()));
        for (String table : names.keySet()) {
            var name = nameOf(table);
            if (name != null && known.add(table)) {
                entities.add(new Entity(table, name, List.of()));
            }
        }
        return entities;
    }

    /**
     * What a row is called: by what questions usually give, but not by a customer's city where
     * there is a name that they merely never gave. Null where several columns could be it.
     */
    private @Nullable ColumnRef nameOf(String table) {
        var usual = usual(names, table);
        var called =
                schema.table(table).stream()
                        .flatMap(t -> t.columns().stream())
                        .map(column -> new ColumnRef(table, column.name()))
                        .filter(column -> NAME.matcher(column.column()).find())
                        .toList();
        if (usual == null || called.isEmpty() || called.contains(usual.root())) {
            return usual == null ? null : usual.root();
        }
        return called.stream()
                .filter(column -> column.column().equalsIgnoreCase("name"))
                .findFirst()
                .orElse(called.size() == 1 ? called.getFirst() : null);
    }

    private List<Event> events(Map<String, Map<ColumnRef, Integer>> times, SemanticLayer declared) {
        var events = new ArrayList<>(declared.events());
        Set<String> known = new HashSet<>();
        declared.events().forEach(e -> known.add(e.table()));
        Set<String> tables = new TreeSet<>(times.keySet());
        tables.addAll(items.keySet());
        tables.addAll(scopes.keySet());
        for (String table : tables) {
            var time =
                    times.getOrDefault(table, Map.of()).entrySet().stream()
                            .max(
                                    Map.Entry.<ColumnRef, Integer>comparingByValue()
                                            .thenComparing(Map.Entry::getKey))
                            .map(Map.Entry::getKey)
                            .orElse(null);
            var event =
                    new Event(
                            table,
                            time,
                            usual(items, table),
                            usual(scopes, table),
                            usual(measures, table));
            if (roles(event) >= FEWEST_ROLES && known.add(table)) {
                events.add(event);
            }
        }
        return events;
    }

    private static int roles(Event event) {
        return (event.time() == null ? 0 : 1)
                + (event.item() == null ? 0 : 1)
                + (event.scope() == null ? 0 : 1)
                + (event.value() == null ? 0 : 1);
    }

    /** The words of one value together. */
    private static List<Synonym> synonyms(List<Synonym> found, SemanticLayer declared) {
        record Meant(ColumnRef column, String value) {}
        Map<Meant, Set<String>> words =
                new TreeMap<>(Comparator.comparing(Meant::column).thenComparing(Meant::value));
        var synonyms = new ArrayList<>(declared.synonyms());
        Set<String> known = new HashSet<>();
        declared.synonyms().forEach(s -> known.addAll(s.words()));
        for (Synonym synonym : found) {
            words.computeIfAbsent(
                            new Meant(synonym.column(), synonym.value()), m -> new TreeSet<>())
                    .addAll(synonym.words());
        }
        words.forEach((meant, all) -> {
            all.removeAll(known);
            // out of "W waiting for parts" comes a "for", which is in every other question
            all.removeAll(FunctionWords.ENGLISH);
            if (!all.isEmpty()) {
                synonyms.add(new Synonym(List.copyOf(all), meant.column(), meant.value()));
            }
        });
        return synonyms;
    }
}
