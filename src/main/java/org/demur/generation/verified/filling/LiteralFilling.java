package org.demur.generation.verified.filling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.generation.verified.language.Units;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.generation.verified.template.LiteralInduction;
import org.demur.generation.verified.template.ParsedStatement.LiteralContext;
import org.demur.generation.verified.template.SchemaBinding;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.LiteralGroup;
import org.demur.schema.WordForms;
import org.demur.sql.SqlNode.ColumnPath;

/** Chooses texts for the literals of a template, each mention of one question at most once. */
final class LiteralFilling {
    /** Choices that are handed on. */
    private static final int KEPT = 4;

    /** Choices that are extended by the next group. */
    private static final int PARTIAL = 24;

    /** Texts that are tried where the question spells none. */
    private static final int CLOSED = 2;

    /** A number with a unit of time is seldom meant where a bare number is wanted. */
    private static final double UNIT = 1.5;

    private static final double MAGNITUDE = 9;

    /** What a code that stands for a word speaks against a draft, in nats. */
    private static final double UNSPELLED = -1;

    /**
     * A choice.
     *
     * @param texts for each group of places
     * @param values the mentions of values that it uses, by their places in the reading
     * @param numbers the same of numbers
     * @param elements the texts that questions do not spell, as elements of the statement
     * @param logOrder how usual the order is in which they are mentioned, in nats
     * @param aliases values whose words differ from what is stored
     * @param unspelled codes of the followed pair that stand for a word of the question
     */
    public record Choice(
            List<String> texts,
            Set<Integer> values,
            Set<Integer> numbers,
            Set<Integer> elements,
            double logOrder,
            int aliases,
            int unspelled) {
        private static final Choice NONE =
                new Choice(List.of(), Set.of(), Set.of(), Set.of(), 0, 0, 0);

        private Choice with(String text) {
            return new Choice(
                    plus(texts, text), values, numbers, elements, logOrder, aliases, unspelled);
        }

        private Choice with(Closed closed) {
            return new Choice(
                    plus(texts, closed.text()),
                    values,
                    numbers,
                    plus(elements, closed.element()),
                    logOrder + closed.log(),
                    aliases,
                    unspelled + (closed.isCode() ? 1 : 0));
        }

        private Choice withValue(Reading reading, int mention, double log) {
            return new Choice(
                    plus(texts, reading.value()),
                    plus(values, mention),
                    numbers,
                    elements,
                    logOrder + log,
                    aliases + (reading.alias() ? 1 : 0),
                    unspelled);
        }

        private Choice withNumber(String text, int mention, double log) {
            return new Choice(
                    plus(texts, text),
                    values,
                    plus(numbers, mention),
                    elements,
                    logOrder + log,
                    aliases,
                    unspelled);
        }

        private static List<String> plus(List<String> texts, String text) {
            var longer = new ArrayList<String>(texts.size() + 1);
            longer.addAll(texts);
            longer.add(text);
            return longer;
        }

        private static Set<Integer> plus(Set<Integer> numbers, int number) {
            var more = new HashSet<>(numbers);
            more.add(number);
            return more;
        }
    }

    /**
     * A text that questions do not spell.
     *
     * @param log its log-probability
     * @param element its number as element
     * @param isCode whether other questions spell what stands in its place
     */
    private record Closed(String text, double log, int element, boolean isCode) {}

    private record Place(int template, int group) {}

    private final QuestionPredictions asked;
    private final VerifiedModel model;
    private final QuestionReading reading;
    private final Set<String> stems;
    private final Map<Place, List<Closed>> closed = new HashMap<>();

    /** Where a text is mentioned; -1 where it is not. */
    private final Map<String, Integer> positions = new HashMap<>();

    LiteralFilling(QuestionPredictions asked) {
        this.asked = asked;
        this.model = asked.model;
        this.reading = asked.reading;
        this.stems =
                reading.tokens().stream()
                        .map(token -> WordForms.stem(token.text()))
                        .collect(Collectors.toSet());
    }

    /** The choices for a template with these tables and columns, likeliest first; possibly none. */
    List<Choice> choices(SqlTemplate template, SchemaBinding binding) {
        List<Choice> partial = List.of(Choice.NONE);
        for (int g = 0; g < template.literals.size(); g++) {
            List<Choice> next = new ArrayList<>();
            for (Choice soFar : partial) {
                extend(template, binding, g, soFar, next);
            }
            if (next.isEmpty()) {
                return next;
            }
            partial = next.size() > PARTIAL ? next.subList(0, PARTIAL) : next;
        }
        return partial.stream()
                .sorted(Comparator.comparingDouble(Choice::logOrder).reversed())
                .limit(KEPT)
                .toList();
    }

    private void extend(
            SqlTemplate template, SchemaBinding binding, int g, Choice soFar, List<Choice> out) {
        LiteralGroup group = template.literals.get(g);
        switch (group.kind()) {
            case CONSTANT -> {
                if (template.mayStand(group.constant(), binding, g)) {
                    out.add(soFar.with(group.constant()));
                }
            }
            case TABLE -> out.add(soFar.with(LiteralInduction.tableAt(binding, group.constant())));
            case CLOSED ->
                    closed
                            .computeIfAbsent(new Place(template.id, g), k -> closed(template, g))
                            .stream()
                            .filter(text -> template.mayStand(text.text(), binding, g))
                            .limit(CLOSED)
                            .forEach(text -> out.add(soFar.with(text)));
            case SPAN -> spans(group, soFar, out);
            case CONVERTED -> converted(template, binding, g, soFar, out);
            case NUMBER -> {
                if (group.offset() >= 0) {
                    String other = soFar.texts().get(group.offset());
                    out.add(soFar.with(shifted(other, group.shift())));
                } else {
                    numbers(template, g, soFar, out);
                }
            }
            case VALUE -> values(template, binding, g, soFar, out);
        }
    }

    private static LiteralContext context(SqlTemplate template, int g) {
        return template.sample().contexts().get(template.literals.get(g).places().getFirst());
    }

    private void spans(LiteralGroup group, Choice soFar, List<Choice> out) {
        for (int i = 0; i < reading.numbers().size(); i++) {
            NumberMention number = reading.numbers().get(i);
            if (!number.unit().isEmpty()
                    && !number.unit().startsWith("@")
                    && !soFar.numbers().contains(i)) {
                var span = new Units.Span(number.value(), number.unit()).countable();
                String text =
                        group.constant()
                                .replace("{n}", span.number())
                                .replace("{unit}", span.unit());
                out.add(soFar.withNumber(text, i, 0));
            }
        }
    }

    private void converted(
            SqlTemplate template, SchemaBinding binding, int g, Choice soFar, List<Choice> out) {
        int place = context(template, g).place();
        var columns = binding.columns().stream().map(path -> path.end().column()).toList();
        var factor =
                Units.factor(
                        Units.inNames(place < 0 ? columns.stream() : Stream.of(columns.get(place))),
                        Units.said(reading));
        for (int i = 0; i < reading.numbers().size() && factor.isPresent(); i++) {
            NumberMention number = reading.numbers().get(i);
            if (!soFar.numbers().contains(i) && !number.unit().equals(NumberMention.YEAR)) {
                int mention = i;
                Units.converted(number.value(), factor.getAsLong())
                        .ifPresent(text ->
                                out.add(
                                        soFar.withNumber(
                                                text,
                                                mention,
                                                order(template, g, soFar, number.token()))));
            }
        }
    }

    private void numbers(SqlTemplate template, int g, Choice soFar, List<Choice> out) {
        var context = context(template, g);
        for (int i = 0; i < reading.numbers().size(); i++) {
            NumberMention number = reading.numbers().get(i);
            boolean isLooseYear = number.unit().equals(NumberMention.YEAR) && context.place() < 0;
            if (!soFar.numbers().contains(i)
                    && !isLooseYear
                    && !isOutOfRange(context, number.value())) {
                double log =
                        order(template, g, soFar, number.token())
                                - (number.unit().isEmpty() ? 0 : UNIT);
                out.add(soFar.withNumber(number.value(), i, log));
            }
        }
    }

    private void values(
            SqlTemplate template, SchemaBinding binding, int g, Choice soFar, List<Choice> out) {
        int place = context(template, g).place();
        if (place < 0) {
            return;
        }
        ColumnPath path = binding.columns().get(place);
        int before = out.size();
        for (int i = 0; i < reading.values().size(); i++) {
            ValueMention mention = reading.values().get(i);
            if (soFar.values().contains(i)) {
                continue;
            }
            for (Reading r : mention.readings()) {
                if (r.column().equals(path.end()) && reaches(r, path)) {
                    out.add(soFar.withValue(r, i, order(template, g, soFar, mention.start())));
                }
            }
        }
        if (out.size() == before && model.isOfFewPairs()) {
            String context = template.closedContext(g);
            template.codes(binding, g)
                    .forEach((text, words) -> {
                        if (stems.stream().anyMatch(words::contains)) {
                            int element = asked.element(context + "=" + text);
                            out.add(soFar.with(new Closed(text, UNSPELLED, element, true)));
                        }
                    });
        }
    }

    /**
     * Whether a value is found from where a path starts; one that no pair looked up from there may
     * be.
     */
    private boolean reaches(Reading reading, ColumnPath path) {
        return reading.root().equals(path.root())
                || !model.induction().knownRoots.contains(path.root() + ">" + path.end());
    }

    private static String shifted(String number, double shift) {
        try {
            double value = Double.parseDouble(number) + shift;
            return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
        } catch (NumberFormatException e) {
            return number;
        }
    }

    private boolean isOutOfRange(LiteralContext context, String value) {
        var known = model.induction().literals.numbers(context);
        if (known == null) {
            return false;
        }
        try {
            double number = Double.parseDouble(value);
            // ranks and counts of any size may be asked for, but hardly of another magnitude
            double slack =
                    context.column() == null
                            ? MAGNITUDE * known.last()
                            : Math.max(1, (known.last() - known.first()) * 0.5);
            return number < known.first() - slack || number > known.last() + slack;
        } catch (NumberFormatException e) {
            return true;
        }
    }

    /**
     * Log share of examples in which this group is mentioned where it would be here, relative to
     * those before it.
     */
    private double order(SqlTemplate template, int g, Choice soFar, int position) {
        double log = 0;
        for (int b = 0; b < g; b++) {
            double[] counts = template.order.get(b + "," + g);
            int before = counts == null ? -1 : position(soFar.texts().get(b));
            if (counts != null && before >= 0) {
                double agree = before < position ? counts[0] : counts[1];
                log += Math.log((agree + 0.3) / (counts[0] + counts[1] + 0.6));
            }
        }
        return log;
    }

    private int position(String text) {
        return positions.computeIfAbsent(text, reading::position);
    }

    /**
     * Texts of a literal, the likeliest first, that questions do not spell, by the template's own
     * examples and by all of its context.
     */
    private List<Closed> closed(SqlTemplate template, int g) {
        String context = template.closedContext(g);
        var own = asked.slots.literals(template, g);
        var pooled = asked.slots.pooledLiterals(template, g);
        Map<String, Double> mixed = new LinkedHashMap<>();
        own.forEach(
                (label, p) -> mixed.put(label, 0.5 * p + 0.5 * pooled.getOrDefault(label, 0.02)));
        return mixed.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(e ->
                        new Closed(
                                e.getKey(),
                                Math.log(e.getValue()),
                                asked.element(context + "=" + e.getKey()),
                                false))
                .toList();
    }
}
