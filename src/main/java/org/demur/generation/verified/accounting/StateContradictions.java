package org.demur.generation.verified.accounting;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.language.Phrasings;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.WordStem;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.NullTest;

/**
 * Questions for what is still there, or for what only may be or has been, against statements that
 * take everything: "the accounts that we still have", and nothing leaves out those that were
 * closed.
 */
final class StateContradictions implements ContradictionRule {
    private static final Pattern PRESENT =
            Pattern.compile(
                    " (still|at the moment|right now|currently|at present|presently|nowadays|these days"
                            + "|as of now|just now|remains?|already (?:over|finished|closed|gone)"
                            + "|(?:is|are|was|were) (?:over(?= $)|gone(?! (?:out|to|through|into|up|down|over|back|off) ))) ");

    /** Before what there is now: "our current customers", not "the current balance". */
    private static final Pattern OF_NOW =
            Pattern.compile(" (current|present|remaining|existing) (?=(\\p{L}+) )");

    /** Words of asking, which say nothing of what is asked for. */
    private static final Pattern POLITE =
            Pattern.compile(
                    " (?:(?:would|could|should|might) (?:you|i|we|someone|somebody|anyone|anybody)(?: (?:like|love|want) to)?"
                            + "|would (?:do|suffice|be (?:\\p{L}+ )?(?:great|nice|fine|good|enough|helpful|perfect|lovely|appreciated))"
                            + "|(?:i|we) (?:would|d|want to|wanted to)) ");

    private static final Pattern POSSIBLE =
            Pattern.compile(
                    " (used to|should|might|ought to|would|could|(?:want|wants|wanted|wish|wishes|hope|hopes|hoped|intend|intends|intended) to) ");

    /** What something is able to do, and has perhaps never done. */
    private static final Pattern ABLE =
            Pattern.compile(" (?:can|able to|capable of) (?=(\\p{L}+) )");

    /** What cannot be used. */
    private static final Pattern OUT =
            Pattern.compile(" (out of (?:order|service|use|action|operation|commission)) ");

    private static final Pattern PAST = Pattern.compile(" (?=(\\p{L}+ed) )");

    /** Stems in the names of columns that tell what has ended, or how far something is. */
    private static final Set<String> STATES =
            WordStem.ofAll(
                    "status",
                    "stat",
                    "sts",
                    "active",
                    "actv",
                    "closed",
                    "cls",
                    "end",
                    "ended",
                    "left",
                    "leave",
                    "leaving",
                    "exit",
                    "sold",
                    "retired",
                    "cancelled",
                    "canceled",
                    "returned",
                    "expired",
                    "discontinued",
                    "terminated",
                    "resigned",
                    "deceased",
                    "died",
                    "death",
                    "disposed",
                    "dissolved",
                    "decommissioned",
                    "deregistered",
                    "archived",
                    "removed",
                    "withdrawn",
                    "scrapped",
                    "until");

    private final SchemaNames names;

    /** Columns of which pairs ask whether they hold a time. */
    private final Set<String> tested = new HashSet<>();

    /** The stems of what pairs say that something can do, by their statements. */
    private final Map<String, Set<String>> able = new HashMap<>();

    StateContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        this.names = names;
        for (var pair : pairs) {
            able.computeIfAbsent(pair.statement().boundTemplate(), _ -> new HashSet<>())
                    .addAll(Said.in(pair.question().text()).able());
            StatementTokens.of(pair.statement().tree()).nullTests().stream()
                    .map(NullTest::name)
                    .map(StatementNames::folded)
                    .forEach(tested::add);
        }
    }

    /**
     * What a question says of states.
     *
     * @param present that something is so now, or over now; empty where it does not say so
     * @param ofNow the stems of what there is now, with the word that says so
     * @param out that something cannot be used; empty where it does not say so
     * @param possible that something may be or has been; empty where it does not say so
     * @param able the stems of what something can do
     * @param past the stems of what has been done
     */
    record Said(
            Optional<String> present,
            Map<String, String> ofNow,
            Optional<String> out,
            Optional<String> possible,
            Set<String> able,
            Set<String> past) {
        static Said in(String question) {
            String words = Phrasings.words(question);
            Map<String, String> ofNow = new LinkedHashMap<>();
            OF_NOW.matcher(words)
                    .results()
                    .forEach(now -> ofNow.putIfAbsent(WordStem.of(now.group(2)), now.group(1)));
            return new Said(
                    first(PRESENT, words),
                    ofNow,
                    first(OUT, words),
                    first(POSSIBLE, POLITE.matcher(words).replaceAll(" ")),
                    stems(ABLE, words),
                    stems(PAST, words));
        }

        private static Optional<String> first(Pattern pattern, String words) {
            return pattern.matcher(words).results().findFirst().map(said -> said.group(1));
        }

        private static Set<String> stems(Pattern pattern, String words) {
            return pattern.matcher(words)
                    .results()
                    .map(said -> WordStem.of(said.group(1)))
                    .collect(Collectors.toSet());
        }

        /** The word that says that something is so now, of what a statement reads. */
        Optional<String> presentOf(ParsedStatement statement) {
            Set<String> read = new HashSet<>();
            statement.tables().forEach(table -> read.addAll(StatementNames.stems(table)));
            return present.or(() ->
                    ofNow.entrySet().stream()
                            .filter(what -> read.contains(what.getKey()))
                            .map(Map.Entry::getValue)
                            .findFirst());
        }
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        var said = asked.states();
        var statement = draft.statement();
        var tokens = draft.tokens();
        said.presentOf(statement)
                .ifPresent(present ->
                        state(statement)
                                .ifPresent(column ->
                                        found.ofQuestion(
                                                Sort.STATE,
                                                present + " " + column,
                                                present,
                                                "The question says '%s', and the draft does not look at %s.",
                                                present,
                                                column)));
        done(said, statement, found);
        // what can tell that something is out of use is a value that the question does not name
        boolean saysOut =
                !tokens.nullTests().isEmpty()
                        || !statement.times().isEmpty()
                        || tokens.has("NOT")
                        || draft.names().stems().contains("out")
                        || statement.literals().stream()
                                .anyMatch(literal -> asked.question().position(literal.text()) < 0);
        said.out()
                .filter(_ -> !saysOut)
                .ifPresent(out ->
                        found.ofQuestion(
                                Sort.STATE,
                                out,
                                out,
                                "The question says '%s', and the draft does not look for that.",
                                out));
        said.possible()
                .ifPresent(possible ->
                        found.ofQuestion(
                                Sort.STATE,
                                possible,
                                possible,
                                "The question says '%s', and no verified query does.",
                                possible));
    }

    /** "Carried more than 15 kg", and the draft goes by what can be carried. */
    private void done(Said said, ParsedStatement statement, Findings found) {
        able.getOrDefault(statement.boundTemplate(), Set.of()).stream()
                .filter(verb -> said.past().contains(verb) && !said.able().contains(verb))
                .findFirst()
                .ifPresent(verb ->
                        found.ofQuestion(
                                Sort.STATE,
                                "able " + verb,
                                verb,
                                "The question asks for what was done, and the verified query of this statement for what can be done."));
    }

    /** A column that tells what has ended of a statement's tables; empty where it reads one. */
    private Optional<ColumnRef> state(ParsedStatement statement) {
        Set<String> tables = new HashSet<>();
        statement.tables().forEach(table -> tables.add(StatementNames.folded(table)));
        Set<ColumnRef> states = new TreeSet<>();
        names.all().stream()
                .filter(column -> tables.contains(StatementNames.folded(column.table())))
                .filter(this::isState)
                .forEach(states::add);
        boolean isRead =
                statement.columns().stream()
                        .anyMatch(path ->
                                states.contains(path.root()) || states.contains(path.end()));
        return isRead ? Optional.empty() : states.stream().findFirst();
    }

    private boolean isState(ColumnRef column) {
        boolean isTested = tested.contains(StatementNames.folded(column.column()));
        return (names.isTime(column) && isTested)
                || StatementNames.stems(column.column()).stream().anyMatch(STATES::contains);
    }
}
