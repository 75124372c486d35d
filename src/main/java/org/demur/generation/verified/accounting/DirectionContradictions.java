package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.QuestionForm.Phrase;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.FunctionWords;
import org.demur.schema.WordStem;

/**
 * Which of two things comes first, or goes where, against the roles that a statement gives them.
 */
final class DirectionContradictions implements ContradictionRule {
    /** Words before what something comes from. */
    private static final Set<String> COMING = Set.of("from");

    /** Words before what something goes to. */
    private static final Set<String> GOING = Set.of("to", "into", "towards", "toward");

    /** Parts of names, first of what comes and then of what goes. */
    private static final List<List<String>> OPPOSITES =
            List.of(
                    List.of("from", "to"),
                    List.of("source", "target"),
                    List.of("source", "destination"),
                    List.of("origin", "destination"),
                    List.of("src", "dst"),
                    List.of("sender", "receiver"),
                    List.of("sender", "recipient"),
                    List.of("departure", "arrival"));

    /** Words before one who is what others have. */
    private static final Set<String> BEING = Set.of("is", "was", "called", "named");

    /** Words before one who does what comes next. */
    private static final Set<String> DOING =
            Set.of("do", "does", "did", "have", "has", "had", "that", "whom");

    /** Words before one to whom what comes next is done, or who is doing it. */
    private static final Set<String> AUXILIARIES = Set.of("is", "are", "was", "were");

    private static final Set<String> TITLES = Set.of("the", "our", "mr", "mrs", "ms", "dr", ".");

    /** Words before one who others belong to. */
    private static final Set<String> BENEATH = Set.of("to", "under", "by");

    /** Signs after one who has something. */
    private static final Set<String> OWNING = Set.of("'", "’");

    /** Words after a name within which what it has is said: "'s own line manager". */
    private static final int REACH = 5;

    private static final List<Opposites> ROLES = Opposites.of("opposite-roles.txt");

    private final SchemaNames names;

    /** What pairs say around their first value, by statements that relate rows of one table. */
    private final Map<String, Around> around = new HashMap<>();

    /** What the names of pairs are to what they ask for, by their statements. */
    private final Map<String, Set<Relation>> relations = new HashMap<>();

    /** The sides of {@link #ROLES} that questions of a statement are of, by the two of them. */
    private final Map<String, Set<Role>> told = new HashMap<>();

    /**
     * A side of opposites.
     *
     * @param opposites index in {@link #ROLES}
     * @param side 0 or 1
     */
    private record Role(int opposites, int side) {
        Role turned() {
            return new Role(opposites, 1 - side);
        }

        Set<String> words() {
            return side == 0 ? ROLES.get(opposites).first() : ROLES.get(opposites).second();
        }
    }

    /**
     * What somebody does.
     *
     * @param verb its stem
     * @param isOfNamed whether who is named does it, and it is not done to them
     */
    private record Act(String verb, boolean isOfNamed) {
        /** Empty where a word is no verb. */
        static Optional<Act> of(String word, boolean isOfNamed) {
            return word.length() < Contradictions.SHORTEST_WORD
                            || FunctionWords.ENGLISH.contains(word)
                    ? Optional.empty()
                    : Optional.of(new Act(WordStem.of(word), isOfNamed));
        }

        Act turned() {
            return new Act(verb, !isOfNamed);
        }
    }

    /** What is done by or to the first value of pairs, by their statements. */
    private final Map<String, Set<Act>> acts = new HashMap<>();

    /** References whose role all pairs say that go by them. */
    private final Set<ColumnRef> saidRoles = new HashSet<>();

    DirectionContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        this.names = names;
        Set<ColumnRef> unsaidRoles = new HashSet<>();
        for (var pair : pairs) {
            for (var column : used(pair.statement())) {
                if (!names.roles(column).isEmpty()) {
                    (saysRole(column, pair.question()) ? saidRoles : unsaidRoles).add(column);
                }
            }
        }
        saidRoles.removeAll(unsaidRoles);
        for (var pair : pairs) {
            told.computeIfAbsent(untimed(pair.statement()), _ -> new HashSet<>())
                    .addAll(roles(pair.question()));
            act(pair.question())
                    .ifPresent(act ->
                            acts.computeIfAbsent(
                                            pair.statement().boundTemplate(), _ -> new HashSet<>())
                                    .add(act));
            relation(pair.question(), pair.statement())
                    .ifPresent(relation ->
                            relations
                                    .computeIfAbsent(
                                            pair.statement().boundTemplate(), _ -> new HashSet<>())
                                    .add(relation));
            if (relatesOneTable(pair.statement())) {
                around.computeIfAbsent(pair.statement().boundTemplate(), _ -> new Around())
                        .add(pair.question());
            }
        }
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var question = asked.question();
        var statement = draft.statement();
        directions(question, statement, found);
        ends(question, statement, found);
        turned(question, statement, found);
        related(question, statement, found);
        references(asked, statement, found);
        acts(question, statement, found);
        owned(asked, statement, found);
    }

    /** "Who did X introduce" against "who introduced X". */
    private void acts(QuestionReading question, ParsedStatement statement, Findings found) {
        var known = acts.getOrDefault(statement.boundTemplate(), Set.of());
        if (known.isEmpty()) {
            return;
        }
        act(question)
                .filter(act -> known.contains(act.turned()) && !known.contains(act))
                .ifPresent(act ->
                        found.ofQuestion(
                                Sort.DIRECTION,
                                act.toString(),
                                act.verb(),
                                "The question says '%s' of the other side than the verified query of this statement.",
                                act.verb()));
    }

    /** What is done by, or to, the first value of a question; empty where no verb is beside it. */
    private static Optional<Act> act(QuestionReading question) {
        if (question.values().isEmpty()) {
            return Optional.empty();
        }
        var words = question.tokens().stream().map(QuestionReading.Token::text).toList();
        int before = question.tokenBefore(question.values().getFirst().start(), TITLES::contains);
        int after = endOfName(question);
        String word = before < 0 ? "" : words.get(before);
        String next = after < words.size() ? words.get(after) : "";
        if (word.equals("by")) {
            return before == 0 ? Optional.empty() : Act.of(words.get(before - 1), true);
        }
        if (DOING.contains(word)) {
            return Act.of(next, true); // none where a form of "be" comes first
        }
        return AUXILIARIES.contains(word)
                ? Act.of(next, next.endsWith("ing"))
                : Act.of(word, false);
    }

    /** "Own their bike", and nothing tells whose it is. */
    private void owned(Asked asked, ParsedStatement statement, Findings found) {
        if (!asked.form().says(Phrase.OWNING)) {
            return;
        }
        var used = used(statement);
        if (used.stream().noneMatch(names::isReference)
                && used.stream()
                        .flatMap(column -> StatementNames.stems(column.column()).stream())
                        .noneMatch(stem -> stem.startsWith("own"))) {
            found.ofQuestion(
                    Sort.DIRECTION,
                    "own",
                    "own",
                    "The question asks what somebody owns, and the draft does not look at whose it is.");
        }
    }

    /** "The manager of X" against "whose manager is X". */
    private void related(QuestionReading question, ParsedStatement statement, Findings found) {
        var known = relations.getOrDefault(statement.boundTemplate(), Set.of());
        relation(question, statement)
                .filter(asked -> !known.isEmpty() && !known.contains(asked))
                .ifPresent(asked ->
                        found.ofQuestion(
                                Sort.DIRECTION,
                                "relation " + asked,
                                asked.words,
                                "The question asks %s, and the verified query of this statement %s.",
                                asked.words,
                                asked.turned().words));
    }

    /** What a name is to what is asked for. */
    private enum Relation {
        /** The manager of X is asked for. */
        LOWER("for what the named one belongs to"),
        /** Those whose manager is X are asked for. */
        UPPER("for what belongs to the named one");

        private final String words;

        Relation(String words) {
            this.words = words;
        }

        Relation turned() {
            return this == LOWER ? UPPER : LOWER;
        }
    }

    /** Empty where the question does not say, or the statement relates no rows of one table. */
    private Optional<Relation> relation(QuestionReading question, ParsedStatement statement) {
        var tables = statement.tables();
        Set<String> roles = new HashSet<>();
        tables.stream()
                .filter(table -> Collections.frequency(tables, table) > 1)
                .forEach(table -> roles.addAll(names.roles(table)));
        if (roles.isEmpty() || question.values().isEmpty()) {
            return Optional.empty();
        }
        int start = question.values().getFirst().start();
        int end = endOfName(question);
        var stems = question.tokens().stream().map(token -> WordStem.of(token.text())).toList();
        String before = start > 0 ? question.tokens().get(start - 1).text() : "";
        boolean isRoleBefore = start > 1 && roles.contains(stems.get(start - 2));
        boolean isOwner = isOwner(question, end);
        boolean isRoleAfter =
                stems.subList(end, Math.min(stems.size(), end + REACH)).stream()
                        .anyMatch(roles::contains);
        if ((isRoleBefore && before.equals("of")) || (isOwner && isRoleAfter)) {
            return Optional.of(Relation.LOWER);
        }
        boolean isActor =
                DOING.contains(before) && end < stems.size() && isAct(stems.get(end), roles);
        return (isRoleBefore && BEING.contains(before)) || BENEATH.contains(before) || isActor
                ? Optional.of(Relation.UPPER)
                : Optional.empty();
    }

    /** After the question's first value and those right behind it: a first and a last name. */
    private static int endOfName(QuestionReading question) {
        int end = question.values().getFirst().start();
        for (var value : question.values()) {
            end = value.start() == end ? value.end() : end;
        }
        return end;
    }

    private static boolean isOwner(QuestionReading question, int endOfName) {
        return endOfName < question.tokens().size()
                && OWNING.contains(question.tokens().get(endOfName).text());
    }

    /** "Assigned to", and the draft goes by who logged it. */
    private void references(Asked asked, ParsedStatement statement, Findings found) {
        var question = asked.question();
        Set<String> stems =
                question.tokens().stream()
                        .map(token -> WordStem.of(token.text()))
                        .collect(Collectors.toSet());
        var used = used(statement);
        for (var column : used) {
            if (saidRoles.contains(column)
                    && asked.form().says(Phrase.OWNER)
                    && !saysRole(column, question)) {
                goesBy(column, "the question asks for the owner", found);
            }
            var roles = names.roles(column);
            if (!roles.isEmpty() && roles.stream().noneMatch(stems::contains)) {
                names.besides(column)
                        .filter(other -> !used.contains(other))
                        .filter(other -> names.roles(other).stream().anyMatch(stems::contains))
                        .findFirst()
                        .ifPresent(other -> goesBy(column, "the question names " + other, found));
            }
        }
    }

    /** Whether a word is a role of a reference, or what who has it does: "manages" of a manager. */
    private boolean saysRole(ColumnRef reference, QuestionReading question) {
        var roles = names.roles(reference);
        return question.tokens().stream()
                .map(token -> WordStem.of(token.text()))
                .anyMatch(stem -> isAct(stem, roles));
    }

    private static boolean isAct(String stem, Set<String> roles) {
        return stem.length() > Contradictions.SHORTEST_WORD
                && roles.stream().anyMatch(role -> role.startsWith(stem) || stem.startsWith(role));
    }

    /** A column where another is meant. */
    private static void goesBy(ColumnRef column, String asked, Findings found) {
        found.ofStatement(
                Sort.DIRECTION,
                column.toString(),
                column,
                "The draft goes by %s, and %s.",
                column,
                asked);
    }

    /** All columns of a statement, those that look others up included. */
    private static Set<ColumnRef> used(ParsedStatement statement) {
        Set<ColumnRef> used = new HashSet<>();
        for (var path : statement.columns()) {
            used.add(path.root());
            path.hops().forEach(hop -> used.add(hop.column()));
            used.add(path.end());
        }
        return used;
    }

    /** "Who reports to X" against "to whom does X report". */
    private void directions(QuestionReading question, ParsedStatement statement, Findings found) {
        String key = statement.boundTemplate();
        var known = around.get(key);
        if (known == null) {
            return;
        }
        var asked = new Around();
        asked.add(question);
        var moved = new TreeSet<>(asked.after);
        moved.retainAll(known.before);
        moved.removeAll(known.after);
        moved.removeAll(asked.before);
        moved.removeAll(asked.owned);
        moved.removeIf(stem -> names.isOfColumn(stem) || names.isTable(stem));
        moved.removeIf(FunctionWords.ENGLISH::contains);
        for (String stem : moved) {
            found.ofQuestion(
                    Sort.DIRECTION,
                    key + stem,
                    stem,
                    "The question says '%s' on the other side of the name than the verified query does.",
                    stem);
        }
    }

    /** "Who received" against "who sent", by the same statement. */
    private void turned(QuestionReading question, ParsedStatement statement, Findings found) {
        if (!statement.times().isEmpty()) { // which may tell the two apart
            return;
        }
        var known = told.getOrDefault(untimed(statement), Set.of());
        for (var role : roles(question)) {
            if (known.contains(role.turned()) && !known.contains(role)) {
                String word =
                        question.masked().stream()
                                .filter(role.words()::contains)
                                .findFirst()
                                .orElseThrow();
                found.ofQuestion(
                        Sort.DIRECTION,
                        "role " + word,
                        word,
                        "The question says '%s' where the verified query of this statement says the opposite.",
                        word);
            }
        }
    }

    private static String untimed(ParsedStatement statement) {
        return statement.boundTemplate() + statement.operators();
    }

    private static Set<Role> roles(QuestionReading question) {
        Set<Role> roles = new HashSet<>();
        for (int i = 0; i < ROLES.size(); i++) {
            int opposites = i;
            ROLES.get(i)
                    .side(question.masked())
                    .ifPresent(side -> roles.add(new Role(opposites, side)));
        }
        return roles;
    }

    /** "To X", and the draft takes X for where it comes from. */
    private void ends(QuestionReading question, ParsedStatement statement, Findings found) {
        Set<Boolean> said = new HashSet<>();
        for (var mention : question.values()) {
            int before = question.tokenBefore(mention.start(), "the"::equals);
            String word = before < 0 ? "" : question.tokens().get(before).text();
            if (COMING.contains(word) || GOING.contains(word)) {
                said.add(GOING.contains(word));
            }
        }
        if (said.size() != 1) {
            return;
        }
        boolean isGoing = said.contains(true);
        var used = used(statement);
        for (var column : used) {
            opposite(column.column(), isGoing)
                    .map(other -> new ColumnRef(column.table(), other))
                    .filter(other -> names.has(other) && !used.contains(other))
                    .ifPresent(
                            other -> goesBy(column, "the question says what is " + other, found));
        }
    }

    private static boolean relatesOneTable(ParsedStatement statement) {
        return new HashSet<>(statement.tables()).size() < statement.tables().size();
    }

    /** The stems of words on either side of the first value of questions. */
    private static final class Around {
        private final Set<String> before = new HashSet<>();
        private final Set<String> after = new HashSet<>();

        /** Right after a first value that owns them: "X's reports" are those who report to X. */
        private final Set<String> owned = new HashSet<>();

        void add(QuestionReading question) {
            boolean isNamed = !question.values().isEmpty();
            int value = isNamed ? question.values().getFirst().start() : Integer.MAX_VALUE;
            int end = isNamed ? endOfName(question) : 0;
            int ofOwner = isNamed && isOwner(question, end) ? end + REACH : 0;
            for (int i = 0; i < question.tokens().size(); i++) {
                String word = question.tokens().get(i).text();
                if (word.length() >= Contradictions.SHORTEST_WORD && !question.isValueOrTime(i)) {
                    (i < value ? before : after).add(WordStem.of(word));
                    if (i > value && i < ofOwner) {
                        owned.add(WordStem.of(word));
                    }
                }
            }
        }
    }

    /**
     * The name that a column of the other role would have; empty where it has none.
     *
     * @param toGoing whether the other role is where something goes
     */
    private static Optional<String> opposite(String column, boolean toGoing) {
        for (var pair : OPPOSITES) {
            String own = pair.get(toGoing ? 0 : 1);
            String other = pair.get(toGoing ? 1 : 0);
            List<String> parts = new ArrayList<>(List.of(column.split("_", -1)));
            int at =
                    parts.stream().map(part -> part.toLowerCase(Locale.ROOT)).toList().indexOf(own);
            if (at >= 0) {
                boolean isUpper = parts.get(at).equals(own.toUpperCase(Locale.ROOT));
                parts.set(at, isUpper ? other.toUpperCase(Locale.ROOT) : other);
                return Optional.of(String.join("_", parts));
            }
        }
        return Optional.empty();
    }
}
