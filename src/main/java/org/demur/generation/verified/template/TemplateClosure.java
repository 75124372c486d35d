package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.verified.template.SqlTemplate.Instantiation;
import org.demur.generation.verified.template.SqlTemplate.LiteralGroup;
import org.demur.generation.verified.template.SqlTemplate.LiteralKind;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Word;
import org.demur.sql.SqlTreeWriter;
import org.jspecify.annotations.Nullable;

/**
 * Templates that no pair has but that differ from one that pairs have by one more condition of a
 * kind that pairs put on the same tables: "how often was X prescribed" gives "how often was X
 * prescribed to patient P".
 */
public final class TemplateClosure {
    private static final Literal NEW_NUMBER = new Literal("918273645", false);
    private static final Literal NEW_TEXT = new Literal("918273645", true);

    private final DatabaseSchema schema;

    /** For each kind of literal and table the paths compared with one, with the number of pairs. */
    private final Map<String, Map<ColumnPath, Integer>> conditions = new HashMap<>();

    private TemplateClosure(DatabaseSchema schema) {
        this.schema = schema;
    }

    /** The templates that one more condition makes of those given, none of them among these. */
    public static List<SqlTemplate> of(List<SqlTemplate> templates, DatabaseSchema schema) {
        var closure = new TemplateClosure(schema);
        templates.forEach(closure::learn);
        Set<String> known = new HashSet<>();
        templates.forEach(s -> known.add(s.key));
        Map<String, SqlTemplate> found = new LinkedHashMap<>();
        for (SqlTemplate template : templates) {
            for (Literal added : List.of(NEW_NUMBER, NEW_TEXT)) {
                var made = closure.with(template, added, templates.size() + found.size());
                if (made != null && !known.contains(made.key)) {
                    found.putIfAbsent(made.key, made);
                }
            }
        }
        return List.copyOf(found.values());
    }

    private void learn(SqlTemplate template) {
        for (Example pair : template.examples) {
            var example = pair.statement();
            for (int i = 0; i < example.literals().size(); i++) {
                var context = example.contexts().get(i);
                if (context.place() >= 0
                        && example.roles().get(context.place()).startsWith("compare")) {
                    ColumnPath path = example.columns().get(context.place());
                    conditions
                            .computeIfAbsent(
                                    key(example.literals().get(i), path.root().table()),
                                    k -> new HashMap<>())
                            .merge(path, 1, Integer::sum);
                }
            }
        }
    }

    private static String key(Literal literal, String table) {
        return literal.quoted() + table;
    }

    private @Nullable ColumnPath usual(Literal literal, String table) {
        return conditions.getOrDefault(key(literal, table), Map.of()).entrySet().stream()
                .max(
                        Map.Entry.<ColumnPath, Integer>comparingByValue()
                                .thenComparing(e -> e.getKey().toString()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private @Nullable SqlTemplate with(SqlTemplate origin, Literal added, int id) {
        ParsedStatement sample = origin.sample();
        boolean has =
                sample.contexts().stream()
                        .anyMatch(c ->
                                c.place() >= 0
                                        && sample.literals()
                                                        .get(sample.contexts().indexOf(c))
                                                        .quoted()
                                                == added.quoted());
        if (has
                || sample.tables().size() != 1
                || sample.scopeTables().size() != 1
                || origin.examples.size() < 3) {
            return null;
        }
        var path = usual(added, sample.tables().getFirst());
        if (path == null) {
            return null;
        }
        ParsedStatement longer = longer(sample, path, added);
        if (longer == null) {
            return null;
        }
        int place = -1;
        for (int i = 0; i < longer.literals().size(); i++) {
            if (longer.literals().get(i).equals(added)) {
                place = i;
            }
        }
        if (place < 0 || longer.literals().size() != sample.literals().size() + 1) {
            return null;
        }
        int column = longer.contexts().get(place).place();
        if (column < 0) {
            return null;
        }
        var made = new SqlTemplate(id, longer, origin);
        for (Instantiation base : origin.instantiations) {
            var further = usual(added, base.binding().tables().getFirst());
            if (further != null) {
                var columns = new ArrayList<>(base.binding().columns());
                columns.add(column, further.in(base.binding().tables().getFirst()));
                made.instantiations.add(
                        new Instantiation(
                                new SchemaBinding(base.binding().tables(), List.copyOf(columns)),
                                0,
                                base.support()));
            }
        }
        literals(origin, made, place, added);
        made.operators.addAll(origin.operators);
        for (SqlTemplate.Group group : origin.variants) {
            made.variants.add(
                    new SqlTemplate.Group(
                            group.context(),
                            group.places().stream().map(p -> p >= column ? p + 1 : p).toList()));
        }
        made.times.addAll(origin.times);
        return made;
    }

    private static void literals(SqlTemplate origin, SqlTemplate made, int place, Literal added) {
        for (LiteralGroup group : origin.literals) {
            made.literals.add(
                    new LiteralGroup(
                            group.places().stream().map(p -> p >= place ? p + 1 : p).toList(),
                            group.kind(),
                            group.constant(),
                            group.offset(),
                            group.shift()));
        }
        made.literals.add(
                new LiteralGroup(
                        List.of(place),
                        added.quoted() ? LiteralKind.VALUE : LiteralKind.NUMBER,
                        "",
                        -1,
                        0));
    }

    private @Nullable ParsedStatement longer(
            ParsedStatement sample, ColumnPath path, Literal added) {
        List<List<SqlNode>> where = new ArrayList<>(sample.tree().where());
        where.add(List.of(path.in(sample.tables().getFirst()), new Word("="), added));
        QueryTree tree = sample.tree().withWhere(where);
        return SqlTreeWriter.write(tree)
                .flatMap(sql -> ParsedStatement.of(sql, schema))
                .orElse(null);
    }
}
