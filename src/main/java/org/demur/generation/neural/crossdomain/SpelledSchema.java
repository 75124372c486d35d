package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.List;
import org.demur.inference.onnx.WordPieces;

/** A schema whose names are spelt in word pieces. Immutable. */
final class SpelledSchema {
    private final NumberedSchema schema;
    private final WordPieces wordPieces;
    private final List<List<Long>> tables = new ArrayList<>();
    private final List<List<Long>> columns = new ArrayList<>();

    SpelledSchema(NumberedSchema schema, WordPieces wordPieces) {
        this.schema = schema;
        this.wordPieces = wordPieces;
        schema.tables().forEach(t -> tables.add(pieces(SpokenWords.name(t.name()))));
        schema.columns().forEach(c -> columns.add(pieces(SpokenWords.name(c.name()))));
    }

    NumberedSchema schema() {
        return schema;
    }

    List<Long> ofTable(int table) {
        return tables.get(table);
    }

    List<Long> ofColumn(int column) {
        return columns.get(column);
    }

    List<Long> ofText(String text) {
        return SpokenWords.of(text).stream().flatMap(word -> pieces(word.text()).stream()).toList();
    }

    /** The pieces of a word or name, at least one. */
    List<Long> pieces(String text) {
        var pieces = wordPieces.of(text);
        return pieces.isEmpty() ? List.of(wordPieces.unknown()) : pieces;
    }

    long mark(String mark) {
        return wordPieces.id(mark);
    }
}
