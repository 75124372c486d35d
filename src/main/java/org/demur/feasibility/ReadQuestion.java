package org.demur.feasibility;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.demur.schema.FunctionWords;
import org.demur.schema.QuestionWord;
import org.demur.schema.SchemaLinks;
import org.demur.schema.WordStem;

/**
 * A question with its words linked to the schema.
 *
 * @param links what the schema answers to
 * @param cues telling phrases
 * @param content the stems of its content words, in order: no function words, numbers, values
 * @param pairs neighbouring content words, with placeholders for values and numbers
 * @param feasible whether it is known to be feasible; for new questions without meaning
 */
record ReadQuestion(
        SchemaLinks links,
        List<Cue> cues,
        List<String> content,
        List<String> pairs,
        boolean feasible) {
    private static final String VALUE = "<value>";
    private static final String NUMBER = "<number>";
    private static final String BORDER = "<border>";

    private static final Set<String> PRONOUNS =
            Set.of("it", "its", "he", "his", "him", "she", "her", "they", "their", "them");

    private static final String TAKE = WordStem.of("take");

    static ReadQuestion of(SchemaLinks links, boolean feasible) {
        var content = new ArrayList<String>();
        var pairs = new ArrayList<String>();
        var previous = BORDER;
        for (int i = 0; i < links.words().size(); i++) {
            var word = links.words().get(i);
            if (isFunction(word)) {
                continue;
            }
            var token = word.stem();
            if (isValue(links, i)) {
                token = VALUE;
            } else if (word.hasDigit()) {
                token = NUMBER;
            } else {
                content.add(token);
            }
            if (!token.equals(previous)) {
                pairs.add(previous + " " + token);
            }
            previous = token;
        }
        pairs.add(previous + " " + BORDER);
        var cues = new ArrayList<>(CueList.ENGLISH.in(links.words()));
        danglingPronoun(links).ifPresent(cues::add);
        return new ReadQuestion(links, cues, List.copyOf(content), pairs, feasible);
    }

    /** A pronoun that comes before anything it could stand for. */
    private static Optional<Cue> danglingPronoun(SchemaLinks links) {
        for (int i = 0; i < links.words().size(); i++) {
            var word = links.words().get(i);
            boolean isOfNothing = // "how long does it take"
                    i + 1 < links.words().size() && links.words().get(i + 1).stem().equals(TAKE);
            if (PRONOUNS.contains(word.folded()) && !isOfNothing) {
                return Optional.of(new Cue(CueKind.AMBIGUOUS_REFERENCE, i, i + 1, false));
            }
            if (!isFunction(word) && !WordLists.ANSWER_WORDS.contains(word.folded())) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The same question with one more telling phrase, known to be infeasible. */
    ReadQuestion withCue(Cue cue) {
        var more = new ArrayList<>(cues);
        more.add(cue);
        return new ReadQuestion(links, more, content, pairs, false);
    }

    static boolean isFunction(QuestionWord word) {
        return FunctionWords.ENGLISH.contains(word.folded());
    }

    /** Whether a word is part of a value; a lone function word that is one is taken as a word. */
    static boolean isValue(SchemaLinks links, int word) {
        return links.mentions().stream()
                .filter(m -> m.covers(word))
                .anyMatch(m -> m.to() - m.from() > 1 || !isFunction(links.words().get(word)));
    }
}
