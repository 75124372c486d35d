package org.demur.generation.neural.crossdomain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.demur.generation.neural.StatementPrefix;
import org.demur.generation.neural.StatementPrefix.Token;
import org.demur.generation.neural.StatementPrefix.Verdict;
import org.demur.generation.neural.crossdomain.SpokenWords.Word;
import org.jspecify.annotations.Nullable;

/** Turns what a model chose into statements. Immutable. */
record Choices(List<String> pieces, StatementWriter writer) {
    private static final String QUOTE = "'";
    private static final List<String> OPENING = List.of(QUOTE, "'%");
    private static final List<String> CLOSING = List.of(QUOTE, "%'");

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

    /** Whether a statement can begin with them. */
    Verdict verdict(List<Integer> written, String question, List<Word> words, SchemaText text) {
        try {
            var read = items(written, question, words, text);
            List<Token> tokens = new ArrayList<>();
            read.items.forEach(item -> tokens.add(token(item)));
            if (read.isOpen) {
                tokens.add(new Token.BegunText());
            }
            return StatementPrefix.OF_KNOWN.of(tokens);
        } catch (NoStatementException _) {
            return Verdict.IMPOSSIBLE;
        }
    }

    private static Token token(Item item) {
        return switch (item) {
            case Item.Word(var word) -> new Token.Word(word);
            case Item.OfTable _ -> new Token.KnownTable();
            case Item.OfColumn _ -> new Token.KnownColumn();
            case Item.Text _, Item.Digits _ -> new Token.Value();
        };
    }

    /**
     * The statement; empty where the choices are none.
     *
     * @param written numbers of pieces and, from their number on, of units
     */
    Optional<String> statement(
            List<Integer> written, String question, List<Word> words, SchemaText text) {
        try {
            var read = items(written, question, words, text);
            return read.isOpen ? Optional.empty() : Optional.of(writer.write(read.items));
        } catch (NoStatementException _) {
            return Optional.empty();
        }
    }

    /**
     * What choices say.
     *
     * @param isOpen whether a text behind them has not ended
     */
    private record Said(List<Item> items, boolean isOpen) {}

    private Said items(List<Integer> written, String question, List<Word> words, SchemaText text)
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
        return new Said(items, run != null);
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
            case PAIR -> throw new NoStatementException("a pair is no part of a statement");
            case WORD ->
                    new Item.Digits(
                            SpokenWords.number(words.get(unit.number()).text())
                                    .orElseThrow(
                                            () -> new NoStatementException("a word for a number")));
        };
    }
}
