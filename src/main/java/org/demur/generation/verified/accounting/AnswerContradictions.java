package org.demur.generation.verified.accounting;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.Degrees;
import org.demur.schema.WordForms;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.StatementTokens;

/**
 * What is asked for, a person, a place, a time, an amount or a measure, against what is returned.
 */
final class AnswerContradictions implements ContradictionRule {
    /** Parts of names of columns that name nobody. */
    private static final Set<String> OF_NO_PERSON =
            WordStem.ofAll("code", "status", "type", "kind", "category", "serial", "plate", "ref");

    /** Parts of names of columns that number what their table is about. */
    private static final Set<String> OF_NUMBERING = WordStem.ofAll("id", "no");

    /** Parts of names of columns that call persons by their names. */
    private static final Set<String> OF_PERSONS =
            WordStem.ofAll("first", "last", "full", "surname");

    private static final String NAME = WordStem.of("name");

    /** Stems of columns of money, beside the names of currencies. */
    private static final Set<String> OF_MONEY = ofMoney();

    /** Stems of columns from which one tells how old somebody is. */
    private static final Set<String> OF_AGE =
            WordStem.ofAll("age", "birth", "born", "birthday", "birthdate", "dob");

    /** Stems of what superlatives measure that no number of rows does. */
    private static final Set<String> OF_NO_COUNT =
            Set.of(
                    WordForms.stem("duration"),
                    WordForms.stem("price"),
                    WordForms.stem("age"),
                    WordForms.stem("weight"));

    private final SchemaNames names;

    /** Columns that pairs read whose questions ask for money. */
    private final Set<ColumnRef> paid = new HashSet<>();

    AnswerContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        this.names = names;
        for (var pair : pairs) {
            boolean isOfMoney =
                    QuestionForm.of(pair.question().text()).says(Phrase.AMOUNT)
                            || Units.said(pair.question()).stream().anyMatch(Units::isCurrency);
            if (isOfMoney) {
                pair.statement().columns().forEach(path -> paid.add(path.end()));
            }
        }
    }

    private static Set<String> ofMoney() {
        Set<String> stems =
                new HashSet<>(
                        WordStem.ofAll(
                                "rent",
                                "premium",
                                "budget",
                                "revenue",
                                "turnover",
                                "payment",
                                "paid",
                                "refund",
                                "discount",
                                "deposit",
                                "total",
                                "money",
                                "wage",
                                "pay",
                                "spend",
                                "spending",
                                "earnings",
                                "bonus",
                                "commission",
                                "charge",
                                "tax",
                                "gross",
                                "fare",
                                "toll",
                                "tariff",
                                "donation"));
        stems.addAll(Degrees.measuredIn("expensive"));
        stems.addAll(Degrees.measuredIn("rich"));
        return Set.copyOf(stems);
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        measures(asked, draft.statement(), draft.names(), found);
        extremes(asked.question(), draft.tokens(), found);
        ordered(asked, draft.tokens(), found);
        answers(asked, draft.statement(), found);
        amounts(asked.form(), draft.statement(), found);
        ages(asked.form(), draft.names(), found);
    }

    /** "The longest outage", and the draft takes what has most rows. */
    private static void ordered(Asked asked, StatementTokens tokens, Findings found) {
        if (!tokens.has("ORDER", "BY", "COUNT", "(")
                || !tokens.timeFormats().isEmpty()
                || asked.form().says(Phrase.HOW_MANY)) {
            return;
        }
        var words = asked.question().tokens().stream().map(QuestionReading.Token::text).toList();
        Degrees.superlatives(words).stream()
                .filter(said -> said.degree().columns().stream().anyMatch(OF_NO_COUNT::contains))
                .map(said -> words.get(said.end() - 1))
                .findFirst()
                .ifPresent(word ->
                        found.ofQuestion(
                                Sort.ANSWER,
                                word + " count",
                                word,
                                "The question says '%s', and the draft sorts by a number of rows.",
                                word));
    }

    /** "What did he pay for it", and the draft reads nothing that is paid. */
    private void amounts(QuestionForm form, ParsedStatement statement, Findings found) {
        if (form.says(Phrase.AMOUNT)
                && names.all().stream().anyMatch(this::isOfMoney)
                && statement.columns().stream().map(ColumnPath::end).noneMatch(this::isOfMoney)) {
            found.ofQuestion(
                    Sort.ANSWER,
                    "amount",
                    "amount",
                    "The question asks for an amount of money, and the draft reads none.");
        }
    }

    private boolean isOfMoney(ColumnRef column) {
        return paid.contains(column)
                || StatementNames.stems(column.column()).stream()
                        .anyMatch(stem -> Units.isCurrency(stem) || OF_MONEY.contains(stem));
    }

    /** "How old are they", and the draft does not read when they were born. */
    private void ages(QuestionForm form, StatementNames used, Findings found) {
        if (!form.says(Phrase.AGE) || OF_AGE.stream().anyMatch(used.stems()::contains)) {
            return;
        }
        names.all().stream()
                .filter(column -> used.readsTableOf(column))
                .filter(column ->
                        StatementNames.stems(column.column()).stream().anyMatch(OF_AGE::contains))
                .findFirst()
                .ifPresent(column ->
                        found.ofQuestion(
                                Sort.ANSWER,
                                "old " + column,
                                "old",
                                "The question asks for an age, and the draft does not read %s.",
                                column));
    }

    /**
     * "Which costs most", and the draft sorts by another figure, which the question does not say.
     */
    private void measures(
            Asked asked, ParsedStatement statement, StatementNames used, Findings found) {
        var sorted =
                statement.tree().tail().stream()
                        .filter(ColumnPath.class::isInstance)
                        .map(node -> ((ColumnPath) node).end())
                        .toList();
        if (sorted.size() != 1
                || !names.isFigure(sorted.getFirst())
                || StatementNames.stems(sorted.getFirst().column()).stream()
                        .anyMatch(asked.words()::contains)) {
            return;
        }
        asked.words().stream()
                .filter(stem -> !used.stems().contains(stem))
                .filter(stem ->
                        !names.isTable(stem)
                                && names.columns(stem).stream().anyMatch(c -> isCalled(c, stem)))
                .findFirst()
                .ifPresent(stem ->
                        found.ofQuestion(
                                Sort.ANSWER,
                                stem + " " + sorted,
                                stem,
                                "The question says '%s', and the draft sorts by %s.",
                                stem,
                                sorted.getFirst()));
    }

    /** "The longest document by pages", and the draft returns how many pages. */
    private static void extremes(QuestionReading question, StatementTokens tokens, Findings found) {
        boolean isExtreme =
                tokens.startsWith("SELECT", "MAX", "(") || tokens.startsWith("SELECT", "MIN", "(");
        var column = isExtreme ? tokens.onlyColumn() : Optional.<String>empty();
        if (column.isEmpty()) {
            return;
        }
        var words = question.tokens().stream().map(QuestionReading.Token::text).toList();
        int by = words.lastIndexOf("by");
        var own = StatementNames.stems(column.get());
        boolean isOrder =
                by >= 0
                        && words.stream()
                                .skip(by + 1L)
                                .limit(2)
                                .map(WordStem::of)
                                .anyMatch(own::contains);
        if (isOrder) {
            found.ofQuestion(
                    Sort.ANSWER,
                    "by " + column.get(),
                    column.get(),
                    "The question asks for what is first by %s, and the draft returns that alone.",
                    column.get());
        }
    }

    /** Whether a column has figures and is called by a word and at most a unit. */
    private boolean isCalled(ColumnRef column, String stem) {
        var parts = StatementNames.stems(column.column());
        parts.removeIf(Units::isUnit);
        return names.isFigure(column) && parts.equals(Set.of(stem));
    }

    /**
     * What the first words of a question ask for, against the types of columns that are returned.
     */
    private void answers(Asked asked, ParsedStatement statement, Findings found) {
        var returned = StatementNames.returned(statement).toList();
        boolean isPlain =
                !returned.isEmpty()
                        && statement.tree().select().stream()
                                .allMatch(node ->
                                        node instanceof ColumnPath
                                                || node.equals(new SqlNode.Word(","))
                                                || node.equals(new SqlNode.Word("DISTINCT")));
        if (!isPlain) {
            return;
        }
        String lacking = lacking(asked, returned);
        if (!lacking.isEmpty()) {
            found.ofQuestion(
                    Sort.ANSWER,
                    lacking + " " + returned,
                    lacking,
                    "The question asks for %s, and the draft returns %s.",
                    lacking,
                    returned);
        }
    }

    /** What is asked for and none of some columns holds; empty where it is there, or unknown. */
    private String lacking(Asked asked, List<ColumnRef> returned) {
        var form = asked.form();
        boolean isTime = returned.stream().anyMatch(names::isTime);
        boolean isNumber = returned.stream().anyMatch(names::isFigure);
        if (form.says(Phrase.PERSON)) {
            boolean mayBeName =
                    returned.stream()
                            .filter(c -> !names.isTime(c) && !names.isFigure(c))
                            .filter(c -> !names.isReference(c))
                            .map(c -> StatementNames.stems(c.column()))
                            .filter(stems -> stems.stream().noneMatch(OF_NO_PERSON::contains))
                            .anyMatch(
                                    stems -> // "who signed a contract" asks for no contract_id
                                    stems.stream().noneMatch(OF_NUMBERING::contains)
                                                    || stems.stream()
                                                            .noneMatch(asked.words()::contains));
            return mayBeName ? "" : "a person";
        }
        if (form.says(Phrase.PLACE)) {
            boolean isPerson =
                    returned.stream()
                            .map(c -> StatementNames.stems(c.column()))
                            .allMatch(stems ->
                                    stems.contains("surname")
                                            || (stems.contains(NAME)
                                                    && stems.stream()
                                                            .anyMatch(OF_PERSONS::contains)));
            return isPerson ? "a place" : "";
        }
        if (form.says(Phrase.MOMENT)) {
            boolean isYear =
                    returned.stream()
                            .anyMatch(c -> StatementNames.stems(c.column()).contains("year"));
            return isTime || isYear ? "" : "a time";
        }
        if (form.says(Phrase.WHETHER)) {
            return "yes or no";
        }
        return form.says(Phrase.MEASURE) && !isNumber && !isTime ? "a number" : "";
    }
}
