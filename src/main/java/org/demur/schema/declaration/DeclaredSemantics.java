package org.demur.schema.declaration;

import java.util.List;
import org.demur.schema.SemanticLayer.Licence;
import org.jspecify.annotations.Nullable;

/**
 * The semantic layer as written; no name in it has been looked for in the database.
 *
 * @param entities tables as people speak of them
 * @param events tables whose columns play roles
 * @param synonyms words that stand for a value
 * @param units what numbers are measured in; names are columns
 * @param filters which rows are meant by default
 * @param licences which words ask for which elements of a statement; holds no names to look for
 * @param neutral words that ask for nothing
 */
public record DeclaredSemantics(
        List<Entity> entities,
        List<Event> events,
        List<Synonym> synonyms,
        List<Selection.Description> units,
        List<Filter> filters,
        List<Licence> licences,
        List<String> neutral) {
    public static final DeclaredSemantics NONE =
            new DeclaredSemantics(
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    public DeclaredSemantics {
        entities = List.copyOf(entities);
        events = List.copyOf(events);
        synonyms = List.copyOf(synonyms);
        units = List.copyOf(units);
        filters = List.copyOf(filters);
        licences = List.copyOf(licences);
        neutral = List.copyOf(neutral);
    }

    /** See {@link org.demur.schema.SemanticLayer.Entity}. */
    public record Entity(Located table, @Nullable Located name, List<String> words) {
        public Entity {
            words = List.copyOf(words);
        }
    }

    /** See {@link org.demur.schema.SemanticLayer.Event}. */
    public record Event(
            Located table,
            @Nullable Located time,
            @Nullable Path item,
            @Nullable Path scope,
            @Nullable Path value) {}

    /** See {@link org.demur.schema.SemanticLayer.Synonym}. */
    public record Synonym(List<String> words, Located column, String value) {
        public Synonym {
            words = List.copyOf(words);
        }
    }

    /** See {@link org.demur.schema.SemanticLayer.Filter}. */
    public record Filter(Located column, String value) {}

    /** The columns of a path in its order: root, then key and column of each look-up. */
    public record Path(List<Located> columns) {
        public Path {
            columns = List.copyOf(columns);
        }
    }
}
