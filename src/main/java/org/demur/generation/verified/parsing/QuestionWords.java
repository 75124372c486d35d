package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.generation.verified.language.TimeMention;
import org.demur.generation.verified.language.WordRole;
import org.demur.schema.Degrees;
import org.demur.schema.Degrees.Superlative;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordForms;

/** A question's words: what they mention, and which of them were heard. Not thread-safe. */
final class QuestionWords {
    /** In place of the stem of a word that is part of a value, a number or a time. */
    private static final String MASKED = "‹›";

    private static final Set<String> QUOTES = Set.of("'", "\"", "“", "”", "‘", "’");

    /** Signs after which may be listed what the answer is to hold. */
    private static final Set<String> OPENING = Set.of("?", ".", ":", ";", "(", "-", "–", "—");

    private static final Set<String> ENUMERATING =
            Set.of(",", "and", "&", "+", ")", ".", "the", "their", "its", "with", "just", "only");

    private static final Set<String> POLITE =
            Set.of(
                    "please", "pls", "how", "many", "of", "for", "each", "will", "do", "?", "!",
                    "plus", "list", "show", "give", "me", "us", "total", "average");

    private static final Set<String> MEASURES =
            Set.of("number", "count", "amount", "sum", "total", "group", "groups", "figure");

    private static final Set<String> AFTER_INCLUDING =
            Set.of("the", "their", "its", "of", "any", "all", ".", "is");

    /** Words of what is said of groups that have no rows, at most. */
    private static final int LONGEST_ASIDE = 10;

    private static final List<List<String>> EMPTY =
            List.of(
                    List.of("with", "any"),
                    List.of("with", "none"),
                    List.of("without", "any"),
                    List.of("without", "one"),
                    List.of("have", "any"),
                    List.of("have", "none"),
                    List.of("at", "least", "one"));

    private static final Set<String> STATING = Set.of("is", "are", "was", "were", "still");

    private final QuestionReading reading;
    private final boolean[] heard;
    final List<String> words;
    final List<String> stems = new ArrayList<>();

    /** In the question's order, none overlapping another. */
    final List<Mention> mentions = new ArrayList<>();

    /** Whether all that is listed last is known, where something is. */
    private boolean isAnswerClear = true;

    /** Whether the answer is to hold a number of things as well: "name and count". */
    private final boolean countsLast;

    /** What the answer is to hold, where it is listed after the question: "Name and city." */
    final List<Mention> answer;

    /** In which order rows are asked for. */
    final List<Superlative> orders;

    /** Those that are not part of a name or value. */
    final List<Superlative> superlatives;

    /**
     * Finds what is mentioned.
     *
     * @param values those of the reading that are values
     */
    QuestionWords(
            QuestionReading reading,
            List<ValueMention> values,
            Lexicon lexicon,
            ConditionWords conditions) {
        this.reading = reading;
        this.words = reading.tokens().stream().map(QuestionReading.Token::text).toList();
        this.heard = new boolean[words.size()];
        Mention[] known = known(values);
        for (int i = 0; i < words.size(); i++) {
            stems.add(WordForms.stem(words.get(i)));
        }
        for (Mention mention : known) {
            for (int i = mention == null ? 0 : mention.start;
                    mention != null && i < mention.end;
                    i++) {
                stems.set(i, MASKED);
            }
        }
        for (int i = 0; i < words.size(); ) {
            int at = i;
            var mention =
                    known[i] != null
                            ? Optional.of(known[i])
                            : lexicon.at(stems, i) // "list price" may begin so
                                    .filter(m -> isNameable(at) || m.end - m.start > 1);
            mention.ifPresent(mentions::add);
            i = mention.map(m -> m.end).orElse(i + 1);
        }
        for (int i = 0; i < words.size(); i++) {
            meant(i, conditions);
        }
        List<Superlative> degrees = new ArrayList<>(Degrees.superlatives(words));
        this.orders = degrees.stream().map(this::order).flatMap(Optional::stream).toList();
        degrees.removeIf(s -> order(s).isPresent());
        orders.forEach(
                order -> mentions.removeIf(m -> order.start() <= m.start && m.end <= order.end()));
        orders.forEach(order -> hear(order.start(), order.end()));
        passOverIncluded();
        passOverEmptyGroups();
        int end = listed();
        this.countsLast = IntStream.range(end, words.size()).anyMatch(i -> isCount(i, end));
        this.answer = mentions.stream().filter(m -> m.start >= end).toList();
        mentions.removeAll(answer);
        hear(end, words.size());
        this.superlatives =
                degrees.stream().filter(s -> s.start() < end && !isMention(s.start())).toList();
    }

    /**
     * Where names of columns begin that stand by themselves at the end; the number of words where
     * none do.
     */
    private int listed() {
        int last = 0;
        for (int i = 1; i < words.size() - 1; i++) {
            last = OPENING.contains(words.get(i)) ? i + 1 : last;
        }
        if (last > 0) {
            int from = last;
            boolean isList = isListed(from);
            isAnswerClear =
                    isList
                            || !Set.of(":", "?").contains(words.get(from - 1))
                            || mentions.stream()
                                    .filter(m -> m.start >= from)
                                    .noneMatch(m -> !m.columns.isEmpty())
                            || mentions.stream().anyMatch(m -> m.start >= from && !m.isName());
            return isList ? from : words.size();
        }
        for (int i = 1; i < words.size() - 1; i++) {
            int comma = i;
            boolean isAfterComma = words.get(i).equals(",") && isListed(i + 1);
            if (isAfterComma && mentions.stream().anyMatch(m -> m.end <= comma && m.isName())) {
                return i + 1;
            }
        }
        return words.size();
    }

    /** Whether all that is left are names of what is to be returned, or how many. */
    private boolean isListed(int from) {
        boolean isNamed = false;
        for (int i = from; i < words.size(); i++) {
            int at = i;
            var mention = mentions.stream().filter(m -> m.start <= at && at < m.end).findFirst();
            boolean isCount = isCount(i, from);
            if (mention.isPresent()
                    ? !mention.get().isName()
                    : !isKind(i, from) && !isCount && !isPolite(i) && !isHeard(i)) {
                return false;
            }
            isNamed |= isCount || mention.filter(m -> !m.columns.isEmpty()).isPresent();
        }
        return isNamed;
    }

    /** "Opening date", among what is listed. */
    private boolean isKind(int at, int from) {
        return at > from && isMention(at - 1) && WordRole.GENERIC_NOUN.has(words.get(at));
    }

    /** "Count", among what is listed. */
    private boolean isCount(int at, int from) {
        return !isKind(at, from) && WordRole.COUNT_NOUN.has(words.get(at));
    }

    private boolean isPolite(int at) {
        return ENUMERATING.contains(words.get(at)) || POLITE.contains(words.get(at));
    }

    /** "Newest first", "largest at the top": an order, with the words that say so. */
    private Optional<Superlative> order(Superlative superlative) {
        int end = superlative.end();
        if (end < words.size() && MEASURES.contains(words.get(end))) {
            end++; // "biggest number first"
        }
        for (var ending :
                List.of(List.of("first"), List.of("on", "top"), List.of("at", "the", "top"))) {
            int last = end + ending.size();
            if (last <= words.size() && words.subList(end, last).equals(ending)) {
                return Optional.of(
                        new Superlative(superlative.start(), last, superlative.degrees()));
            }
        }
        return Optional.empty();
    }

    /** Of "retired ones included" and "whatever their status" nothing narrows the answer. */
    private void passOverIncluded() {
        for (int i = 1; i < words.size(); i++) {
            boolean isIncluded = WordRole.INCLUDED.has(words.get(i));
            boolean isWhatever = WordRole.INCLUDING.has(words.get(i));
            if ((!isIncluded && !isWhatever) || WordRole.NEGATION.has(words.get(i - 1))) {
                continue;
            }
            int at = i;
            var included =
                    mentions.stream()
                            .filter(m -> isIncluded ? isJustBefore(m, at) : isJustAfter(m, at))
                            .filter(m -> isWhatever || !m.isName())
                            .findFirst();
            if (included.isPresent()) {
                mentions.remove(included.get());
                hear(Math.min(i, included.get().start), Math.max(i + 1, included.get().end));
            }
        }
    }

    /** "Per branch, only those with any": no group is without rows. */
    private void passOverEmptyGroups() {
        int end = words.size();
        while (end > 0 && !Character.isLetterOrDigit(words.get(end - 1).charAt(0))) {
            end--;
        }
        int last = end;
        for (int i = Math.max(1, last - LONGEST_ASIDE); i < last; i++) {
            int from = i;
            boolean isAside =
                    WordRole.ASIDE.has(words.get(i))
                            && !Character.isLetterOrDigit(words.get(i - 1).charAt(0))
                            && words.subList(0, i).stream().anyMatch(WordRole.GROUPING::has)
                            && EMPTY.stream().anyMatch(e -> endsWith(words.subList(from, last), e));
            if (isAside && mentions.stream().noneMatch(m -> m.start >= from && m.value != null)) {
                mentions.removeIf(m -> m.start >= from);
                hear(i, words.size());
                return;
            }
        }
    }

    private static boolean endsWith(List<String> words, List<String> ending) {
        int start = words.size() - ending.size();
        return start >= 0 && words.subList(start, words.size()).equals(ending);
    }

    private boolean isJustBefore(Mention mention, int at) {
        return mention.end == at || (mention.end == at - 1 && words.get(at - 1).equals("ones"));
    }

    private boolean isJustAfter(Mention mention, int at) {
        return mention.start > at
                && mention.start - at <= 3
                && AFTER_INCLUDING.containsAll(words.subList(at + 1, mention.start));
    }

    /**
     * Where a question begins to say that it counts after it has said what: "hires from Cork,
     * number please"; the number of words where it does not.
     */
    int countedLast() {
        int from = words.size();
        if (!answer.isEmpty()) { // "full name and how many"
            return from;
        }
        boolean isCounted = false;
        while (from > 0 && isOfCount(words.get(from - 1))) {
            from--;
            isCounted |= WordRole.COUNT_NOUN.has(words.get(from));
        }
        for (var is :
                List.of(
                        List.of("what", "is"),
                        List.of("what", "'", "s"),
                        List.of("what", "’", "s"))) {
            int start = from - is.size(); // "deliveries to Cork - what's the number?"
            from = start > 0 && words.subList(start, from).equals(is) ? start : from;
        }
        if (!isCounted || from == 0) {
            return words.size();
        }
        String first = words.get(from);
        boolean isApart = Set.of("how", "what", ",").contains(first) || OPENING.contains(first);
        return isApart ? from : words.size();
    }

    /** A word that pairs mean a condition by is one beside the table whose rows it keeps. */
    private void meant(int at, ConditionWords known) {
        for (var condition : known.meanings(stems.get(at))) {
            boolean isOther = // a longer name, or a value
                    mentions.stream()
                            .anyMatch(m -> m.start <= at && at < m.end && m.end - m.start > 1);
            if (!isOther && isBeside(at, condition.column().table())) {
                mentions.removeIf(m -> m.start == at);
                int place = (int) mentions.stream().filter(m -> m.start < at).count();
                mentions.add(place, Mention.condition(at, condition));
                return;
            }
        }
    }

    /** "Current part-time therapists", "practices that are still open". */
    private boolean isBeside(int at, String table) {
        for (Mention mention : mentions) {
            boolean isTable = mention.tables.contains(table) && mention.columns.isEmpty();
            boolean isBefore = mention.start > at && saysNothing(at + 1, mention.start);
            boolean isAfter = mention.end <= at && saysNothing(mention.end, at) && isStated(at);
            if (isTable && (isBefore || isAfter)) {
                return true;
            }
        }
        return false;
    }

    /** Whether nothing but values, conditions and function words stands between two places. */
    private boolean saysNothing(int from, int to) {
        for (int i = from; i < to; i++) {
            int word = i;
            boolean isName =
                    mentions.stream().anyMatch(m -> m.isName() && m.start <= word && word < m.end);
            boolean isMentioned = isMention(i) && !isName;
            if (isName || WordRole.NEGATION.has(words.get(i)) || (isContent(i) && !isMentioned)) {
                return false;
            }
        }
        return true;
    }

    /** "Are still open". */
    private boolean isStated(int at) {
        for (int i = Math.max(0, at - 2); i < at; i++) {
            if (STATING.contains(words.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Values, numbers and times by their first words. */
    private Mention[] known(List<ValueMention> values) {
        var known = new Mention[words.size()];
        for (ValueMention value : values) {
            known[value.start()] = Mention.value(value);
        }
        for (TimeMention time : reading.times()) {
            int first = -1;
            int last = -1;
            for (int i = 0; i < known.length; i++) {
                var token = reading.tokens().get(i);
                if (time.start() <= token.start() && token.end() <= time.end()) {
                    first = first < 0 ? i : first;
                    last = i;
                }
            }
            if (first >= 0) {
                known[first] = Mention.time(first, last + 1, time);
            }
        }
        for (NumberMention number : reading.numbers()) {
            int at = number.token();
            boolean isTime =
                    number.unit().equals(NumberMention.YEAR)
                            && (at == 0 || !WordRole.NUMBER_COMPARISON.has(words.get(at - 1)));
            if (!isTime && !isPronoun(at) && (known[at] == null || known[at].time != null)) {
                known[at] = Mention.number(number);
            }
        }
        return known;
    }

    /** "The one with", "which ones". */
    private boolean isPronoun(int at) {
        return words.get(at).equals("one")
                && Set.of("the", "which", "that", "this", "any", "no", "every")
                        .contains(at > 0 ? words.get(at - 1) : "");
    }

    /** Whether it is left open if rows are to be counted or listed. */
    boolean isElliptical() {
        return reading.isElliptical();
    }

    private boolean isNameable(int at) {
        boolean isImperative = at == 0 && words.getFirst().equals("name");
        boolean isFunction =
                FunctionWords.ENGLISH.contains(words.get(at)) && !words.get(at).equals("id");
        return !isImperative && !isFunction;
    }

    private static boolean isOfCount(String word) {
        return WordRole.COUNT_NOUN.has(word)
                || WordRole.COUNT_FRAME.has(word)
                || !Character.isLetterOrDigit(word.charAt(0));
    }

    /** Whether a word is the unit of a number: of "5 kg". */
    boolean isAfterNumber(int at) {
        return mentions.stream().anyMatch(m -> m.number != null && m.end == at);
    }

    /** Whether it is understood what the answer is to hold, as far as that is listed last. */
    boolean isAnswerClear() {
        return isAnswerClear;
    }

    /** Whether the answer is to hold a number of things beside what else is listed. */
    boolean isCountedLast() {
        return countsLast;
    }

    /** Whether a word can mean something by itself. */
    boolean isContent(int at) {
        String word = words.get(at);
        boolean isCode = // "class G"
                word.length() == 1
                        && isCapital(at)
                        && Character.isLetter(word.charAt(0))
                        && !Set.of("i", "a").contains(word);
        return Character.isLetterOrDigit(word.charAt(0))
                && (word.length() > 1 || isCode)
                && !FunctionWords.ENGLISH.contains(word)
                && !stems.get(at).equals(MASKED);
    }

    /** Whether a word is part of a mention. */
    boolean isMention(int at) {
        return mentions.stream().anyMatch(m -> m.start <= at && at < m.end);
    }

    /** Whether a word inside of a question is written like a name. */
    boolean isCapital(int at) {
        return at > 0
                && Character.isUpperCase(reading.text().charAt(reading.tokens().get(at).start()));
    }

    /** Whether a word stands between quotes or beside one. */
    boolean isQuoted(int at) {
        return isAny(QUOTES::contains, at - 1, at)
                || isAny(QUOTES::contains, at + 1, Math.min(at + 2, words.size()));
    }

    void hear(int from, int to) {
        for (int i = from; i < to; i++) {
            heard[i] = true;
        }
    }

    boolean isHeard(int at) {
        return heard[at];
    }

    /** Whether one of some words stands between two places, and mentions nothing. */
    boolean isAny(Predicate<String> wanted, int from, int to) {
        for (int i = Math.max(0, from); i < to; i++) {
            if (wanted.test(words.get(i)) && !isMention(i)) {
                return true;
            }
        }
        return false;
    }

    /** Names that the statement does not have yet. */
    Stream<Mention> names() {
        return mentions.stream().filter(m -> m.isName() && !m.isUsed);
    }

    Optional<Mention> startingAt(int at) {
        return mentions.stream().filter(m -> m.start == at).findFirst();
    }

    /** The mention after one, with no content word between; empty where there is none. */
    Optional<Mention> next(Mention mention) {
        return beside(mention, 1);
    }

    /** The same of the one before. */
    Optional<Mention> previous(Mention mention) {
        return beside(mention, -1);
    }

    private Optional<Mention> beside(Mention mention, int step) {
        int place = mentions.indexOf(mention) + step;
        if (place < 0 || place >= mentions.size()) {
            return Optional.empty();
        }
        Mention other = mentions.get(place);
        int to = step > 0 ? other.start : mention.start;
        for (int i = step > 0 ? mention.end : other.end; i < to; i++) {
            boolean isCue =
                    WordRole.COMPARISON.has(words.get(i)) || WordRole.NEGATION.has(words.get(i));
            if (isContent(i) && !isCue) {
                return Optional.empty();
            }
        }
        return Optional.of(other);
    }

    /** Whether nothing but "and", commas and the like stands between two words. */
    boolean isEnumerated(int from, int to) {
        return to > from
                && Set.of(",", "and", "the", "their", "its").containsAll(words.subList(from, to));
    }

    /** Tables that names and values speak of, in the question's order, those of names first. */
    Set<String> tables() {
        Set<String> tables = new LinkedHashSet<>();
        for (Mention mention : mentions) {
            if (mention.tables.size() == 1) {
                tables.add(mention.tables.getFirst());
            }
        }
        for (Mention mention : mentions) {
            if (mention.value != null) {
                var columns =
                        mention.value.readings().stream().map(Reading::column).distinct().toList();
                if (columns.size() == 1) {
                    tables.add(columns.getFirst().table());
                }
            }
        }
        return tables;
    }
}
