package org.demur.schema;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What people declare about a database's meaning beyond its schema; induction builds on it. Names
 * are spelled as the database spells them. Immutable.
 *
 * @param entities tables as people speak of them
 * @param events tables whose columns play roles; columns of one role correspond
 * @param synonyms words that stand for a value
 * @param units what numbers are measured in
 * @param filters which rows people speak of, where they say nothing else
 * @param licences which words ask for which elements of a statement
 * @param neutral words that ask for nothing
 */
public record SemanticLayer(
        List<Entity> entities,
        List<Event> events,
        List<Synonym> synonyms,
        List<Unit> units,
        List<Filter> filters,
        List<Licence> licences,
        List<String> neutral) {
    /** Nothing is declared. */
    public static final SemanticLayer NONE =
            new SemanticLayer(
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    /**
     * A table as people speak of it.
     *
     * @param name the column by which its rows are named; null where they have no names
     * @param words what people call its rows, beside the table's own name
     */
    public record Entity(String table, @Nullable ColumnRef name, List<String> words) {
        public Entity {
            words = List.copyOf(words);
        }
    }

    /**
     * A table of things that happen, or of anything else that statements treat alike.
     *
     * @param time the column that times in questions are about; null where there is none
     * @param item what tells one kind of row from another
     * @param scope whom or what a row belongs to
     * @param value the number that a row carries
     */
    public record Event(
            String table,
            @Nullable ColumnRef time,
            @Nullable KeyedPath item,
            @Nullable KeyedPath scope,
            @Nullable KeyedPath value) {}

    /** Words that stand for one value of a column. */
    public record Synonym(List<String> words, ColumnRef column, String value) {
        public Synonym {
            words = List.copyOf(words);
        }
    }

    /** What the numbers of a column are measured in, in a person's words. */
    public record Unit(ColumnRef column, String words) {}

    /** A default: of this column's table only rows with this value are meant. */
    public record Filter(ColumnRef column, String value) {}

    /**
     * Words of questions and what a statement has where they are said.
     *
     * @param elements elements of statements in words, as abstentions name them; {@code *} stands
     *     for any text
     * @param words phrases that ask for one of the elements, and license all of them; {@code *}
     *     stands for letters, {@code #} for a number, {@code ^} for the beginning of the question
     * @param also phrases that license the elements and may have asked for something else
     */
    public record Licence(List<String> elements, List<String> words, List<String> also) {
        public Licence {
            elements = List.copyOf(elements);
            words = List.copyOf(words);
            also = List.copyOf(also);
        }
    }

    /**
     * A column, possibly reached from another one along keys.
     *
     * @param root a column of the table that the path starts from
     * @param steps look-ups from there on, possibly none
     */
    public record KeyedPath(ColumnRef root, List<Step> steps) {
        public KeyedPath {
            steps = List.copyOf(steps);
        }

        /** The column whose values the path has. */
        public ColumnRef end() {
            return steps.isEmpty() ? root : steps.getLast().column();
        }

        /** As it is declared: {@code repair.task_code = task.code > task.label}. */
        @Override
        public String toString() {
            return root
                    + steps.stream()
                            .map(s -> " = " + s.key() + " > " + s.column())
                            .collect(Collectors.joining());
        }
    }

    /**
     * From a reference to another table.
     *
     * @param key the column there that the reference holds values of
     * @param column the column of the same table that is wanted
     */
    public record Step(ColumnRef key, ColumnRef column) {}

    public SemanticLayer {
        entities = List.copyOf(entities);
        events = List.copyOf(events);
        synonyms = List.copyOf(synonyms);
        units = List.copyOf(units);
        filters = List.copyOf(filters);
        licences = List.copyOf(licences);
        neutral = List.copyOf(neutral);
    }

    public boolean isEmpty() {
        return equals(NONE);
    }
}
