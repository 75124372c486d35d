package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.Measurement;
import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.demur.generation.verified.accounting.StatementElement.Kind;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.schema.FunctionWords;
import org.demur.schema.SemanticLayer;
import org.demur.schema.SemanticLayer.Licence;
import org.jspecify.annotations.Nullable;

/**
 * Holds drafts against the licences that a person declared: a word that asks for an element which
 * the draft lacks is unheard, an element that no word licenses is unasked, and a word that the
 * declaration does not know is stray. Immutable; thread-safe.
 */
public final class DeclaredLicences {
    private static final Pattern NOTHING = Pattern.compile("(?!)");

    /** Before the first word, for phrases that begin a question. */
    private static final String BEGINNING = "^";

    private static final String NUMBER = "#";

    /** Patterns of elements in words, of phrases that ask for them, and of those that license. */
    private record Rule(Pattern elements, Pattern asking, Pattern licensing, Licence declared) {
        private static Rule of(Licence licence) {
            return new Rule(
                    Pattern.compile(
                            licence.elements().stream()
                                    .map(element -> withWildcards(element, ".*"))
                                    .collect(Collectors.joining("|"))),
                    phrases(licence.words()),
                    phrases(
                            Stream.concat(licence.words().stream(), licence.also().stream())
                                    .toList()),
                    licence);
        }
    }

    private final List<Rule> rules;
    private final Pattern known;

    /** The licences of a semantic layer; possibly none. */
    public DeclaredLicences(SemanticLayer layer) {
        this.rules = layer.licences().stream().map(Rule::of).toList();
        Set<String> words = new HashSet<>(FunctionWords.ENGLISH);
        words.addAll(layer.neutral());
        for (Licence licence : layer.licences()) {
            Stream.concat(licence.words().stream(), licence.also().stream())
                    .flatMap(phrase -> Stream.of(phrase.split(" ", -1)))
                    .forEach(words::add);
        }
        words.removeAll(Set.of("*", BEGINNING, NUMBER));
        this.known =
                Pattern.compile(
                        words.stream()
                                .map(DeclaredLicences::word)
                                .collect(Collectors.joining("|")));
    }

    private static Pattern phrases(Collection<String> phrases) {
        return phrases.isEmpty()
                ? NOTHING
                : Pattern.compile(
                        phrases.stream()
                                .map(DeclaredLicences::word)
                                .collect(Collectors.joining("|", "(?<= )(?:", ")(?= )")));
    }

    private static String word(String declared) {
        return withWildcards(declared, "[\\p{L}\\d]*");
    }

    private static String withWildcards(String text, String wildcard) {
        return Stream.of(text.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(wildcard));
    }

    /**
     * What question and draft do not have in common.
     *
     * @param measured by name: how many words that ask for an element are {@code unheard}, how many
     *     licences of the draft's elements {@code unasked}, how many words {@code stray}; empty
     *     where nothing is declared
     * @param left what is unheard and unasked, for a person
     */
    public record Account(Map<Measurement, Double> measured, List<Unaccounted> left) {
        public Account {
            measured = Map.copyOf(measured);
            left = List.copyOf(left);
        }
    }

    /** A question to account drafts for. */
    public Asked asked(QuestionReading question) {
        return new Asked(question);
    }

    /**
     * What a question says of a rule.
     *
     * @param asking the phrase that asks for one of its elements; null where none does
     * @param licensed whether its elements are licensed
     */
    private record Heard(Rule rule, @Nullable String asking, boolean licensed) {
        private static Heard of(Rule rule, String text) {
            var asking = rule.asking().matcher(text);
            return new Heard(
                    rule,
                    asking.find() ? asking.group().replace(BEGINNING + " ", "") : null,
                    rule.licensing().matcher(text).find());
        }
    }

    /** One question. */
    public final class Asked {
        private final List<Heard> heard;
        private final Set<String> tables = new HashSet<>();
        private final int stray;

        private Asked(QuestionReading question) {
            var words = words(question);
            String text = " " + BEGINNING + " " + String.join(" ", words) + " ";
            this.heard = rules.stream().map(rule -> Heard.of(rule, text)).toList();
            this.stray =
                    (int)
                            words.stream()
                                    .filter(word -> Character.isLetter(word.charAt(0)))
                                    .filter(word -> !known.matcher(word).matches())
                                    .count();
        }

        /** Words, with values in their place unless they are spelt by words that are declared. */
        private List<String> words(QuestionReading question) {
            List<String> words = new ArrayList<>();
            var values = question.values().iterator();
            for (String word : question.masked()) {
                if (!word.equals(QuestionReader.VALUE) || !values.hasNext()) {
                    words.add(word.replace(QuestionReader.NUMBER, NUMBER));
                    continue;
                }
                var value = values.next();
                var spelt =
                        question.tokens().subList(value.start(), value.end()).stream()
                                .map(QuestionReading.Token::text)
                                .toList();
                if (value.isSpelt() && !spelt.stream().allMatch(w -> known.matcher(w).matches())) {
                    words.add(word);
                    for (var reading : value.readings()) {
                        tables.add(reading.root().table());
                        tables.add(reading.column().table());
                    }
                } else {
                    words.addAll(spelt);
                }
            }
            return words;
        }

        /** Accounts for a draft by its elements. */
        public Account account(Set<StatementElement> elements) {
            if (rules.isEmpty()) {
                return new Account(Map.of(), List.of());
            }
            Map<StatementElement, String> inWords = new LinkedHashMap<>();
            elements.forEach(element -> inWords.put(element, element.inWords()));
            List<Unaccounted> unheard = new ArrayList<>();
            List<Unaccounted> unasked = new ArrayList<>();
            for (Heard rule : heard) {
                var has =
                        inWords.entrySet().stream()
                                .filter(e -> rule.rule().elements().matcher(e.getValue()).matches())
                                .map(Map.Entry::getKey)
                                .toList();
                String asking = rule.asking();
                if (has.isEmpty() && asking != null) {
                    unheard.add(unheard(asking, rule.rule().declared()));
                }
                var needy = has.stream().filter(element -> !isOfValue(element)).findFirst();
                if (needy.isPresent() && !rule.licensed()) {
                    unasked.add(unasked(needy.get(), rule.rule().declared()));
                }
            }
            return new Account(
                    Map.of(
                            Measurement.DECLARED_UNHEARD, (double) unheard.size(),
                            Measurement.DECLARED_UNASKED, (double) unasked.size(),
                            Measurement.UNDECLARED_WORDS, (double) stray),
                    Stream.concat(unasked.stream(), unheard.stream()).toList());
        }

        /** A value that the question spells says its table. */
        private boolean isOfValue(StatementElement element) {
            return (element.kind() == Kind.TABLE || element.kind() == Kind.USED_TABLE)
                    && tables.contains(element.subject());
        }
    }

    private static Unaccounted unheard(String asking, Licence licence) {
        return new Unaccounted(
                Side.QUESTION,
                asking,
                "Nothing in the draft answers '%s' (by %s)."
                        .formatted(asking, String.join(", or ", licence.elements())));
    }

    private static Unaccounted unasked(StatementElement element, Licence licence) {
        return new Unaccounted(
                Side.STATEMENT,
                element.inWords(),
                "The draft is about %s, which no word of the question asks for (%s)."
                        .formatted(
                                element.inWords(),
                                Stream.concat(licence.words().stream(), licence.also().stream())
                                        .map(word -> "'" + word + "'")
                                        .collect(Collectors.joining(", "))));
    }
}
