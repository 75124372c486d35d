package org.demur.generation.verified.accounting;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.schema.WordStem;

/**
 * Prepositions before a value, against those of the verified queries of a statement: "complaints
 * about X" for "complaints that X handled".
 */
final class PrepositionContradictions implements ContradictionRule {
    /** What says of a value something that no other word in its place does. */
    private static final Set<String> TELLING =
            Set.of(
                    "about", "against", "after", "around", "because", "before", "behind", "beside",
                    "between", "beyond", "despite", "except", "like", "near", "outside", "past",
                    "than", "through", "toward", "towards", "unlike", "via", "without");

    /** Where something is, which is not who did it. */
    private static final Set<String> PLACES = Set.of("at", "in", "on", "from", "to", "into");

    private static final String ACTOR = "by";
    private static final String RECIPIENT = "to";

    /** Words between a preposition and a value. */
    private static final Set<String> BETWEEN =
            Set.of("the", "a", "an", "our", "mr", "mrs", "ms", "dr", ".");

    private final SchemaNames names;

    /** The words before the first value of pairs, empty for none, by their statements. */
    private final Map<String, Set<String>> known = new HashMap<>();

    PrepositionContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        this.names = names;
        for (var pair : pairs) {
            before(pair.question())
                    .ifPresent(word ->
                            known.computeIfAbsent(
                                            pair.statement().boundTemplate(), _ -> new HashSet<>())
                                    .add(word));
        }
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var usual = known.get(draft.statement().boundTemplate());
        var said = before(asked.question());
        if (usual == null || said.isEmpty() || usual.contains(said.get())) {
            return;
        }
        String word = said.get();
        boolean isOther =
                TELLING.contains(word)
                        || (word.equals(ACTOR) && PLACES.containsAll(usual))
                        || (word.equals(RECIPIENT) && Set.of(ACTOR).equals(usual));
        if (isOther) {
            found.ofQuestion(
                    Sort.DIRECTION,
                    "before " + word,
                    word,
                    "The question says '%s' before the value, and the verified query of this statement does not.",
                    word);
        }
    }

    /** The word before the first value and what it is called; empty where there is no value. */
    private Optional<String> before(QuestionReading question) {
        if (question.values().isEmpty()) {
            return Optional.empty();
        }
        int at = question.tokenBefore(question.values().getFirst().start(), this::isBetween);
        String word = at < 0 ? "" : question.tokens().get(at).text();
        String before = at < 1 ? "" : question.tokens().get(at - 1).text();
        return Optional.of(word.equals("of") && TELLING.contains(before) ? before : word);
    }

    private boolean isBetween(String word) {
        return BETWEEN.contains(word) || names.isTable(WordStem.of(word));
    }
}
