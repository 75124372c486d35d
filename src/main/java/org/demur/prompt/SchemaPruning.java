package org.demur.prompt;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SchemaLinker;

/**
 * Leaves out of a schema what a question needs least: columns are ranked by whether the question
 * names them or holds one of their values, and whether statements for similar questions use them.
 * Keys stay with their tables. Thread-safe.
 */
final class SchemaPruning {
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

    private final DatabaseSchema schema;
    private final SchemaLinker linker;

    SchemaPruning(DatabaseSchema schema) {
        this.schema = schema;
        this.linker = SchemaLinker.of(schema);
    }

    /**
     * As much of the schema as fits, best first; empty where not even one column does.
     *
     * @param statements for similar questions
     * @param fits whether a part of the schema fits; a part of what fits fits too
     */
    Optional<DatabaseSchema> pruned(
            String question, Collection<String> statements, Predicate<DatabaseSchema> fits) {
        var ranked = ranked(question, statements);
        int enough = 0;
        int tooMuch = ranked.size() + 1;
        while (enough + 1 < tooMuch) {
            int middle = (enough + tooMuch) / 2;
            if (fits.test(SchemaPart.of(schema, ranked.subList(0, middle)))) {
                enough = middle;
            } else {
                tooMuch = middle;
            }
        }
        return enough == 0
                ? Optional.empty()
                : Optional.of(SchemaPart.of(schema, ranked.subList(0, enough)));
    }

    private List<ColumnRef> ranked(String question, Collection<String> statements) {
        var scores = scores(question, statements);
        var columns = new ArrayList<ColumnRef>();
        for (var table : schema.tables()) {
            table.columns().forEach(c -> columns.add(new ColumnRef(table.name(), c.name())));
        }
        // stable: equals stay in the schema's order
        columns.sort(Comparator.comparingDouble((ColumnRef c) -> -scores.getOrDefault(c, 0.0)));
        return columns;
    }

    private Map<ColumnRef, Double> scores(String question, Collection<String> statements) {
        var ofTables = new HashMap<String, Double>();
        var ofColumns = new HashMap<ColumnRef, Double>();
        var links = linker.link(question);
        for (var link : links.names()) {
            // a word that names much says little
            double weight =
                    1.0
                            / links.names().stream()
                                    .filter(other -> other.word() == link.word())
                                    .count();
            ofTables.merge(link.column().table(), weight, Double::sum);
            if (!link.column().column().isEmpty()) {
                ofColumns.merge(link.column(), 2 * weight, Double::sum);
            }
        }
        for (var mention : links.mentions()) {
            ofTables.merge(mention.column().table(), 1.0, Double::sum);
            ofColumns.merge(mention.column(), 2.0, Double::sum);
        }
        var used = new HashMap<String, Double>();
        for (var statement : statements) {
            names(statement).forEach(n -> used.merge(n, 1.0 / statements.size(), Double::sum));
        }
        var scores = new HashMap<ColumnRef, Double>();
        for (var table : schema.tables()) {
            double inUse = used.getOrDefault(table.name().toLowerCase(Locale.ROOT), 0.0);
            for (var column : table.columns()) {
                var ref = new ColumnRef(table.name(), column.name());
                double columnInUse =
                        inUse * used.getOrDefault(column.name().toLowerCase(Locale.ROOT), 0.0);
                scores.put(
                        ref,
                        ofTables.getOrDefault(table.name(), 0.0)
                                + ofColumns.getOrDefault(ref, 0.0)
                                + inUse
                                + 4 * columnInUse);
            }
        }
        return scores;
    }

    private static Set<String> names(String statement) {
        var names = new HashSet<String>();
        var matcher = NAME.matcher(statement);
        while (matcher.find()) {
            names.add(matcher.group().toLowerCase(Locale.ROOT));
        }
        return names;
    }
}
