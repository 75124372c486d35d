package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.language.WordRole;
import org.demur.generation.verified.parsing.PartialParse.Head;
import org.demur.schema.ColumnRef;

/** What a count or a figure is asked for each of. */
final class Grouping {
    /** Before "by": what follows is what rows are grouped by. */
    private static final Set<String> SPLITTING =
            Set.of("split", "down", "grouped", "breakdown", "divided", ",");

    /** What questions begin with that ask for rows rather than for how many they are. */
    private static final Set<String> LISTING =
            Set.of("which", "who", "whose", "what", "list", "name", "names", "where", "when");

    private final PartialParse parse;
    private final QuestionWords question;

    Grouping(PartialParse parse) {
        this.parse = parse;
        this.question = parse.question;
    }

    /** Whether a name follows "each", "per" or the like. */
    boolean isGroup(Mention mention) {
        return each(mention) >= 0
                || question.previous(mention)
                        .filter(before -> each(before) >= 0)
                        .flatMap(this::companion)
                        .filter(mention::equals)
                        .isPresent();
    }

    /** Whether "tickets per category" asks how many there are of each. */
    boolean isBreakdown() {
        return question.words.stream().limit(2).noneMatch(LISTING::contains)
                && question.names().anyMatch(this::isGroup);
    }

    private int each(Mention mention) {
        for (int i = mention.start - 1; i >= Math.max(0, mention.start - 2); i--) {
            int at = i;
            String word = question.words.get(i);
            // "cancelled by" is no group, "orders by channel" and "orders from Cork by channel" are
            boolean isSplit =
                    i > 0
                            && (SPLITTING.contains(question.words.get(i - 1))
                                    || Units.isUnit(question.stems.get(i - 1)));
            boolean isAfterName =
                    question.mentions.stream()
                            .filter(m -> m.end == at)
                            .anyMatch(m ->
                                    m.isName() || (m.value != null && question.isCapital(m.start)));
            boolean isGrouping = !word.equals("by") || isSplit || isAfterName;
            if (WordRole.GROUPING.has(word) && isGrouping) {
                return i;
            }
            if (!word.equals("the") && !word.equals("of")) {
                return -1;
            }
        }
        return -1;
    }

    /** Groups by what is left of names; false where that makes no sense. */
    boolean groups() {
        for (Mention mention : question.names().filter(this::isGroup).toList()) {
            if (mention.isUsed) { // the city, where "per practice city" was heard
                continue;
            }
            Statement made = parse.made();
            boolean isFigure = parse.head == Head.COUNT || parse.head == Head.FIGURE;
            if (!isFigure || made.hasTail("GROUP BY")) {
                return false;
            }
            int each = each(mention);
            question.hear(each < 0 ? mention.start : each, mention.start);
            List<String> items = new ArrayList<>();
            var by = by(mention, items);
            if (by.isEmpty() || items.isEmpty() || made.isToMany()) {
                return false;
            }
            var place = parse.facts.isGroupFirst();
            parse.group = place.isPresent() ? 1 : 2;
            items.addAll(place.orElse(true) ? items.size() : 0, made.selected());
            made.select(items);
            made.tail("GROUP BY " + by.get());
            parse.use(mention);
        }
        return true;
    }

    /** What rows are grouped by; adds to the items what each group is called. */
    private Optional<String> by(Mention mention, List<String> items) {
        Statement made = parse.made();
        var part = companion(mention);
        var column =
                part.flatMap(m -> ofPart(mention, m))
                        .or(() -> ofMain(mention))
                        .or(() -> parse.column(mention, made.main(), c -> true))
                        .or(() -> ofNearest(mention));
        part.ifPresent(parse::use);
        if (column.isPresent()) {
            var written = made.column(column.get());
            written.ifPresent(items::add);
            return written;
        }
        var table = PartialParse.only(mention.tables).filter(t -> !t.equals(made.main()));
        var key = table.flatMap(parse::primaryKey);
        if (key.isEmpty() || !made.join(key.get().table())) {
            return Optional.empty();
        }
        String groups = key.get().table();
        List<ColumnRef> listed =
                question.answer.stream()
                        .flatMap(m -> parse.column(m, groups, c -> true).stream())
                        .filter(c -> c.table().equals(groups))
                        .toList();
        for (ColumnRef name : listed.isEmpty() ? parse.listing(groups) : listed) {
            items.add(made.column(name).orElseThrow());
        }
        return key.map(Statement::named);
    }

    /** "Of each type": the only column of the rows themselves that is called so last. */
    private Optional<ColumnRef> ofMain(Mention mention) {
        String main = parse.made().main();
        if (!mention.tables.isEmpty()
                || mention.end - mention.start > 1
                || mention.columns.stream().anyMatch(c -> c.table().equals(main))) {
            return Optional.empty();
        }
        String said = question.stems.get(mention.start);
        return PartialParse.only(
                parse.schema.table(main).stream()
                        .flatMap(t -> t.columns().stream())
                        .map(c -> new ColumnRef(main, c.name()))
                        .filter(c -> Lexicon.stems(c.column()).getLast().equals(said))
                        .toList());
    }

    /** Of columns of one name that of the only table that rows refer to themselves. */
    private Optional<ColumnRef> ofNearest(Mention mention) {
        return PartialParse.only(
                mention.columns.stream()
                        .filter(c ->
                                parse.paths().between(parse.made().main(), c.table()).stream()
                                        .anyMatch(step -> !step.isToMany()))
                        .toList());
    }

    /** What belongs to the name of a group: its column or its table. */
    private Optional<Mention> companion(Mention mention) {
        return part(mention).or(() -> owner(mention));
    }

    /** A table after its column: "region of the applicant". */
    private Optional<Mention> owner(Mention mention) {
        return question.next(mention)
                .filter(m ->
                        mention.tables.isEmpty() && m.tables.size() == 1 && m.columns.isEmpty())
                .filter(m -> question.words.get(mention.end).equals("of"))
                .filter(m ->
                        mention.columns.stream()
                                .anyMatch(c -> c.table().equals(m.tables.getFirst())));
    }

    private Optional<ColumnRef> ofPart(Mention mention, Mention part) {
        return mention.tables.isEmpty()
                ? parse.column(mention, part.tables.getFirst(), c -> true)
                : parse.column(part, mention.tables.getFirst(), c -> true);
    }

    /** The name of a column after that of its table: "treatment category". */
    private Optional<Mention> part(Mention mention) {
        return question.startingAt(mention.end)
                .filter(m -> mention.tables.size() == 1 && mention.columns.isEmpty())
                .filter(m ->
                        m.columns.stream()
                                .anyMatch(c -> c.table().equals(mention.tables.getFirst())));
    }
}
