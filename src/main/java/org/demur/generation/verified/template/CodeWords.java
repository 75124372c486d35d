package org.demur.generation.verified.template;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.WordRole;
import org.demur.schema.ColumnRef;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordForms;

/**
 * Words that pairs say for the codes that their questions do not spell: "escalated" for {@code
 * status = 'E'}. A word is said for a code if each pair that says it has the code.
 */
public final class CodeWords {
    private record Code(ColumnRef column, String text) {}

    private final Map<Code, Set<String>> words = new HashMap<>();

    CodeWords(Collection<SqlTemplate> templates) {
        Map<String, Set<Code>> always = new HashMap<>();
        for (SqlTemplate template : templates) {
            for (Example example : template.examples) {
                var codes = codes(example);
                for (String word : words(example)) {
                    always.computeIfAbsent(word, _ -> new HashSet<>(codes)).retainAll(codes);
                }
            }
        }
        always.forEach((word, codes) ->
                codes.forEach(code -> words.computeIfAbsent(code, _ -> new TreeSet<>()).add(word)));
    }

    /** By their stems; none for a text that a question spells. */
    Set<String> of(ColumnRef column, String text) {
        return words.getOrDefault(new Code(column, text), Set.of());
    }

    private static Set<Code> codes(Example example) {
        Set<String> said = new HashSet<>();
        example.reading().tokens().forEach(token -> said.add(token.text()));
        Set<Code> codes = new HashSet<>();
        var statement = example.statement();
        for (int i = 0; i < statement.literals().size(); i++) {
            var literal = statement.literals().get(i);
            var column = statement.contexts().get(i).column();
            boolean isSpelled =
                    Gazetteer.tokens(literal.text()).stream()
                            .allMatch(t -> said.contains(t.text()));
            if (literal.quoted() && column != null && !isSpelled) {
                codes.add(new Code(column, literal.text()));
            }
        }
        return codes;
    }

    /** What may stand for a code: no part of a text that the statement has. */
    private static Set<String> words(Example example) {
        Set<String> spelled = new HashSet<>();
        for (var literal : example.statement().literals()) {
            Gazetteer.tokens(literal.text()).forEach(token -> spelled.add(token.text()));
        }
        Set<String> words = new TreeSet<>();
        for (var token : example.reading().tokens()) {
            String word = token.text();
            if (word.length() > 1
                    && Character.isLetter(word.charAt(0))
                    && !spelled.contains(word)
                    && !FunctionWords.ENGLISH.contains(word)
                    && !WordRole.FRAME.has(word)
                    && !WordRole.GENERIC_NOUN.has(word)) {
                words.add(WordForms.stem(word));
            }
        }
        return words;
    }
}
