package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.neural.crossdomain.NameLinks.Link;
import org.demur.generation.neural.crossdomain.NamedValues.Value;
import org.demur.generation.neural.crossdomain.SchemaText.Kind;
import org.demur.generation.neural.crossdomain.SchemaText.Unit;

/** Chooses the columns that a text shows where it has no room for all of them. */
final class ShownColumns {
    private static final int OF_VALUE = 3;

    private final SpelledSchema spelled;
    private final NumberedSchema schema;

    /** Of each column with values, the pieces that these take. */
    private final Map<Integer, Integer> ofValues = new HashMap<>();

    private final Map<Unit, Integer> linked = new HashMap<>();

    ShownColumns(
            SpelledSchema spelled, List<Value> values, List<List<Long>> spelt, List<Link> links) {
        this.spelled = spelled;
        this.schema = spelled.schema();
        for (int v = 0; v < values.size(); v++) {
            int column = values.get(v).column();
            ofValues.put(column, ofValues.getOrDefault(column, 1) + 1 + spelt.get(v).size());
        }
        links.forEach(link -> linked.merge(link.unit(), link.weight(), Integer::sum));
    }

    /** Tables with their columns, at most as long in pieces unless the tables alone are longer. */
    Map<Integer, List<Integer>> within(int room) {
        Map<Integer, List<Integer>> shown = new LinkedHashMap<>();
        int length = 0;
        for (int t = 0; t < schema.tables().size(); t++) {
            shown.put(t, new ArrayList<>(schema.tables().get(t).columns()));
            length += spelled.ofTable(t).size() + 1;
        }
        List<Integer> ranked = new ArrayList<>();
        for (int c = 0; c < schema.columns().size(); c++) {
            length += cost(c);
            ranked.add(c);
        }
        if (length <= room) {
            return shown;
        }
        var keys = keys();
        ranked.sort(
                Comparator.<Integer>comparingInt(column -> rank(column, keys))
                        .thenComparing(Comparator.reverseOrder()));
        for (int column : ranked) {
            if (length > room) {
                shown.getOrDefault(schema.tableOf(column), new ArrayList<>())
                        .removeIf(shownColumn -> shownColumn == column);
                length -= cost(column);
            }
        }
        List<Integer> tables = new ArrayList<>(shown.keySet());
        tables.sort(
                Comparator.<Integer>comparingInt(table -> linked(Kind.TABLE, table))
                        .thenComparing(Comparator.reverseOrder()));
        for (int table : tables) {
            var columns = shown.getOrDefault(table, List.of());
            if (length > room && columns.isEmpty() && shown.size() > 1) {
                shown.remove(table);
                length -= spelled.ofTable(table).size() + 1;
            }
        }
        return shown;
    }

    private int cost(int column) {
        return spelled.ofColumn(column).size() + 1 + ofValues.getOrDefault(column, 0);
    }

    private int linked(Kind kind, int number) {
        return linked.getOrDefault(new Unit(kind, number), 0);
    }

    private Set<Integer> keys() {
        Set<Integer> keys = new HashSet<>();
        for (var pair : schema.references()) {
            keys.add(pair.first());
            keys.add(pair.second());
        }
        return keys;
    }

    /** How much points to a column. */
    private int rank(int column, Set<Integer> keys) {
        boolean isKey = keys.contains(column) || schema.column(column).primary();
        return 2 * linked(Kind.COLUMN, column)
                + linked(Kind.TABLE, schema.tableOf(column))
                + (ofValues.containsKey(column) ? OF_VALUE : 0)
                + (isKey ? 1 : 0);
    }
}
