package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.demur.generation.neural.crossdomain.SpokenWords.Word;
import org.jspecify.annotations.Nullable;

/** Turns what a model chose into statements. Immutable. */
final class Choices {
    private static final String QUOTE = "'";
    private static final List<String> OPENING = List.of(QUOTE, "'%");
    private static final List<String> CLOSING = List.of(QUOTE, "%'");

    private final List<String> pieces;
    private final StatementWriter writer;

    Choices(List<String> pieces, StatementWriter writer) {
        this.pieces = pieces;
        this.writer = writer;
    }

    /** A text that is said in words of the question, as far as it is read. */
    private static final class Run {
        private final String question;
        private final List<Word> words;
        private final StringBuilder text;
        private int last = -1;

        Run(String question, List<Word> words, String begun) {
            this.question = question;
            this.words = words;
            this.text = new StringBuilder(begun);
        }

        /** Neighbours stand as in the question, others have a space between. */
        void add(int place) {
            var word = words.get(place);
            if (last >= 0) {
                text.append(
                        place == last + 1
                                ? question.substring(words.get(last).end(), word.start())
                                : " ");
            }
            text.append(word.text());
            last = place;
        }

        Item ended(String piece) {
            return new Item.Text(text + piece.replace(QUOTE, ""));
        }
    }

    /**
     * The statement; empty where the choices are none.
     *
     * @param written numbers of pieces and, from their number on, of units
     */
    Optional<String> statement(
            List<Integer> written, String question, List<Word> words, SchemaText text) {
        try {
            return Optional.of(writer.write(items(written, question, words, text)));
        } catch (NoStatementException _) {
            return Optional.empty();
        }
    }

    private List<Item> items(
            List<Integer> written, String question, List<Word> words, SchemaText text)
            throws NoStatementException {
        List<Item> items = new ArrayList<>();
        @Nullable Run run = null;
        for (int choice : written) {
            if (choice < pieces.size()) {
                var piece = pieces.get(choice);
                if (run != null) {
                    if (!CLOSING.contains(piece)) {
                        throw new NoStatementException("a text does not end");
                    }
                    items.add(run.ended(piece));
                    run = null;
                } else if (OPENING.contains(piece)) {
                    run = new Run(question, words, piece.replace(QUOTE, ""));
                } else {
                    items.addAll(ofPiece(piece));
                }
                continue;
            }
            var unit = text.units().get(choice - pieces.size());
            if (run == null) {
                items.add(item(unit, words, text));
            } else if (unit.kind() == SchemaText.Kind.WORD) {
                run.add(unit.number());
            } else {
                throw new NoStatementException("a text does not end");
            }
        }
        if (run != null) {
            throw new NoStatementException("a text does not end");
        }
        return items;
    }

    private static List<Item> ofPiece(String piece) {
        if (piece.startsWith(QUOTE) && piece.length() > 1) {
            return List.of(
                    new Item.Text(piece.substring(1, piece.length() - 1).replace("''", QUOTE)));
        }
        if (SpokenWords.isNumber(piece)) {
            return List.of(new Item.Digits(piece));
        }
        List<Item> words = new ArrayList<>();
        for (String word : piece.split(" ", -1)) {
            words.add(new Item.Word(word));
        }
        return words;
    }

    private static Item item(SchemaText.Unit unit, List<Word> words, SchemaText text)
            throws NoStatementException {
        return switch (unit.kind()) {
            case TABLE -> new Item.OfTable(unit.number());
            case COLUMN -> new Item.OfColumn(unit.number());
            case VALUE -> new Item.Text(text.value(unit.number()).text());
            case WORD ->
                    new Item.Digits(
                            SpokenWords.number(words.get(unit.number()).text())
                                    .orElseThrow(
                                            () -> new NoStatementException("a word for a number")));
        };
    }
}
