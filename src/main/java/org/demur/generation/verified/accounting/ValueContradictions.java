package org.demur.generation.verified.accounting;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.Abbreviations;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordStem;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.Comparison;

/** Values that a question means, leaves out or lacks, against what a statement looks for. */
final class ValueContradictions implements ContradictionRule {
    /** What stands before a value that is not meant. */
    private static final Pattern LEFT_OUT =
            Pattern.compile(
                    " (?:outside|except|excluding|without|besides|apart from|other than|but not|not)"
                            + "(?: (?:of|in|from|at|by|for|the|for the|in the|from the))* $");

    private static final int WORDS_AFTER_NO = 3;

    private static final int WORDS_BEFORE = 4;

    /** A short word that a column may hold. */
    private static final Pattern CODE = Pattern.compile("\\p{L}{3,6}");

    private final SchemaNames names;

    /** The tables, in lower case, where pairs look for a code. */
    private final Map<String, Set<String>> codes = new HashMap<>();

    /** A word of a question about a table. */
    private record Said(String table, String word) {}

    /** What pairs look for that say so: delivered parcels are those whose status is so. */
    private final Set<Said> lookedFor = new HashSet<>();

    ValueContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        this.names = names;
        Set<Said> onlySaid = new HashSet<>();
        for (var pair : pairs) {
            var tokens = StatementTokens.of(pair.statement().tree());
            for (var said : said(pair.question(), StatementNames.of(pair.statement()))) {
                (isLookedFor(said.word(), tokens) ? lookedFor : onlySaid).add(said);
            }
        }
        lookedFor.removeAll(onlySaid);
        for (var pair : pairs) {
            var literals = pair.statement().literals();
            for (int i = 0; i < literals.size(); i++) {
                var column = pair.statement().contexts().get(i).column();
                if (column != null && CODE.matcher(literals.get(i).text()).matches()) {
                    codes.computeIfAbsent(literals.get(i).text(), _ -> new HashSet<>())
                            .add(StatementNames.folded(column.table()));
                }
            }
        }
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var used = draft.names();
        var statement = draft.tokens();
        values(asked.question(), used, found);
        parts(asked.question(), used, statement, found);
        codes(asked.question(), used, found);
        var words =
                asked.question().tokens().stream()
                        .map(QuestionReading.Token::text)
                        .collect(Collectors.toSet());
        for (var said : lookedFor) {
            if (used.tables().contains(said.table())
                    && words.contains(said.word())
                    && !looksFor(statement, said.word())) {
                found.ofQuestion(
                        Sort.VALUE,
                        said.toString(),
                        said.word(),
                        "Verified queries that say '%s' look for it, and the draft does not.",
                        said.word());
            }
        }
        leftOut(asked.question(), statement, found);
        lacking(asked.question(), used, statement, found);
    }

    /** "Outside Cork", and the draft looks for Cork. */
    private static void leftOut(
            QuestionReading question, StatementTokens statement, Findings found) {
        if (statement.has("NOT")
                || statement.leavesOutRows()
                || statement.comparisons().stream().anyMatch(Comparison::isUnequal)) {
            return;
        }
        var tokens = question.tokens();
        for (var mention : question.values()) {
            int from = Math.max(0, mention.start() - WORDS_BEFORE);
            String before =
                    tokens.subList(from, mention.start()).stream()
                            .map(QuestionReading.Token::text)
                            .collect(Collectors.joining(" ", " ", " "));
            if (mention.isSpelt()
                    && LEFT_OUT.matcher(before).find()
                    && statement.texts().anyMatch(mention::isIn)) {
                String value = mention.readings().getFirst().value();
                found.ofQuestion(
                        Sort.NEGATION,
                        "without",
                        value,
                        "The question leaves out '%s', and the draft does not.",
                        value);
            }
        }
    }

    private static Set<Said> said(QuestionReading question, StatementNames used) {
        return question.tokens().stream()
                .map(QuestionReading.Token::text)
                .filter(word -> word.length() > Contradictions.SHORTEST_WORD)
                .filter(word -> !FunctionWords.ENGLISH.contains(word))
                .flatMap(word -> used.tables().stream().map(table -> new Said(table, word)))
                .collect(Collectors.toSet());
    }

    private static boolean isLookedFor(String word, StatementTokens statement) {
        return statement.texts().anyMatch(text -> text.equalsIgnoreCase("'" + word + "'"));
    }

    /** Whether a statement looks for a word, be it within a longer text. */
    private static boolean looksFor(StatementTokens statement, String word) {
        return statement.texts().anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(word));
    }

    /** Values that a statement leaves out although it reads their table. */
    private static void values(QuestionReading question, StatementNames used, Findings found) {
        for (var mention : question.values()) {
            boolean isOfTable =
                    mention.isSpelt()
                            && mention.readings().stream()
                                    .anyMatch(reading ->
                                            reading.column().equals(reading.root())
                                                    && used.readsTableOf(reading.column()));
            if (!isOfTable) {
                continue;
            }
            var words =
                    question.tokens().subList(mention.start(), mention.end()).stream()
                            .map(QuestionReading.Token::text)
                            .filter(word -> word.length() >= Contradictions.SHORTEST_WORD)
                            .filter(word -> !FunctionWords.ENGLISH.contains(word))
                            .map(WordStem::of)
                            .toList();
            if (!words.isEmpty() && words.stream().noneMatch(used.stems()::contains)) {
                String value = mention.readings().getFirst().value();
                found.ofQuestion(
                        Sort.VALUE,
                        value,
                        value,
                        "Nothing in the draft answers '%s', which is a value of the database.",
                        value);
            }
        }
    }

    /** "Harbour and Harbour East", and the draft looks for one of them alone. */
    private static void parts(
            QuestionReading question,
            StatementNames used,
            StatementTokens statement,
            Findings found) {
        for (var mention : question.values()) {
            for (var reading : mention.readings()) {
                if (reading.alias()) {
                    continue;
                }
                String value = " " + reading.value().toLowerCase(Locale.ROOT) + " ";
                boolean isPart =
                        question.values().stream()
                                .flatMap(other -> other.readings().stream())
                                .filter(other -> other.column().equals(reading.column()))
                                .map(other -> " " + other.value().toLowerCase(Locale.ROOT) + " ")
                                .anyMatch(other -> !other.equals(value) && other.contains(value));
                if (isPart
                        && statement.patterns().isEmpty()
                        && used.readsTableOf(reading.column())
                        && !isLookedFor(reading.value().replace("'", "''"), statement)) {
                    found.ofQuestion(
                            Sort.VALUE,
                            reading.value(),
                            reading.value(),
                            "Nothing in the draft answers '%s', which is a value of the database.",
                            reading.value());
                }
            }
        }
    }

    /** Codes that are short for words of the question, and that the statement does not look for. */
    private void codes(QuestionReading question, StatementNames used, Findings found) {
        var words =
                question.tokens().stream()
                        .map(QuestionReading.Token::text)
                        .filter(word -> word.length() > Contradictions.SHORTEST_WORD)
                        .map(WordStem::of)
                        .collect(Collectors.toSet());
        codes.forEach((code, of) -> {
            if (of.stream().noneMatch(used.tables()::contains)
                    || used.stems().contains(WordStem.of(code))) {
                return;
            }
            for (String word : words) {
                boolean isMeant =
                        !used.stems().contains(word)
                                && (Abbreviations.isShort(code, word)
                                        || (word.length() > code.length() + 1
                                                && word.startsWith(code.toLowerCase(Locale.ROOT))));
                if (isMeant) {
                    found.ofQuestion(
                            Sort.VALUE,
                            code + " " + word,
                            word,
                            "Nothing in the draft answers '%s', for which the database has '%s'.",
                            word,
                            code);
                }
            }
        });
    }

    /** "No phone", and the draft does not look for what has none. */
    private void lacking(
            QuestionReading question,
            StatementNames used,
            StatementTokens statement,
            Findings found) {
        var tokens = question.tokens();
        for (int i = 1; i < tokens.size(); i++) {
            String word = tokens.get(i - 1).text();
            boolean isNone = word.equals("no") || word.equals("without");
            if (!isNone || question.isValueOrTime(i - 1)) {
                continue;
            }
            int last = Math.min(tokens.size(), i + WORDS_AFTER_NO);
            var named =
                    tokens.subList(i, last).stream()
                            .takeWhile(token -> Character.isLetter(token.text().charAt(0)))
                            .takeWhile(token -> !FunctionWords.ENGLISH.contains(token.text()))
                            .flatMap(token -> names.columns(WordStem.of(token.text())).stream())
                            .filter(c -> used.readsTableOf(c))
                            .collect(Collectors.toSet());
            if (!named.isEmpty()
                    && !statement.leavesOutRows()
                    && named.stream().noneMatch(c -> statement.looksForNone(c.column()))) {
                found.ofQuestion(
                        Sort.NEGATION,
                        "no " + tokens.get(i).text(),
                        word + " " + tokens.get(i).text(),
                        "The question asks for what has no %s, and the draft does not.",
                        tokens.get(i).text());
            }
        }
    }
}
