package org.demur.generation.verified.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.template.SqlStructure.Intent;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.schema.DatabaseSchema;

/** All templates, and what each consists of as numbers of elements. Immutable. */
public final class TemplateIndex {
    /** What a template consists of. */
    public static final class Parts {
        /** The pieces of structure that every statement of it has and some pair has. */
        public final int[] built;

        /** For each instantiation the uses of its columns, as pieces; -1 for one of no pair. */
        public final List<int[]> uses = new ArrayList<>();

        /** For each instantiation its tables and columns, as symbols; -1 for one of no pair. */
        public final List<int[]> symbols = new ArrayList<>();

        /** For each instantiation what it is asked for, with the sample's operators. */
        public final List<Intent> intents = new ArrayList<>();

        private Parts(SqlTemplate template, ElementIndex elements, DatabaseSchema schema) {
            var structure = template.structure();
            var words = structure.words();
            this.built = elements.pieceNumbers(words).filter(n -> n >= 0).toArray();
            for (var instantiation : template.instantiations) {
                var binding = instantiation.binding();
                var columns = binding.columns();
                uses.add(elements.pieceNumbers(structure.uses(columns)).toArray());
                symbols.add(binding.symbols().stream().mapToInt(elements::symbol).toArray());
                var operators = template.sample().operators();
                intents.add(structure.intent(binding.tables(), columns, operators, schema));
            }
        }
    }

    private final List<SqlTemplate> templates;
    private final List<Parts> parts;
    private final Map<Integer, List<SqlTemplate>> closures = new HashMap<>();

    /**
     * Looks the elements of templates up.
     *
     * @param templates in the order of their ids
     */
    TemplateIndex(List<SqlTemplate> templates, ElementIndex elements, DatabaseSchema schema) {
        this.templates = List.copyOf(templates);
        this.parts = templates.stream().map(t -> new Parts(t, elements, schema)).toList();
        for (SqlTemplate template : templates) {
            if (template.origin.id != template.id) {
                closures.computeIfAbsent(template.origin.id, k -> new ArrayList<>()).add(template);
            }
        }
    }

    public SqlTemplate template(int id) {
        return templates.get(id);
    }

    /** What a template consists of. */
    public Parts parts(SqlTemplate template) {
        return parts.get(template.id);
    }

    /** The templates of no pair that are made of one that pairs have. */
    public List<SqlTemplate> closures(SqlTemplate template) {
        return closures.getOrDefault(template.id, List.of());
    }
}
