package org.demur.generation.verified.accounting;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode;
import org.demur.sql.StatementTokens;

/** Whether rows, a figure or a figure of each is asked for, against what is returned. */
record CountContradictions(SchemaNames names) implements ContradictionRule {
    private static final Set<String> FIGURES =
            Set.of("COUNT", "SUM", "AVG", "MAX", "MIN", "TOTAL", "ROUND", "CAST");

    private static final Set<String> EACH = Set.of("each", "every");

    private static final Set<String> BEFORE_EACH =
            Set.of("for", "in", "by", "at", "on", "from", "with");

    /** Words after what is counted, before what has or does it. */
    private static final Set<String> HOLDING = Set.of("do", "does", "did");

    private static final Set<String> OCCASIONS =
            WordStem.ofAll("time", "occasion", "case", "instance");

    /** Parts of names of columns that hold how many there are. */
    private static final Set<String> NUMBERS =
            WordStem.ofAll("count", "number", "quantity", "cnt", "num", "qty");

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        counts(asked, draft.statement(), draft.tokens(), found);
        counted(asked.question(), draft.names(), draft.tokens(), found);
        held(asked.question(), draft.names(), draft.tokens(), found);
        groups(asked.question(), draft.statement(), draft.tokens(), found);
        total(asked.form(), draft.statement(), draft.tokens(), found);
        share(asked.form(), draft, found);
    }

    private void counts(
            Asked asked, ParsedStatement statement, StatementTokens tokens, Findings found) {
        var form = asked.form();
        var select = statement.tree().select();
        var words =
                select.stream()
                        .filter(SqlNode.Word.class::isInstance)
                        .map(node -> ((SqlNode.Word) node).text().toUpperCase(Locale.ROOT))
                        .toList();
        boolean isOne = !words.contains(",");
        boolean isAsked =
                form.says(form.says(Phrase.WHICH) ? Phrase.HOW_MANY : Phrase.COUNT)
                        || asked.question().isElliptical();
        if (isOne && words.contains("COUNT") && !words.contains(">") && !isAsked) {
            found.ofStatement(
                    Sort.COUNT,
                    "",
                    "count",
                    "The draft counts, and the question does not ask how many.");
        }
        if (form.says(Phrase.HOW_MUCH)
                && words.stream().noneMatch(FIGURES::contains)
                && !tokens.mayBeOneRow()) {
            found.ofQuestion(
                    Sort.LIST,
                    "how much",
                    "how much",
                    "The question asks how much it is, and the draft lists figures.");
        }
        if (form.says(Phrase.ONE_COUNT)) {
            boolean isFigure = words.stream().anyMatch(FIGURES::contains);
            boolean isNumber = StatementNames.returned(statement).anyMatch(names::isFigure);
            boolean isGrouped = isFigure && !isOne && !statement.tree().group().isEmpty();
            if (isGrouped || (!isFigure && !isNumber)) {
                found.ofQuestion(
                        Sort.LIST,
                        isOne ? "rows" : "groups",
                        "how many",
                        "The question asks how many there are, and the draft lists them.");
            }
        }
    }

    /** "How many bookings", and the draft adds up or counts something else. */
    private void counted(
            QuestionReading question,
            StatementNames used,
            StatementTokens statement,
            Findings found) {
        var figure = statement.figure();
        if (figure.isEmpty()) {
            return;
        }
        String summed = figure.get().summed();
        String from = StatementNames.folded(figure.get().from());
        var own = StatementNames.stems(summed);
        var tokens = question.tokens();
        for (int i = 2; i < tokens.size(); i++) {
            String asked = tokens.get(i - 2).text() + " " + tokens.get(i - 1).text();
            if (!asked.equals("how many") && !asked.equals("number of")) {
                continue;
            }
            var words =
                    tokens.subList(i, tokens.size()).stream()
                            .map(QuestionReading.Token::text)
                            .takeWhile(word -> word.chars().allMatch(Character::isLetter))
                            .takeWhile(word -> !FunctionWords.ENGLISH.contains(word))
                            .map(WordStem::of)
                            .toList();
            int end = i + words.size();
            boolean isWhole = end == tokens.size() || !tokens.get(end).text().equals("(");
            var named =
                    words.isEmpty() || !isWhole ? Set.<String>of() : names.tables(words.getLast());
            boolean isOther =
                    summed.isEmpty()
                            ? !named.contains(from)
                                    && named.stream().anyMatch(used.tables()::contains)
                                    && named.stream()
                                            .filter(used.tables()::contains)
                                            .noneMatch(table -> names.refersTo(table, from))
                            : words.stream().noneMatch(own::contains);
            boolean isPart = // "how many pets do the tenants have", and the draft counts tenants
                    summed.isEmpty()
                            && named.stream().noneMatch(used.tables()::contains)
                            && !words.isEmpty()
                            && end < tokens.size()
                            && HOLDING.contains(tokens.get(end).text())
                            && words.stream().noneMatch(StatementNames.stems(from)::contains)
                            && words.stream().noneMatch(OCCASIONS::contains)
                            && tokens.subList(end, tokens.size()).stream()
                                    .map(token -> WordStem.of(token.text()))
                                    .anyMatch(stem -> names.tables(stem).contains(from));
            if (isPart || (!named.isEmpty() && isOther)) {
                found.ofQuestion(
                        Sort.COUNT,
                        summed + from + " " + words.getLast(),
                        asked + " " + words.getLast(),
                        "The question asks how many of '%s' there are, and the draft gives a figure of %s.",
                        words.getLast(),
                        summed.isEmpty() ? from : summed);
            }
        }
    }

    /** "More than 25 tickets", and the draft counts rows, each of which has a number of tickets. */
    private void held(
            QuestionReading question,
            StatementNames used,
            StatementTokens statement,
            Findings found) {
        if (!statement.has("COUNT", "(", "*", ")")) {
            return;
        }
        var tokens = question.tokens();
        for (int i = 1; i < tokens.size(); i++) {
            String before = tokens.get(i - 1).text();
            boolean isCounted =
                    before.chars().allMatch(Character::isDigit)
                            || (i > 1
                                    && (tokens.get(i - 2).text() + " " + before)
                                            .matches("how many|numbers? of"));
            boolean isWhole = i + 1 == tokens.size() || !isNoun(tokens.get(i + 1).text());
            String stem = WordStem.of(tokens.get(i).text());
            if (!isCounted || !isWhole) {
                continue;
            }
            names.columns(stem).stream()
                    .filter(names::isFigure)
                    .filter(column -> used.readsTableOf(column))
                    .filter(column ->
                            StatementNames.stems(column.column()).stream()
                                    .anyMatch(NUMBERS::contains))
                    .filter(column -> !statement.names(column.column()))
                    .findFirst()
                    .ifPresent(column ->
                            found.ofQuestion(
                                    Sort.COUNT,
                                    "held " + column,
                                    before + " " + stem,
                                    "The draft counts rows, and %s tells how many of '%s' each has.",
                                    column,
                                    stem));
        }
    }

    private static boolean isNoun(String word) {
        return Character.isLetter(word.charAt(0)) && !FunctionWords.ENGLISH.contains(word);
    }

    /** "Of those who left, what share", and the draft divides by all. */
    private static void share(QuestionForm form, ReadDraft draft, Findings found) {
        boolean isOfAll =
                draft.tokens().hasRatio()
                        && draft.statement().tree().where().isEmpty()
                        && draft.statement().times().isEmpty();
        if (form.says(Phrase.SHARE_OF_SOME) && isOfAll) {
            found.ofQuestion(
                    Sort.COUNT,
                    "share of some",
                    "of",
                    "The question asks for a share of some, and the draft divides by all.");
        }
    }

    /** "All trips added up", and the draft is a figure of each. */
    private static void total(
            QuestionForm form, ParsedStatement statement, StatementTokens tokens, Findings found) {
        boolean isOfEach =
                !statement.tree().group().isEmpty()
                        && !tokens.has("LIMIT")
                        && !tokens.has("HAVING")
                        && StatementNames.returned(statement).findAny().isPresent();
        if (isOfEach && form.says(Phrase.IN_ALL)) {
            found.ofQuestion(
                    Sort.GROUPS,
                    "in all",
                    "all",
                    "The question asks for one figure of all, and the draft gives one of each.");
        }
    }

    /** "Per town", and the draft is one figure. */
    private static void groups(
            QuestionReading question,
            ParsedStatement statement,
            StatementTokens written,
            Findings found) {
        var select = statement.tree().select();
        boolean isFigure =
                written.startsWith("SELECT", "COUNT", "(")
                        || written.startsWith("SELECT", "SUM", "(");
        boolean isOneFigure =
                isFigure
                        && !select.contains(new SqlNode.Word(","))
                        && !written.has("GROUP", "BY")
                        && !written.hasRatio();
        if (!isOneFigure) {
            return;
        }
        Set<String> own = new HashSet<>();
        StatementNames.returned(statement)
                .forEach(c -> own.addAll(StatementNames.stems(c.column())));
        var tokens = question.tokens();
        for (int i = 1; i < tokens.size(); i++) {
            String stem = WordStem.of(tokens.get(i).text());
            String before = tokens.get(i - 1).text();
            boolean isEach =
                    before.equals("per")
                            || (EACH.contains(before)
                                    && i > 1
                                    && BEFORE_EACH.contains(tokens.get(i - 2).text()));
            if (isEach
                    && tokens.get(i).text().chars().allMatch(Character::isLetter)
                    && !question.isValueOrTime(i - 1)
                    && !question.isValueOrTime(i)
                    && !own.contains(stem)) {
                found.ofQuestion(
                        Sort.GROUPS,
                        stem,
                        before + " " + tokens.get(i).text(),
                        "The question asks for a figure of each %s, and the draft gives one.",
                        tokens.get(i).text());
            }
        }
    }
}
