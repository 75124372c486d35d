package org.demur.feasibility;

import java.util.ArrayList;
import java.util.List;
import org.demur.schema.FunctionWords;
import org.demur.schema.QuestionWord;
import org.demur.schema.SchemaLinker;
import org.demur.schema.SchemaLinks;

/**
 * Makes infeasible questions of feasible ones by putting a word in that the database does not
 * answer to. The infeasible questions that people collect are of few kinds; those to come ask for
 * things that nobody thought of.
 */
final class InfeasibleAugmentation {
    /** One question in so many is made strange. */
    private static final int EVERY = 5;

    /** What happens to the questions made strange, in turns: first these, then strange words. */
    private static final List<Cue> CUES =
            List.of(
                    new Cue(CueKind.NON_SQL, 0, 1, true),
                    new Cue(CueKind.NON_SQL, 0, 1, false),
                    new Cue(CueKind.EXTERNAL_KNOWLEDGE, 0, 1, false),
                    new Cue(CueKind.SMALL_TALK, 0, 1, false));

    private static final int TURNS = 16;

    /** A shorter word of a value is a unit or an abbreviation. */
    private static final int SHORTEST = 4;

    /** A word that no list and no database has. */
    private static final String NOWHERE = "\u2205";

    private final List<String> wordsOfValues;

    private InfeasibleAugmentation(List<String> wordsOfValues) {
        this.wordsOfValues = wordsOfValues;
    }

    static InfeasibleAugmentation of(SchemaLinker linker) {
        return new InfeasibleAugmentation(
                linker.wordsOfValues().stream()
                        .filter(w -> w.length() >= SHORTEST)
                        .filter(w -> w.chars().allMatch(Character::isLetter))
                        .filter(w -> !FunctionWords.ENGLISH.contains(w))
                        .toList());
    }

    /** Strange variants of some of the questions; always the same ones. */
    List<ReadQuestion> of(List<ReadQuestion> questions, Phrasing phrasing) {
        var strange = new ArrayList<ReadQuestion>();
        for (int i = 0; i < questions.size(); i += EVERY) {
            var question = questions.get(i);
            if (question.feasible()) {
                int turn = i / EVERY;
                strange.add(
                        turn % TURNS < CUES.size()
                                ? question.withCue(CUES.get(turn % TURNS))
                                : estranged(question, turn, phrasing));
            }
        }
        return strange;
    }

    /** Every other time the strange word is one of some value. */
    private ReadQuestion estranged(ReadQuestion question, int turn, Phrasing phrasing) {
        var words = new ArrayList<>(question.links().words());
        var places = new ArrayList<Integer>();
        for (int i = 0; i < words.size(); i++) {
            if (!ReadQuestion.isFunction(words.get(i)) && !question.links().isMentioned(i)) {
                places.add(i);
            }
        }
        int place = places.isEmpty() ? words.size() - 1 : places.get(turn % places.size());
        var stem = turn % 2 == 0 ? NOWHERE : wordOfValue(turn, phrasing);
        var word = new QuestionWord(stem, stem, stem, words.get(place).start());
        // the links know words by their place, so that the place is taken, never shifted
        words.set(place, word);
        var names = question.links().names().stream().filter(n -> n.word() != place).toList();
        var mentions = question.links().mentions().stream().filter(m -> !m.covers(place)).toList();
        return ReadQuestion.of(new SchemaLinks(words, names, mentions), false);
    }

    private String wordOfValue(int turn, Phrasing phrasing) {
        for (int i = 0; i < wordsOfValues.size(); i++) {
            // a large prime steps through the list without following its order
            var word = wordsOfValues.get((int) ((turn * 7919L + i) % wordsOfValues.size()));
            if (phrasing.feasible(word) == 0) {
                return word;
            }
        }
        return NOWHERE;
    }
}
