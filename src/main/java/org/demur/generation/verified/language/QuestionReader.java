package org.demur.generation.verified.language;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.Token;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.schema.FunctionWords;
import org.demur.schema.SemanticLayer;
import org.demur.schema.WordStem;
import org.jspecify.annotations.Nullable;

/**
 * Takes questions apart by a gazetteer that it was given and phrases that it was told not to trust.
 * Immutable.
 */
public final class QuestionReader {
    public static final String VALUE = "‹v›";
    public static final String NUMBER = "‹n›";
    public static final String CODE = "‹id›";
    public static final String TIME = "‹t›";

    /** Knows times and numbers, but no values. */
    public static final QuestionReader WITHOUT_VALUES =
            new QuestionReader(new Gazetteer.Builder().build(), Map.of(), Set.of());

    /** Whether a masked word stands for a mention. */
    public static boolean isPlaceholder(String word) {
        return word.startsWith("‹");
    }

    private static final Set<String> UNITS =
            Set.of(
                    "year", "month", "week", "day", "hour", "minute", "years", "months", "weeks",
                    "days", "hours", "minutes");

    /** Words for powers of ten, which multiply the number before them. */
    private static final Map<String, Integer> POWERS =
            Map.of("hundred", 2, "thousand", 3, "million", 6, "billion", 9);

    private final Gazetteer gazetteer;
    private final Map<String, Double> precision;
    private final Set<String> commonWords;

    /**
     * Creates a reader.
     *
     * @param gazetteer the database's values
     * @param precision for phrases seen in pairs, how often they stood for the value
     * @param commonWords words so frequent in questions that alone they are no value unless pairs
     *     say so
     */
    QuestionReader(Gazetteer gazetteer, Map<String, Double> precision, Set<String> commonWords) {
        this.gazetteer = gazetteer;
        this.precision = Map.copyOf(precision);
        this.commonWords = Set.copyOf(commonWords);
    }

    /** As {@link Gazetteer#aliases}. */
    public List<SemanticLayer.Synonym> aliases() {
        return gazetteer.aliases();
    }

    private boolean trusted(String phrase, Reading reading) {
        Double known = precision.get(phrase);
        if (known != null) {
            return known >= 0.3;
        }
        if (reading.alias()) {
            return true;
        }
        String stripped = phrase.strip();
        if (stripped.contains(" ")) {
            return !(stripped.length() <= 3
                    || stripped.chars().allMatch(c -> Character.isDigit(c) || c == ' '));
        }
        return stripped.length() > 1
                && !commonWords.contains(stripped)
                && !stripped.chars().allMatch(Character::isDigit);
    }

    /**
     * Whether a mention can hardly be anything but a value: pairs say so, or it has several words.
     */
    public boolean isStrong(QuestionReading reading, ValueMention mention) {
        var phrase = new StringBuilder();
        for (int k = mention.start(); k < mention.end(); k++) {
            phrase.append(reading.tokens().get(k).text()).append(' ');
        }
        Double known = precision.get(phrase.toString());
        return known == null
                ? mention.end() - mention.start() > 1 || phrase.length() > 6
                : known >= 0.8;
    }

    /** Takes a question apart; the same one always alike. */
    public QuestionReading read(String text) {
        var tokens = Gazetteer.tokens(text);
        var times = new ArrayList<>(TimeGrammar.find(text));
        List<ValueMention> values = new ArrayList<>();
        int[] owner = new int[tokens.size()];
        for (int i = 0; i < tokens.size(); ) {
            @Nullable ValueMention mention = gazetteer.longest(tokens, i, this::trusted);
            if (mention == null || isFunctionWord(text, tokens, mention)) {
                i++;
                continue;
            }
            int start = tokens.get(mention.start()).start();
            int end = tokens.get(mention.end() - 1).end();
            boolean insideTime =
                    times.stream()
                            .anyMatch(t ->
                                    t.start() <= start
                                            && end <= t.end()
                                            && mention.end() - mention.start() < 3);
            if (insideTime) {
                i++;
                continue;
            }
            times.removeIf(t -> t.start() < end && start < t.end());
            for (var part : ofNamedTable(tokens, mention)) {
                values.add(part);
                for (int k = part.start(); k < part.end(); k++) {
                    owner[k] = values.size();
                }
            }
            i = mention.end();
        }
        List<NumberMention> numbers = new ArrayList<>();
        List<String> masked = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            if (owner[i] > 0) {
                if (values.get(owner[i] - 1).start() == i) {
                    masked.add(VALUE);
                }
                continue;
            }
            var time = timeAt(times, token);
            if (time != null) {
                if (masked.isEmpty()
                        || !masked.getLast().equals(TIME)
                        || firstOf(time, tokens, i)) {
                    masked.add(TIME);
                }
                continue;
            }
            String number = number(token.text());
            if (number != null) {
                String unit =
                        i + 1 < tokens.size() && UNITS.contains(tokens.get(i + 1).text())
                                ? tokens.get(i + 1).text()
                                : "";
                if (unit.isEmpty()
                        && i + 2 < tokens.size()
                        && tokens.get(i + 1).text().equals("-")
                        && UNITS.contains(tokens.get(i + 2).text())) {
                    unit = tokens.get(i + 2).text();
                }
                if (unit.endsWith("s")) {
                    unit = unit.substring(0, unit.length() - 1);
                }
                Integer power = i + 1 < tokens.size() ? POWERS.get(tokens.get(i + 1).text()) : null;
                numbers.add(
                        new NumberMention(i, power == null ? number : times(number, power), unit));
                masked.add(mask(token.text(), number));
                i += power == null ? 0 : 1; // both are one number
                continue;
            }
            Integer power = POWERS.get(token.text());
            if (power != null) { // "over a hundred"
                numbers.add(new NumberMention(i, times("1", power), ""));
                masked.add(NUMBER);
                continue;
            }
            masked.add(token.text());
        }
        for (int i = 0; i < tokens.size(); i++) {
            var time = timeAt(times, tokens.get(i));
            if (time != null && time.signature().endsWith("|Y") && firstOf(time, tokens, i)) {
                // a bare year may also be a plain number of the data
                numbers.add(
                        new NumberMention(
                                i, time.fields().getOrDefault("Y", ""), NumberMention.YEAR));
            }
        }
        return new QuestionReading(text, tokens, values, numbers, times, masked);
    }

    /**
     * The words of a mention each for itself, where a table that the question names has them in
     * columns of its own and no such table has them as one: "guest Ann Lee" is no clerk's full
     * name.
     */
    private List<ValueMention> ofNamedTable(List<Token> tokens, ValueMention mention) {
        var whole = List.of(mention);
        if (mention.end() - mention.start() < 2) {
            return whole;
        }
        Set<String> said = new HashSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (i < mention.start() || i >= mention.end()) {
                said.add(WordStem.of(tokens.get(i).text()));
            }
        }
        Set<String> shared = tables(mention);
        if (isAnyNamed(shared, said)) {
            return whole;
        }
        List<ValueMention> parts = new ArrayList<>();
        for (int k = mention.start(); k < mention.end(); k++) {
            var part = gazetteer.longest(tokens.subList(0, k + 1), k, this::trusted);
            if (part == null) {
                return whole;
            }
            shared = parts.isEmpty() ? tables(part) : shared;
            shared.retainAll(tables(part));
            parts.add(part);
        }
        return isAnyNamed(shared, said) ? parts : whole;
    }

    private static Set<String> tables(ValueMention mention) {
        return mention.readings().stream()
                .map(reading -> reading.column().table())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static boolean isAnyNamed(Set<String> tables, Set<String> said) {
        return tables.stream()
                .flatMap(table -> Stream.of(ColumnNameMatching.parts(table)))
                .map(WordStem::of)
                .anyMatch(said::contains);
    }

    /** Of states by two letters "in" is none, and "IN" is; pairs may say otherwise. */
    private boolean isFunctionWord(String text, List<Token> tokens, ValueMention mention) {
        Token word = tokens.get(mention.start());
        return mention.end() == mention.start() + 1
                && FunctionWords.ENGLISH.contains(word.text())
                && text.startsWith(word.text(), word.start())
                && !precision.containsKey(word.text() + ' ');
    }

    private static boolean firstOf(TimeMention time, List<Token> tokens, int i) {
        return i == 0 || tokens.get(i - 1).end() <= time.start();
    }

    private static @Nullable TimeMention timeAt(List<TimeMention> times, Token token) {
        for (TimeMention time : times) {
            if (time.start() <= token.start() && token.end() <= time.end()) {
                return time;
            }
        }
        return null;
    }

    private static String times(String number, int power) {
        return new BigDecimal(number).scaleByPowerOfTen(power).toPlainString();
    }

    /** A decade and an ordinal ask for something else than the number itself. */
    private static String mask(String token, String number) {
        String ending = Character.isDigit(token.charAt(0)) ? token.substring(number.length()) : "";
        if (ending.isEmpty()) {
            return number.length() >= 4 && number.indexOf('.') < 0 ? CODE : NUMBER;
        }
        return NUMBER + (ending.equals("s") ? "s" : "th");
    }

    static @Nullable String number(String token) {
        if (Character.isDigit(token.charAt(0))) {
            int end = 0;
            while (end < token.length()
                    && (Character.isDigit(token.charAt(end)) || token.charAt(end) == '.')) {
                end++;
            }
            String rest = token.substring(end);
            return rest.isEmpty()
                            || rest.equals("s")
                            || rest.equals("th")
                            || rest.equals("nd")
                            || rest.equals("rd")
                    ? token.substring(0, end)
                    : null;
        }
        return NumberWords.WORDS.get(token);
    }

    /**
     * Learns which phrases to trust from questions whose values are known.
     *
     * @param used for each question the literals of its SQL, in lower case
     */
    public static QuestionReader fit(
            Gazetteer gazetteer, List<String> questions, List<Set<String>> used) {
        Map<String, int[]> counts = new HashMap<>();
        Set<String> shorterMeant = new HashSet<>();
        Map<String, Integer> words = new HashMap<>();
        for (int q = 0; q < questions.size(); q++) {
            var tokens = Gazetteer.tokens(questions.get(q));
            boolean[] covered = new boolean[tokens.size()];
            for (int i = 0; i < tokens.size(); ) {
                var mention = gazetteer.longest(tokens, i, (p, r) -> true);
                if (mention == null) {
                    i++;
                    continue;
                }
                var phrase = new StringBuilder();
                for (int k = mention.start(); k < mention.end(); k++) {
                    phrase.append(tokens.get(k).text()).append(' ');
                }
                var literals = used.get(q);
                boolean hit = isOneOf(mention, literals);
                int[] count = counts.computeIfAbsent(phrase.toString(), p -> new int[2]);
                count[0] += hit ? 1 : 0;
                count[1]++;
                if (hit) {
                    for (int k = mention.start(); k < mention.end(); k++) {
                        covered[k] = true;
                    }
                    i = mention.end();
                } else {
                    if (startsWithOneOf(gazetteer, tokens, mention, literals)) {
                        shorterMeant.add(phrase.toString());
                    }
                    i++;
                }
            }
            Set<String> once = new HashSet<>();
            for (int i = 0; i < tokens.size(); i++) {
                if (!covered[i] && once.add(tokens.get(i).text())) {
                    words.merge(tokens.get(i).text(), 1, Integer::sum);
                }
            }
        }
        Map<String, Double> precision = new HashMap<>();
        counts.forEach((p, c) -> {
            if (c[0] > 0 || c[1] >= 3 || shorterMeant.contains(p)) {
                precision.put(p, c[0] / (double) c[1]);
            }
        });
        int frequent = Math.max(2, questions.size() / 500);
        Set<String> common = new HashSet<>();
        words.forEach((w, n) -> {
            if (n >= frequent) {
                common.add(w);
            }
        });
        return new QuestionReader(gazetteer, precision, common);
    }

    private static boolean isOneOf(ValueMention mention, Set<String> literals) {
        return mention.readings().stream()
                .anyMatch(r -> literals.contains(r.value().toLowerCase(Locale.ROOT)));
    }

    /** Whether SQL uses a value that only begins as a mention does, so that its end is wording. */
    private static boolean startsWithOneOf(
            Gazetteer gazetteer, List<Token> tokens, ValueMention mention, Set<String> literals) {
        for (int end = mention.end() - 1; end > mention.start(); end--) {
            var shorter =
                    gazetteer.longest(tokens.subList(0, end), mention.start(), (p, r) -> true);
            if (shorter != null && isOneOf(shorter, literals)) {
                return true;
            }
        }
        return false;
    }
}
