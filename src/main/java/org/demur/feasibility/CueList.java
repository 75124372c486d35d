package org.demur.feasibility;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.demur.schema.QuestionWord;
import org.demur.schema.ResourceLines;

/** The telling phrases of English, from a curated list. Immutable. */
final class CueList {
    static final CueList ENGLISH = new CueList(ResourceLines.of(CueList.class, "cues.txt"));

    /** What people write before they come to the point. */
    private static final Set<String> POLITE =
            Set.of(
                    "please", "can", "could", "would", "you", "i", "want", "to", "like", "kindly",
                    "just", "help", "me", "need", "a", "an", "the", "and");

    private final Map<String, List<Phrase>> byFirstWord = new HashMap<>();

    private record Phrase(CueKind kind, List<String> words, boolean onlyAtStart) {}

    private CueList(List<String> lines) {
        for (var line : lines) {
            int colon = line.indexOf(':');
            var kind = CueKind.valueOf(line.substring(0, colon).strip().toUpperCase(Locale.ROOT));
            Arrays.stream(line.substring(colon + 1).split(";", -1))
                    .map(String::strip)
                    .filter(phrase -> !phrase.isEmpty())
                    .forEach(phrase -> add(kind, phrase));
        }
    }

    private void add(CueKind kind, String phrase) {
        boolean onlyAtStart = phrase.startsWith("^");
        var words = QuestionWord.of(phrase).stream().map(QuestionWord::folded).toList();
        byFirstWord
                .computeIfAbsent(words.getFirst(), _ -> new ArrayList<>())
                .add(new Phrase(kind, words, onlyAtStart));
    }

    /** The cues of a question, in order; of one kind at most one at each place. */
    List<Cue> in(List<QuestionWord> words) {
        int point = 0;
        while (point < words.size() && POLITE.contains(words.get(point).folded())) {
            point++;
        }
        var cues = new ArrayList<Cue>();
        for (int i = 0; i < words.size(); i++) {
            for (var phrase : byFirstWord.getOrDefault(words.get(i).folded(), List.of())) {
                boolean atStart = i <= point;
                if ((atStart || !phrase.onlyAtStart) && stands(phrase, words, i)) {
                    cues.add(new Cue(phrase.kind, i, i + phrase.words.size(), atStart));
                }
            }
        }
        return cues;
    }

    private static boolean stands(Phrase phrase, List<QuestionWord> words, int at) {
        if (at + phrase.words.size() > words.size()) {
            return false;
        }
        for (int i = 0; i < phrase.words.size(); i++) {
            if (!words.get(at + i).folded().equals(phrase.words.get(i))) {
                return false;
            }
        }
        return true;
    }
}
