package org.demur.generation.verified.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.QuestionWord;
import org.demur.schema.ResourceLines;
import org.demur.sql.StatementTokens;

/**
 * English phrases that ask for an element of a statement, whatever the database: what pairs are too
 * few to teach. Immutable.
 */
public final class Phrasings {
    public static final Phrasings ENGLISH =
            new Phrasings(ResourceLines.of(Phrasings.class, "phrasings.txt"));

    /** How well an element that a statement has may do what a phrase asks for. */
    private enum Written {
        NOT,
        /** In the place of what is meant mostly. */
        INSTEAD,
        USUALLY
    }

    /**
     * One sort of phrases.
     *
     * @param elements what may be written for it, the usual one first
     * @param phrases in lower case, each between blanks
     */
    private record Sort(List<Predicate<StatementTokens>> elements, List<String> phrases) {
        Written in(StatementTokens sql) {
            for (int i = 0; i < elements.size(); i++) {
                if (elements.get(i).test(sql)) {
                    return i == 0 ? Written.USUALLY : Written.INSTEAD;
                }
            }
            return Written.NOT;
        }
    }

    /**
     * What a question and a statement do not have in common.
     *
     * @param bySort for each sort of phrases 1 where it is said and written, -1 where it is said
     *     only, down to -1 where it is written only, and 0.5 where it is neither
     * @param unmet sorts that are said only
     * @param unsaid sorts that are only written
     */
    public record Mismatch(List<Double> bySort, int unmet, int unsaid) {}

    private final List<Sort> sorts = new ArrayList<>();

    private Phrasings(List<String> lines) {
        for (String line : lines) {
            int colon = line.lastIndexOf(": ");
            sorts.add(
                    new Sort(
                            parts(line.substring(0, colon), "\\|").map(Phrasings::element).toList(),
                            parts(line.substring(colon + 2), ";").map(Phrasings::words).toList()));
        }
    }

    private static Stream<String> parts(String text, String between) {
        return Arrays.stream(text.split(between, -1)).map(String::strip);
    }

    private static Predicate<StatementTokens> element(String text) {
        return switch (text) {
            case "ASC" -> statement -> ascending(statement) >= 0;
            case "ASC LIMIT" ->
                    statement -> {
                        int order = ascending(statement);
                        return order >= 0 && statement.indexOf(order, "LIMIT") >= 0;
                    };
            default -> {
                String[] words = text.replace("(", " (").split(" ", -1);
                yield statement -> statement.has(words);
            }
        };
    }

    /** Where rows are sorted and nothing after that is descending; -1 where they are not. */
    private static int ascending(StatementTokens statement) {
        return statement.indexOf(statement.lastIndexOf("DESC") + 1, "ORDER", "BY");
    }

    /** The words of a text in lower case, each between blanks. */
    public static String words(String text) {
        return QuestionWord.of(text).stream()
                .map(QuestionWord::folded)
                .collect(Collectors.joining(" ", " ", " "));
    }

    /** What each sort of phrases says in a question. */
    public boolean[] said(String question) {
        String words = words(question);
        var said = new boolean[sorts.size()];
        for (int i = 0; i < said.length; i++) {
            said[i] = sorts.get(i).phrases().stream().anyMatch(words::contains);
        }
        return said;
    }

    /** Compares what a question says with a statement. */
    public Mismatch mismatch(boolean[] said, StatementTokens statement) {
        List<Double> bySort = new ArrayList<>();
        int unmet = 0;
        int unsaid = 0;
        for (int i = 0; i < said.length; i++) {
            Written written = sorts.get(i).in(statement);
            if (said[i]) {
                unmet += written == Written.NOT ? 1 : 0;
                bySort.add(written == Written.NOT ? -1.0 : 1.0);
            } else {
                unsaid += written == Written.USUALLY ? 1 : 0;
                bySort.add(
                        switch (written) {
                            case NOT -> 0.5;
                            case INSTEAD -> -0.5;
                            case USUALLY -> -1.0;
                        });
            }
        }
        return new Mismatch(bySort, unmet, unsaid);
    }
}
