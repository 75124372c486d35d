package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading.Token;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.SqlNode.Literal;

/** Finds pairs of one template whose questions say the same but for values, numbers and times. */
record Wordings(DatabaseSchema schema) {
    /**
     * Share of common words, in [0, 1], from which on two questions have one wording. With it
     * EHRSQL's train questions are as far from those of other wordings (Jaccard index 0.78 in the
     * median, 0.54 in the lowest twentieth) as its validation questions are from train (0.75,
     * 0.52); as they stand, half of them have a copy.
     */
    private static final double SAME = 0.9;

    private static final class Group {
        private final List<String> ids = new ArrayList<>();
        private final List<Set<String>> words = new ArrayList<>();

        private boolean isLike(Set<String> question) {
            return words.stream().anyMatch(other -> jaccard(other, question) >= SAME);
        }

        private void add(Group other) {
            ids.addAll(other.ids);
            words.addAll(other.words);
        }
    }

    /**
     * Names the wording of each pair.
     *
     * @param template of each pair by its id
     * @return the least id of those with the same wording, by id
     */
    Map<String, String> of(List<VerifiedQuery> pairs, Map<String, String> template) {
        Map<String, List<Group>> groups = new HashMap<>();
        for (VerifiedQuery pair : pairs) {
            var known =
                    groups.computeIfAbsent(
                            template.getOrDefault(pair.id(), pair.id()), _ -> new ArrayList<>());
            var words = words(pair);
            var own = new Group();
            own.ids.add(pair.id());
            own.words.add(words);
            for (Group group : List.copyOf(known)) {
                if (group.isLike(words)) {
                    own.add(group);
                    known.remove(group);
                }
            }
            known.add(own);
        }
        Map<String, String> wordings = new HashMap<>();
        groups.values().stream()
                .flatMap(List::stream)
                .forEach(group -> {
                    String least = group.ids.stream().min(Comparator.naturalOrder()).orElseThrow();
                    group.ids.forEach(id -> wordings.put(id, least));
                });
        return wordings;
    }

    private Set<String> words(VerifiedQuery pair) {
        String sql = pair.sql();
        Set<String> literals =
                sql == null
                        ? Set.of()
                        : ParsedStatement.of(sql, schema).stream()
                                .flatMap(statement -> statement.literals().stream())
                                .map(Literal::text)
                                .flatMap(text -> Gazetteer.tokens(text).stream())
                                .map(Token::text)
                                .map(word -> word.toLowerCase(Locale.ROOT))
                                .collect(Collectors.toSet());
        var words = new HashSet<>(QuestionReader.WITHOUT_VALUES.read(pair.question()).masked());
        words.removeAll(literals);
        return words;
    }

    private static double jaccard(Set<String> one, Set<String> other) {
        long common = one.stream().filter(other::contains).count();
        return common / (double) Math.max(1, one.size() + other.size() - common);
    }
}
