package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.neural.crossdomain.KnownPairs.Named;
import org.demur.generation.neural.crossdomain.KnownPairs.Near;
import org.demur.generation.neural.crossdomain.KnownPairs.Recalled;
import org.demur.generation.neural.crossdomain.NameLinks.Link;
import org.demur.generation.neural.crossdomain.NamedValues.Value;
import org.demur.generation.neural.crossdomain.PairUsage.Use;
import org.demur.generation.neural.crossdomain.SpokenWords.Word;
import org.demur.generation.neural.crossdomain.UnitRelation.Matrix;
import org.demur.schema.SqlNames;

/**
 * A question with the schema as one text, in word pieces and in units: words, tables, columns,
 * values, of which the model knows how any two are related. {@code
 * models/training/cross_batches.py} is its twin.
 */
final class SchemaText {
    /** What a unit is. */
    enum Kind {
        WORD(0),
        TABLE(1),
        COLUMN(2),
        VALUE(3),
        PAIR(12);

        private final int feature;

        Kind(int feature) {
            this.feature = feature;
        }
    }

    /**
     * A part of the text; all but pairs a statement can take over.
     *
     * @param number of the question's word, of the schema's table or column, of the value, or of
     *     the pair
     */
    record Unit(Kind kind, int number) {}

    /** Of a unit; behind them stand the pieces of a pair's statement. */
    static final int FEATURES = 17;

    private static final int PRIMARY = 8;
    private static final int REFERRING = 9;
    private static final int NAMED = 10;
    private static final int OFFERED = 11;
    private static final int FIRST_ALIKE = 13;

    /** Cosines from which on a pair is alike, more and more. */
    private static final List<Double> ALIKE = List.of(0.5, 0.65, 0.8, 0.9);

    private record Related(int from, int to, UnitRelation how) {}

    private final SpelledSchema spelled;
    private final NumberedSchema schema;
    private final List<Value> values;
    private final List<Link> links;
    private final List<Word> question;
    private final Recalled recalled;
    private final List<Long> pieces = new ArrayList<>();

    /** Of each piece its unit, -1 for a mark. */
    private final List<Integer> owners = new ArrayList<>();

    private final List<Unit> units = new ArrayList<>();
    private final Map<Unit, Integer> places = new HashMap<>();
    private final Map<Named, Integer> named = new HashMap<>();
    private final List<Set<Integer>> features = new ArrayList<>();
    private final List<Related> relations = new ArrayList<>();

    /**
     * Writes the text.
     *
     * @param longest pieces that the model reads; columns that nothing points to are left out of a
     *     longer text
     */
    SchemaText(
            SpelledSchema spelled,
            List<Word> question,
            List<Value> values,
            List<Link> links,
            Recalled recalled,
            int longest) {
        this.question = question;
        this.recalled = recalled;
        this.spelled = spelled;
        this.schema = spelled.schema();
        this.values = values;
        this.links = links;
        var words = question.stream().map(word -> spelled.pieces(word.text())).toList();
        Map<Integer, List<Integer>> ofColumn = new HashMap<>();
        List<List<Long>> spelt = new ArrayList<>();
        for (int v = 0; v < values.size(); v++) {
            ofColumn.computeIfAbsent(values.get(v).column(), _ -> new ArrayList<>()).add(v);
            spelt.add(spelled.ofText(values.get(v).text()));
        }
        int others = words.stream().mapToInt(List::size).sum();
        for (var near : recalled.read()) {
            others += near.pair().pieces().size() + 1;
        }
        var shown = new ShownColumns(spelled, values, spelt, links).within(longest - 2 - others);
        mark("[CLS]");
        for (int w = 0; w < words.size(); w++) {
            unit(new Unit(Kind.WORD, w), words.get(w));
        }
        mark("[SEP]");
        boolean isFirst = true;
        for (var table : shown.entrySet()) {
            if (!isFirst) {
                mark(";");
            }
            isFirst = false;
            named.put(
                    new Named.OfTable(table.getKey()),
                    unit(new Unit(Kind.TABLE, table.getKey()), spelled.ofTable(table.getKey())));
            String before = ":";
            for (int column : table.getValue()) {
                mark(before);
                before = ",";
                column(column, ofColumn.getOrDefault(column, List.of()), spelt);
            }
        }
        mark("[SEP]");
        for (int n = 0; n < recalled.read().size(); n++) {
            pair(n, recalled.read().get(n));
            mark("[SEP]");
        }
    }

    private void mark(String mark) {
        pieces.add(spelled.mark(mark));
        owners.add(-1);
    }

    private int unit(Unit unit, List<Long> spelt, Integer... more) {
        int place = units.size();
        places.put(unit, place);
        units.add(unit);
        pieces.addAll(spelt);
        spelt.forEach(_ -> owners.add(place));
        Set<Integer> said = new HashSet<>(List.of(more));
        said.add(unit.kind.feature);
        features.add(said);
        return place;
    }

    private void column(int column, List<Integer> own, List<List<Long>> spelt) {
        var described = schema.column(column);
        List<Integer> said = new ArrayList<>(List.of(described.kind().feature()));
        if (described.primary()) {
            said.add(PRIMARY);
        }
        if (schema.references().stream().anyMatch(pair -> pair.first() == column)) {
            said.add(REFERRING);
        }
        int place =
                unit(
                        new Unit(Kind.COLUMN, column),
                        spelled.ofColumn(column),
                        said.toArray(Integer[]::new));
        named.put(new Named.OfColumn(column), place);
        String before = "(";
        for (int v : own) {
            mark(before);
            before = ",";
            var value = values.get(v);
            int here =
                    unit(new Unit(Kind.VALUE, v), spelt.get(v), value.isNamed() ? NAMED : OFFERED);
            named.put(Named.OfText.of(column, value.text()), here);
            relate(here, place, UnitRelation.OF_COLUMN, UnitRelation.OF_VALUE);
            for (int w = Math.max(value.start(), 0); w < value.end(); w++) {
                relate(w, here, UnitRelation.IN_VALUE, UnitRelation.VALUE_SAID);
            }
        }
        if (!own.isEmpty()) {
            mark(")");
        }
    }

    private void pair(int number, Near near) {
        List<Integer> alike = new ArrayList<>();
        for (int i = 0; i < ALIKE.size(); i++) {
            if (near.cosine() >= ALIKE.get(i)) {
                alike.add(FIRST_ALIKE + i);
            }
        }
        int here =
                unit(
                        new Unit(Kind.PAIR, number),
                        near.pair().pieces(),
                        alike.toArray(Integer[]::new));
        near.pair()
                .uses()
                .forEach((what, use) -> {
                    var place = named.get(what);
                    if (place != null) {
                        switch (what) {
                            case Named.OfTable _ ->
                                    relate(here, place, UnitRelation.READS, UnitRelation.READ_BY);
                            case Named.OfColumn _ -> {
                                var how = use.orElse(Use.SELECTED);
                                relate(here, place, UnitRelation.of(how), UnitRelation.by(how));
                            }
                            case Named.OfText _ ->
                                    relate(
                                            here,
                                            place,
                                            UnitRelation.COMPARES,
                                            UnitRelation.COMPARED);
                        }
                    }
                });
        for (int w = 0; w < question.size(); w++) {
            if (KnownPairs.telling(question.get(w))
                    .filter(near.pair().stems()::contains)
                    .isPresent()) {
                relate(here, w, UnitRelation.SAYS, UnitRelation.SAID);
            }
        }
    }

    private void relate(int from, int to, UnitRelation how, UnitRelation back) {
        relations.add(new Related(from, to, how));
        relations.add(new Related(to, from, back));
    }

    /** How many pieces it has. */
    int length() {
        return pieces.size();
    }

    List<Unit> units() {
        return units;
    }

    Value value(int number) {
        return values.get(number);
    }

    long[] ids() {
        return pieces.stream().mapToLong(Long::longValue).toArray();
    }

    /** For each unit, row by row, the share of each piece. */
    float[] shares() {
        var counts = new int[units.size()];
        owners.stream().filter(unit -> unit >= 0).forEach(unit -> counts[unit]++);
        var shares = new float[units.size() * pieces.size()];
        for (int piece = 0; piece < owners.size(); piece++) {
            int unit = owners.get(piece);
            if (unit >= 0) {
                shares[unit * pieces.size() + piece] = 1f / counts[unit];
            }
        }
        return shares;
    }

    /**
     * For each unit, row by row, 1 for what holds of it, else 0, and likewise for the pieces of a
     * pair's statement.
     *
     * @param statementPieces how many the model knows
     */
    float[] features(int statementPieces) {
        int width = FEATURES + statementPieces;
        var numbers = new float[units.size() * width];
        for (int unit = 0; unit < units.size(); unit++) {
            for (int feature : features.get(unit)) {
                numbers[unit * width + feature] = 1;
            }
            if (units.get(unit).kind == Kind.PAIR) {
                for (int piece : recalled.read().get(units.get(unit).number).pair().statement()) {
                    numbers[unit * width + FEATURES + piece] = 1;
                }
            }
        }
        return numbers;
    }

    /** For each unit 1 where a statement can take it over, else 0. */
    float[] copyable() {
        var copyable = new float[units.size()];
        for (int unit = 0; unit < copyable.length; unit++) {
            copyable[unit] = units.get(unit).kind == Kind.PAIR ? 0 : 1;
        }
        return copyable;
    }

    /** For each unit, row by row, how it is related to each unit. */
    long[] relations() {
        var matrix = new Matrix(units.size());
        ofSchema(matrix);
        taught(matrix);
        for (var link : links) {
            var place = places.get(link.unit());
            if (place != null) {
                boolean isColumn = link.unit().kind == Kind.COLUMN;
                boolean isWhole = link.isWhole();
                matrix.set(
                        link.word(),
                        place,
                        isColumn
                                ? isWhole ? UnitRelation.NAMES_COLUMN : UnitRelation.IN_COLUMN
                                : isWhole ? UnitRelation.NAMES_TABLE : UnitRelation.IN_TABLE);
                matrix.set(
                        place,
                        link.word(),
                        isColumn
                                ? isWhole ? UnitRelation.COLUMN_NAMED : UnitRelation.COLUMN_SAID
                                : isWhole ? UnitRelation.TABLE_NAMED : UnitRelation.TABLE_SAID);
            }
        }
        relations.forEach(relation -> matrix.set(relation.from, relation.to, relation.how));
        for (int unit = 0; unit < units.size(); unit++) {
            matrix.set(unit, unit, UnitRelation.SAME);
        }
        return matrix.numbers();
    }

    /** What pairs teach of the question's words. */
    private void taught(Matrix matrix) {
        for (int w = 0; w < question.size(); w++) {
            int word = w;
            KnownPairs.telling(question.get(w))
                    .ifPresent(stem ->
                            recalled.all()
                                    .associated(
                                            stem,
                                            (what, closely) -> {
                                                var place = named.get(what);
                                                if (place != null) {
                                                    matrix.set(
                                                            word,
                                                            place,
                                                            closely
                                                                    ? UnitRelation.LEARNT_CLOSELY
                                                                    : UnitRelation.LEARNT);
                                                    matrix.set(
                                                            place,
                                                            word,
                                                            closely
                                                                    ? UnitRelation.TEACHES_CLOSELY
                                                                    : UnitRelation.TEACHES);
                                                }
                                            }));
        }
    }

    private void ofSchema(Matrix matrix) {
        var shown = units.stream().filter(unit -> unit.kind == Kind.COLUMN).toList();
        for (var one : shown) {
            int table = schema.tableOf(one.number);
            relate(matrix, one, new Unit(Kind.TABLE, table), UnitRelation.HAS_TABLE);
            relate(matrix, new Unit(Kind.TABLE, table), one, UnitRelation.HAS_COLUMN);
            for (var other : shown) {
                if (schema.tableOf(other.number) == table) {
                    relate(matrix, one, other, UnitRelation.BESIDE);
                } else if (SqlNames.areSame(
                        schema.column(one.number).name(), schema.column(other.number).name())) {
                    relate(matrix, one, other, UnitRelation.NAMESAKE);
                }
            }
        }
        for (var pair : schema.references()) {
            var child = new Unit(Kind.COLUMN, pair.first());
            var parent = new Unit(Kind.COLUMN, pair.second());
            relate(matrix, child, parent, UnitRelation.REFERS);
            relate(matrix, parent, child, UnitRelation.REFERRED);
            var one = new Unit(Kind.TABLE, schema.tableOf(pair.first()));
            var other = new Unit(Kind.TABLE, schema.tableOf(pair.second()));
            if (!one.equals(other)) {
                relate(matrix, one, other, UnitRelation.CHILD);
                relate(matrix, other, one, UnitRelation.PARENT);
            }
        }
    }

    private void relate(Matrix matrix, Unit from, Unit to, UnitRelation how) {
        var row = places.get(from);
        var column = places.get(to);
        if (row != null && column != null) {
            matrix.set(row, column, how);
        }
    }
}
