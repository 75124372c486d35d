package org.demur.generation.verified.language;

import java.util.List;
import java.util.Optional;

/** How English questions compare numbers. */
public final class NumberComparison {
    /** Stands for the number in question among words: no question holds it. */
    private static final String NUMBER = "918273645";

    private NumberComparison() {}

    /**
     * How a number is compared.
     *
     * @param words of the question
     * @param at index of the number
     * @return an operator of SQL; empty where words that compare are not understood
     */
    public static Optional<String> operator(List<String> words, int at) {
        var said = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            boolean isOther = i != at && Character.isDigit(words.get(i).charAt(0));
            said.append(i == at ? NUMBER : isOther ? "some" : words.get(i)).append(' ');
        }
        var compared =
                QuestionForm.of(said.toString()).comparisons().stream()
                        .filter(comparison -> comparison.number().equals(NUMBER))
                        .map(QuestionForm.Comparison::operator)
                        .findFirst();
        if (compared.isPresent()) {
            return compared;
        }
        return switch (at > 0 ? words.get(at - 1) : "") {
            case "before" -> Optional.of("<");
            case "after", "beyond" -> Optional.of(">");
            case "since" -> Optional.of(">=");
            default -> {
                boolean isUnclear =
                        words.contains("than")
                                || words.subList(Math.max(0, at - 4), at).stream()
                                        .anyMatch(WordRole.COMPARISON::has);
                yield isUnclear ? Optional.empty() : Optional.of("=");
            }
        };
    }
}
