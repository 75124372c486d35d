package org.demur.generation.verified;

import de.bwaldvogel.liblinear.Feature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.demur.generation.sqltree.QueryTree;
import org.demur.generation.sqltree.SqlNode;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlNode.Hop;
import org.demur.generation.sqltree.SqlNode.Literal;
import org.demur.generation.sqltree.SqlNode.TableUse;
import org.demur.generation.sqltree.SqlNode.Word;
import org.demur.generation.sqltree.SqlTreeWriter;
import org.demur.generation.verified.QuestionReading.NumberMention;
import org.demur.generation.verified.QuestionReading.Reading;
import org.demur.generation.verified.QuestionReading.ValueMention;
import org.demur.generation.verified.Shape.Group;
import org.demur.generation.verified.Shape.Instantiation;
import org.demur.generation.verified.Shape.LiteralGroup;
import org.demur.generation.verified.Shape.LiteralKind;
import org.demur.generation.verified.Shape.TimePattern;
import org.demur.generation.verified.Skeleton.LiteralContext;
import org.demur.generation.verified.TreeWalk.Clause;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/**
 * Fills the places of a shape from one question, in every way that the question allows, likeliest
 * first.
 */
final class DraftFilling {
    private static final int MAXIMUM_FILLINGS = 8;

    /** A number with a unit of time is seldom meant where a bare number is wanted. */
    private static final double UNIT = 1.5;

    private static final double MAGNITUDE = 9;

    /** Room for all measurements of a draft. */
    private static final int FEATURES = 128;

    private final VerifiedModel model;
    private final QuestionReading reading;
    private final Feature[] sided;
    private final Map<String, Double> symbolLogits;
    private final double[] structureLogits;
    private final Telltales.Heard heard;
    private final WordAlignment.Asked alignment;
    private final Strangers.Asked strangers;
    private final List<Set<String>> named;
    private final List<TimeFilters.Resolved> times = new ArrayList<>();
    private final int unresolvedTimes;
    private final Map<String, Double> demanded;
    private final List<Neighbours.Near> near;
    private final double infeasible;
    private final Map<String, Map<String, Double>> labelCache = new HashMap<>();

    /** The names of structural elements, as far as they were needed. */
    private final @Nullable String[] pieces;

    /** What statements of a shape are built of, by their operators. */
    private final Map<Operated, Pieces> wordings = new HashMap<>();

    /** How likely each piece is not to be in a statement, in nats; made with the first draft. */
    private double @Nullable [] logAbsent;

    DraftFilling(
            VerifiedModel model,
            QuestionReading reading,
            Feature[] sided,
            Map<String, Double> symbolLogits,
            double[] structureLogits,
            Telltales.Heard heard,
            Map<String, Double> demanded,
            List<Neighbours.Near> near,
            double infeasible) {
        this.model = model;
        this.reading = reading;
        this.demanded = demanded;
        this.near = near;
        this.infeasible = infeasible;
        this.sided = sided;
        this.symbolLogits = symbolLogits;
        this.structureLogits = structureLogits;
        this.heard = heard;
        this.pieces = new String[structureLogits.length];
        var words = Cues.words(reading);
        this.alignment = model.alignment.asked(words);
        this.strangers = model.strangers.asked(words);
        this.named =
                VerifiedModel.words(reading).stream()
                        .map(model.names::meant)
                        .filter(columns -> !columns.isEmpty())
                        .toList();
        int unresolved = 0;
        for (TimeMention mention : reading.times()) {
            var resolved = model.induction.timeFilters.resolve(mention);
            if (resolved.isPresent()) {
                times.add(resolved.get());
            } else {
                unresolved++;
            }
        }
        this.unresolvedTimes = unresolved;
    }

    /** A shape with a choice of its operators. */
    private record Operated(int shape, List<String> labels) {}

    /**
     * Structural elements.
     *
     * @param known the numbers of those that pairs have
     * @param novel how many others there are
     */
    private record Pieces(List<Integer> known, int novel) {}

    /** What all drafts of a shape with one facet have in common: found once for all of them. */
    private final class Ground {
        final Shape shape;
        final Instantiation instantiation;
        final Set<String> symbols;
        final Pieces uses;
        final boolean isExchanged;
        private final Map<List<String>, Telltales.Doubts> doubts = new HashMap<>();
        private @Nullable Map<String, Double> features;

        Ground(Shape shape, Instantiation instantiation) {
            this.shape = shape;
            this.instantiation = instantiation;
            var facet = instantiation.facet();
            this.symbols = VerifiedModel.symbols(facet);
            this.uses = pieces(shape.structure().uses(facet.columns()));
            this.isExchanged = shape.exchanged.containsKey(facet);
        }

        Map<String, Double> features() {
            var known = features;
            if (known == null) {
                known = new HashMap<>();
                known.put("composed", instantiation.count() == 0 ? 1.0 : 0.0);
                known.put("support", Math.min(2.0, Math.log1p((double) instantiation.support())));
                known.put("closure", shape.origin.id == shape.id ? 0.0 : 1.0);
                known.put("exchanged", isExchanged ? 1.0 : 0.0);
                known.put("infeasible", infeasible);
                unknownWords(known, shape, symbols);
                columnNames(known, symbols);
                near(known, shape, instantiation);
                features = known;
            }
            return known;
        }

        Telltales.Doubts doubts(Labels operators) {
            return doubts.computeIfAbsent(
                    operators.labels(),
                    l ->
                            heard.doubts(
                                    shape.structure()
                                            .asked(
                                                    instantiation.facet().tables(),
                                                    instantiation.facet().columns(),
                                                    texts(shape, operators),
                                                    model.schema)));
        }
    }

    /** A choice of texts for the literal groups. */
    private record Literals(
            List<String> texts,
            Set<Integer> values,
            Set<Integer> numbers,
            double logOrder,
            int aliases,
            int odd) {}

    /** A choice of labels. */
    private record Labels(List<String> labels, double sum, double least) {}

    /** A choice of time filters: scope to resolved filter. */
    private record Times(Map<Integer, TimeFilters.Resolved> byScope, int used, double log) {}

    /** One choice of everything. */
    private record Choice(
            Literals literals, Labels operators, VariantChoice variants, Times times) {}

    List<Draft> fill(
            Shape shape, Instantiation instantiation, double logShape, int rank, double base) {
        List<Draft> drafts = new ArrayList<>();
        var literals =
                isDegenerate(shape, instantiation)
                        ? List.<Literals>of()
                        : literals(shape, instantiation);
        if (literals.isEmpty()) {
            return drafts;
        }
        var operators = operators(shape);
        var variants = variants(shape, instantiation);
        var timeChoices = times(shape, instantiation);
        var ground = new Ground(shape, instantiation);
        for (Literals l : literals) {
            for (Labels o : operators) {
                for (VariantChoice v : variants) {
                    for (Times t : timeChoices) {
                        if (drafts.size() >= MAXIMUM_FILLINGS) {
                            return drafts;
                        }
                        var sql = write(shape, instantiation, l, o, v, t);
                        if (sql != null) {
                            drafts.add(
                                    draft(
                                            ground,
                                            new Choice(l, o, v, t),
                                            sql,
                                            logShape,
                                            rank,
                                            base));
                        }
                    }
                }
            }
        }
        return drafts;
    }

    /**
     * Whether a combination that no pair has returns or aggregates a column that it holds equal to
     * one text.
     */
    private static boolean isDegenerate(Shape shape, Instantiation instantiation) {
        if (instantiation.count() > 0 && shape.origin.id == shape.id) {
            return false;
        }
        Skeleton sample = shape.sample();
        Set<String> fixed = new HashSet<>();
        for (int p = 0; p < sample.roles().size(); p++) {
            if (sample.roles().get(p).equals("comparetext")) {
                fixed.add(end(sample, instantiation, p));
            }
        }
        for (int p = 0; p < sample.roles().size(); p++) {
            String role = sample.roles().get(p);
            if ((role.equals("project") || role.equals("measure") || role.equals("list"))
                    && fixed.contains(end(sample, instantiation, p))) {
                return true;
            }
        }
        return false;
    }

    private static String end(Skeleton sample, Instantiation instantiation, int place) {
        var path = instantiation.facet().columns().get(place);
        return sample.columnTables().get(place) + " " + path.root() + " " + path.end();
    }

    private List<Literals> literals(Shape shape, Instantiation instantiation) {
        List<Literals> partial = new ArrayList<>();
        partial.add(new Literals(List.of(), Set.of(), Set.of(), 0, 0, 0));
        for (int g = 0; g < shape.literals.size(); g++) {
            List<Literals> next = new ArrayList<>();
            for (Literals soFar : partial) {
                next.addAll(extended(shape, instantiation, g, soFar));
            }
            partial = next.size() > 24 ? next.subList(0, 24) : next;
        }
        partial.sort(
                java.util.Comparator.comparingDouble((Literals l) -> l.logOrder() - l.odd())
                        .reversed());
        return partial.size() > 4 ? partial.subList(0, 4) : partial;
    }

    private List<Literals> extended(
            Shape shape, Instantiation instantiation, int g, Literals soFar) {
        LiteralGroup group = shape.literals.get(g);
        int place = group.places().getFirst();
        var context = shape.sample().contexts().get(place);
        ColumnPath path =
                context.place() >= 0 ? instantiation.facet().columns().get(context.place()) : null;
        ColumnRef column = path == null ? null : path.end();
        List<Literals> out = new ArrayList<>();
        switch (group.kind()) {
            case CONSTANT -> out.add(with(soFar, group.constant(), -1, -1, 0, 0, 0));
            case TABLE -> {
                String table =
                        ShapeInduction.tableAt(
                                instantiation.facet().tables(),
                                instantiation.facet().columns(),
                                group.constant());
                out.add(with(soFar, table, -1, -1, 0, 0, 0));
            }
            case CLOSED -> {
                for (var label : closed(shape, g).entrySet()) {
                    out.add(with(soFar, label.getKey(), -1, -1, Math.log(label.getValue()), 0, 0));
                }
            }
            case SPAN -> {
                for (int i = 0; i < reading.numbers().size(); i++) {
                    NumberMention number = reading.numbers().get(i);
                    if (!number.unit().isEmpty()
                            && !number.unit().startsWith("@")
                            && !soFar.numbers().contains(i)) {
                        String text =
                                group.constant()
                                        .replace("{n}", number.value())
                                        .replace("{unit}", number.unit());
                        out.add(with(soFar, text, -1, i, 0, 0, 0));
                    }
                }
            }
            case NUMBER -> {
                if (group.offset() >= 0) {
                    String other = soFar.texts().get(group.offset());
                    out.add(with(soFar, shifted(other, group.shift()), -1, -1, 0, 0, 0));
                    break;
                }
                for (int i = 0; i < reading.numbers().size(); i++) {
                    NumberMention number = reading.numbers().get(i);
                    if (soFar.numbers().contains(i)) {
                        continue;
                    }
                    int odd = outOfRange(context, number.value());
                    if (odd > 0 || (number.unit().equals(NumberMention.YEAR) && column == null)) {
                        continue;
                    }
                    out.add(
                            with(
                                    soFar,
                                    number.value(),
                                    -1,
                                    i,
                                    order(shape, g, soFar, number.token())
                                            - (number.unit().isEmpty() ? 0 : UNIT),
                                    0,
                                    odd));
                }
            }
            case VALUE -> {
                for (int i = 0; i < reading.values().size(); i++) {
                    ValueMention mention = reading.values().get(i);
                    if (soFar.values().contains(i)) {
                        continue;
                    }
                    for (Reading r : mention.readings()) {
                        if (path != null && r.column().equals(column) && reaches(r, path)) {
                            out.add(
                                    with(
                                            soFar,
                                            r.value(),
                                            i,
                                            -1,
                                            order(shape, g, soFar, mention.start()),
                                            r.alias() ? 1 : 0,
                                            0));
                        }
                    }
                }
            }
        }
        return out;
    }

    /**
     * Whether a value is found from where a path starts; one that no pair looked up from there may
     * be.
     */
    private boolean reaches(Reading reading, ColumnPath path) {
        return reading.root().equals(path.root())
                || !model.induction.knownRoots.contains(path.root() + ">" + path.end());
    }

    private static Literals with(
            Literals soFar, String text, int value, int number, double log, int alias, int odd) {
        var texts = new ArrayList<>(soFar.texts());
        texts.add(text);
        var values = new HashSet<>(soFar.values());
        if (value >= 0) {
            values.add(value);
        }
        var numbers = new HashSet<>(soFar.numbers());
        if (number >= 0) {
            numbers.add(number);
        }
        return new Literals(
                texts,
                values,
                numbers,
                soFar.logOrder() + log,
                soFar.aliases() + alias,
                soFar.odd() + odd);
    }

    private static String shifted(String number, double shift) {
        try {
            double value = Double.parseDouble(number) + shift;
            return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
        } catch (NumberFormatException e) {
            return number;
        }
    }

    private int outOfRange(LiteralContext context, String value) {
        double[] range = model.induction.ranges.get(ShapeInduction.range(context));
        if (range == null) {
            return 0;
        }
        try {
            double number = Double.parseDouble(value);
            // ranks and counts of any size may be asked for, but hardly of another magnitude
            double slack =
                    context.column() == null
                            ? MAGNITUDE * range[1]
                            : Math.max(1, (range[1] - range[0]) * 0.5);
            return number < range[0] - slack || number > range[1] + slack ? 1 : 0;
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    /**
     * Log share of examples in which this group is mentioned where it would be here, relative to
     * those before it.
     */
    private double order(Shape shape, int g, Literals soFar, int position) {
        double log = 0;
        for (int b = 0; b < g; b++) {
            double[] counts = shape.order.get(b + "," + g);
            int before = positionOf(soFar, b);
            if (counts != null && before >= 0) {
                double agree = before < position ? counts[0] : counts[1];
                log += Math.log((agree + 0.3) / (counts[0] + counts[1] + 0.6));
            }
        }
        return log;
    }

    private int positionOf(Literals soFar, int group) {
        return ShapeInduction.position(reading, new Literal(soFar.texts().get(group), true));
    }

    private Map<String, Double> top(
            String key, Map<String, LabelModel> models, Feature[] features, int limit) {
        return labelCache.computeIfAbsent(
                key,
                k -> {
                    LabelModel labels = models.get(k);
                    Map<String, Double> out = new LinkedHashMap<>();
                    if (labels == null) {
                        return out;
                    }
                    for (var entry : labels.probabilities(features).entrySet()) {
                        if (out.isEmpty() || (entry.getValue() > 0.08 && out.size() < limit)) {
                            out.put(entry.getKey(), entry.getValue());
                        }
                    }
                    return out;
                });
    }

    /**
     * Likely texts of a literal that questions do not spell, by the shape's own examples and by all
     * of its context.
     */
    private Map<String, Double> closed(Shape shape, int g) {
        var own = top(shape.origin.id + "|" + g, model.literalModels, sided, 3);
        var pooled = top(VerifiedModel.closedContext(shape, g), model.literalModels, sided, 4);
        Map<String, Double> mixed = new LinkedHashMap<>();
        own.forEach(
                (label, p) -> mixed.put(label, 0.5 * p + 0.5 * pooled.getOrDefault(label, 0.02)));
        return mixed.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(2)
                .collect(
                        java.util.stream.Collectors.toMap(
                                Map.Entry::getKey,
                                Map.Entry::getValue,
                                (a, b) -> a,
                                LinkedHashMap::new));
    }

    private List<Labels> operators(Shape shape) {
        List<Labels> choices = new ArrayList<>();
        choices.add(new Labels(List.of(), 0, 1));
        for (Group group : shape.operators) {
            var options =
                    top(shape.origin.id + "|" + group.context(), model.operatorModels, sided, 2);
            List<Labels> next = new ArrayList<>();
            for (Labels soFar : choices) {
                for (var option : options.entrySet()) {
                    var labels = new ArrayList<>(soFar.labels());
                    labels.add(option.getKey());
                    next.add(
                            new Labels(
                                    labels,
                                    soFar.sum() + Math.log(option.getValue()),
                                    Math.min(soFar.least(), option.getValue())));
                }
            }
            choices = next.size() > 4 ? next.subList(0, 4) : next;
        }
        return choices;
    }

    /** For each column place its look-ups as they are to be written. */
    private record VariantChoice(Map<Integer, List<Hop>> hops, double sum, double least) {}

    private List<VariantChoice> variants(Shape shape, Instantiation instantiation) {
        List<VariantChoice> choices = new ArrayList<>();
        choices.add(new VariantChoice(Map.of(), 0, 1));
        Set<Integer> grouped = new TreeSet<>();
        List<List<Integer>> groups = new ArrayList<>();
        for (Group group : shape.variants) {
            groups.add(group.places());
            grouped.addAll(group.places());
        }
        for (int p = 0; p < instantiation.facet().columns().size(); p++) {
            if (!grouped.contains(p) && !instantiation.facet().columns().get(p).hops().isEmpty()) {
                groups.add(List.of(p));
            }
        }
        for (int g = 0; g < groups.size(); g++) {
            List<Integer> places = groups.get(g);
            ColumnPath path = instantiation.facet().columns().get(places.getFirst());
            for (int h = 0; h < path.hops().size(); h++) {
                Hop hop = path.hops().get(h);
                String look = VerifiedModel.look(shape.sample(), places.getFirst(), hop);
                var known = model.variantHops.getOrDefault(look, Map.of());
                if (known.isEmpty()) {
                    continue;
                }
                String nth = nth(shape.sample(), groups, g, instantiation, look);
                var options = options(look, nth, known, path);
                List<VariantChoice> next = new ArrayList<>();
                for (VariantChoice soFar : choices) {
                    for (var option : options.entrySet()) {
                        Hop chosen = known.get(option.getKey());
                        var hops = new HashMap<>(soFar.hops());
                        for (int p : places) {
                            var list =
                                    new ArrayList<>(
                                            hops.getOrDefault(
                                                    p,
                                                    instantiation.facet().columns().get(p).hops()));
                            if (chosen != null && h < list.size()) {
                                list.set(h, withVariant(list.get(h), chosen));
                            }
                            hops.put(p, list);
                        }
                        next.add(
                                new VariantChoice(
                                        hops,
                                        soFar.sum() + Math.log(option.getValue()),
                                        Math.min(soFar.least(), option.getValue())));
                    }
                }
                choices = next.size() > 4 ? next.subList(0, 4) : next;
            }
        }
        return choices;
    }

    /**
     * Variants of a look-up; one that qualifies by the referring table, as in kind = 'x', keeps to
     * that table.
     */
    private Map<String, Double> options(
            String look, String nth, Map<String, Hop> known, ColumnPath path) {
        Map<String, Double> options = new LinkedHashMap<>();
        if (known.size() == 1) {
            options.put(known.keySet().iterator().next(), 1.0);
            return options;
        }
        String table = path.root().table();
        for (String label : known.keySet()) {
            if (label.contains("text=" + table + ",")) {
                options.put(label, 1.0);
                return options;
            }
        }
        var likely = top(look + nth, model.variantModels, sided, 3);
        return likely.isEmpty() ? top(look + "#1/1", model.variantModels, sided, 3) : likely;
    }

    private static String nth(
            Skeleton sample,
            List<List<Integer>> groups,
            int group,
            Instantiation instantiation,
            String look) {
        int nth = 0;
        int total = 0;
        for (int v = 0; v < groups.size(); v++) {
            int place = groups.get(v).getFirst();
            var path = instantiation.facet().columns().get(place);
            if (path.hops().stream()
                    .anyMatch(h -> VerifiedModel.look(sample, place, h).equals(look))) {
                total++;
                if (v <= group) {
                    nth = total;
                }
            }
        }
        return "#" + nth + "/" + total;
    }

    private static Hop withVariant(Hop hop, Hop variant) {
        return new Hop(
                hop.operator(),
                hop.distinct(),
                hop.key(),
                variant.conditions(),
                variant.tail(),
                hop.column());
    }

    private List<Times> times(Shape shape, Instantiation instantiation) {
        List<Times> choices = new ArrayList<>();
        int total = shape.origin.examples.size();
        if (!times.isEmpty()) {
            for (TimePattern pattern : shape.times) {
                int sites = pattern.sites().size();
                if (sites == 0 || sites > times.size() || choices.size() >= 3) {
                    continue;
                }
                double log = Math.log((double) pattern.count() / total);
                if (sites == 1) {
                    for (TimeFilters.Resolved filter : times) {
                        choices.add(new Times(sites(pattern, List.of(filter)), 1, log));
                    }
                } else if (sites == 2 && times.size() == 2) {
                    boolean isWritten =
                            Shape.wording(times.getFirst().conjuncts())
                                            .compareTo(Shape.wording(times.getLast().conjuncts()))
                                    < 0;
                    choices.add(
                            new Times(
                                    sites(pattern, times), 2, log + pattern.log(true, isWritten)));
                    choices.add(
                            new Times(
                                    sites(pattern, times.reversed()),
                                    2,
                                    log + pattern.log(false, !isWritten)));
                }
            }
        }
        choices.removeIf(t -> !timeColumnsKnown(shape, instantiation, t));
        choices.sort(
                java.util.Comparator.comparingDouble((Times t) -> t.used() * 10 + t.log())
                        .reversed());
        boolean bare = shape.times.stream().anyMatch(t -> t.sites().isEmpty());
        if (choices.isEmpty() || times.isEmpty()) {
            choices.add(new Times(Map.of(), 0, bare ? 0 : -3));
        }
        return choices;
    }

    private static Map<Integer, TimeFilters.Resolved> sites(
            TimePattern pattern, List<TimeFilters.Resolved> filters) {
        Map<Integer, TimeFilters.Resolved> byScope = new HashMap<>();
        for (int i = 0; i < pattern.sites().size(); i++) {
            for (int scope : pattern.sites().get(i)) {
                byScope.put(scope, filters.get(i));
            }
        }
        return byScope;
    }

    private boolean timeColumnsKnown(Shape shape, Instantiation instantiation, Times times) {
        return times.byScope().keySet().stream()
                .allMatch(s -> timeColumn(shape, instantiation, s) != null);
    }

    /**
     * The time column that filters of a scope use: the pairs' own for a table seen, else the
     * table's usual one.
     */
    private @Nullable ColumnPath timeColumn(Shape shape, Instantiation instantiation, int scope) {
        ColumnPath own = shape.timeColumns.getOrDefault(instantiation.facet(), Map.of()).get(scope);
        if (own != null) {
            return own;
        }
        for (int table : shape.sample().scopeTables().get(scope)) {
            String name = instantiation.facet().tables().get(table);
            var counts = model.induction.timeColumns.get(name);
            if (counts != null) {
                ColumnRef best =
                        counts.entrySet().stream()
                                .max(Map.Entry.comparingByValue())
                                .orElseThrow()
                                .getKey();
                return new ColumnPath(name, best, List.of());
            }
        }
        return null;
    }

    private @Nullable String write(
            Shape shape,
            Instantiation instantiation,
            Literals literals,
            Labels operators,
            VariantChoice variants,
            Times times) {
        Skeleton sample = shape.sample();
        String[] texts = new String[sample.literals().size()];
        for (int g = 0; g < shape.literals.size(); g++) {
            for (int place : shape.literals.get(g).places()) {
                texts[place] = literals.texts().get(g);
            }
        }
        List<String> words = texts(shape, operators);
        var visitor =
                new TreeWalk.Visitor() {
                    int table;
                    int column;
                    int literal;
                    int operator;
                    int scope;
                    final java.util.ArrayDeque<Integer> open = new java.util.ArrayDeque<>();

                    @Override
                    public void enter(boolean distinct) {
                        open.push(scope++);
                    }

                    @Override
                    public void exit() {
                        open.pop();
                    }

                    @Override
                    public SqlNode word(Word word) {
                        return Skeleton.isOperator(word.text())
                                ? new Word(words.get(operator++))
                                : word;
                    }

                    @Override
                    public SqlNode literal(Literal old, List<SqlNode> around, int index) {
                        return new Literal(texts[literal++], old.quoted());
                    }

                    @Override
                    public SqlNode table(TableUse old) {
                        String name = instantiation.facet().tables().get(table++);
                        return new TableUse(
                                name, old.alias().equals(old.table()) ? name : old.alias());
                    }

                    @Override
                    public SqlNode column(
                            ColumnPath old, List<SqlNode> around, int index, Clause clause) {
                        ColumnPath path = instantiation.facet().columns().get(column);
                        var hops = variants.hops().get(column);
                        column++;
                        return hops == null
                                ? path
                                : new ColumnPath(path.qualifier(), path.root(), hops);
                    }

                    @Override
                    public List<List<SqlNode>> conjuncts(List<List<SqlNode>> where) {
                        int current = open.element();
                        var filter = times.byScope().get(current);
                        if (filter == null) {
                            return where;
                        }
                        var timeColumn = timeColumn(shape, instantiation, current);
                        if (timeColumn == null) {
                            return where;
                        }
                        var longer = new ArrayList<>(where);
                        longer.addAll(TimeFilters.bound(filter.conjuncts(), timeColumn));
                        return longer;
                    }
                };
        QueryTree tree = TreeWalk.walk(sample.tree(), visitor);
        return SqlTreeWriter.write(tree).orElse(null);
    }

    /** A draft with the measurements that rank it; the others are made for those that are kept. */
    private Draft draft(
            Ground ground, Choice choice, String sql, double logShape, int rank, double base) {
        Map<String, Double> f = new HashMap<>(FEATURES);
        Shape shape = ground.shape;
        var literals = choice.literals();
        var operators = choice.operators();
        var times = choice.times();
        var elements = elements(ground, choice);
        int freeNumbers = 0;
        for (int i = 0; i < reading.numbers().size(); i++) {
            boolean year = reading.numbers().get(i).unit().equals(NumberMention.YEAR);
            if (!literals.numbers().contains(i) && !year) {
                freeNumbers++;
            }
        }
        int yearNumbers = 0;
        for (int i : literals.numbers()) {
            yearNumbers += reading.numbers().get(i).unit().equals(NumberMention.YEAR) ? 1 : 0;
        }
        int freeTimes = this.times.size() - times.used() - yearNumbers + unresolvedTimes;
        int freeValues = reading.values().size() - literals.values().size();
        int strong = 0;
        for (int i = 0; i < reading.values().size(); i++) {
            if (!literals.values().contains(i)
                    && model.induction.reader.isStrong(reading, reading.values().get(i))) {
                strong++;
            }
        }
        f.put("freeNumbers", (double) freeNumbers);
        f.put("freeTimes", (double) Math.max(0, freeTimes));
        f.put("freeValues", (double) freeValues);
        f.put("freeStrong", (double) strong);
        double[] fit = model.cues.fit(demanded, elements);
        f.put("cueUnmet", fit[0]);
        f.put("cueUnmetSum", fit[1]);
        f.put("cueLeast", fit[2]);
        f.put("cueMean", fit[3]);
        var wording = wording(shape, operators);
        var built = names(wording, ground.uses);
        built.addAll(elements);
        built.removeIf(e -> e.startsWith("shape "));
        var aligned = alignment.measure(built);
        f.putAll(aligned);
        double doubt = telltales(f, ground, operators);
        f.put(
                "prior",
                base
                        + operators.sum()
                        + choice.variants().sum()
                        + literals.logOrder()
                        + 0.3 * times.log()
                        - 2.5 * freeNumbers
                        - 2.5 * Math.max(0, freeTimes)
                        - 2.5 * freeValues
                        - 3.0 * strong
                        - (shape.origin.id == shape.id ? 0 : 1.5)
                        - 3.0 * literals.odd()
                        - model.reliance
                                * (0.35 * aligned.getOrDefault("unexplainedSum", 0.0)
                                        + 5.0 * aligned.getOrDefault("unsaidSum", 0.0)
                                        + fit[1]
                                        + doubt));
        return new Draft(
                shape,
                ground.instantiation,
                sql,
                literals.texts(),
                f,
                () -> {
                    f.put("logShape", logShape);
                    f.put("shapeRank", (double) rank);
                    f.putAll(ground.features());
                    choice(f, choice);
                    symbols(f, elements, ground.symbols);
                    structure(f, wording, ground.uses);
                    double[] strange = strangers.measure(built);
                    f.put("strangersWorst", strange[0]);
                    f.put("strangersSum", strange[1]);
                });
    }

    private void choice(Map<String, Double> f, Choice choice) {
        var literals = choice.literals();
        int ambiguous = 0;
        for (int i : literals.values()) {
            ambiguous +=
                    reading.values().get(i).readings().stream()
                                            .map(Reading::column)
                                            .distinct()
                                            .count()
                                    > 1
                            ? 1
                            : 0;
        }
        f.put("operatorSum", choice.operators().sum());
        f.put("operatorLeast", choice.operators().least());
        f.put("variantSum", choice.variants().sum());
        f.put("variantLeast", choice.variants().least());
        f.put("order", literals.logOrder());
        f.put("aliases", (double) literals.aliases());
        f.put("odd", (double) literals.odd());
        f.put("values", (double) literals.values().size());
        f.put("numbers", (double) literals.numbers().size());
        f.put("times", (double) choice.times().used());
        f.put("timeLog", choice.times().log());
        f.put("ambiguous", (double) ambiguous);
    }

    /** How well the question's words speak for the draft's tables and columns. */
    private void symbols(Map<String, Double> f, Set<String> elements, Set<String> symbols) {
        double least = 9;
        double sum = 0;
        int known = 0;
        int doubtful = 0;
        for (String element : elements) {
            Double logit = symbolLogits.get(element);
            if (logit == null && !symbols.contains(element)) {
                continue;
            }
            double value = logit == null ? -6.0 : logit;
            least = Math.min(least, value);
            sum += value;
            known++;
            doubtful += value < -1.5 ? 1 : 0;
        }
        double missed = -9;
        int wanted = 0;
        for (var entry : symbolLogits.entrySet()) {
            if (!elements.contains(entry.getKey())) {
                missed = Math.max(missed, entry.getValue());
                wanted += entry.getValue() > 0.5 ? 1 : 0;
            }
        }
        f.put("symbolSum", sum / Math.max(1, known));
        f.put("symbolsDoubtful", (double) doubtful);
        f.put("symbolsWanted", (double) wanted);
        f.put("symbolLeast", least);
        f.put("symbolMissed", missed);
    }

    private static Set<String> elements(Ground ground, Choice choice) {
        Shape shape = ground.shape;
        var columns = ground.instantiation.facet().columns();
        Set<String> elements = new HashSet<>(ground.symbols);
        elements.add("shape " + shape.origin.id);
        for (int g = 0; g < shape.operators.size(); g++) {
            elements.add(
                    shape.operators.get(g).context() + "=" + choice.operators().labels().get(g));
        }
        for (int g = 0; g < shape.literals.size(); g++) {
            if (shape.literals.get(g).kind() == LiteralKind.CLOSED) {
                elements.add(
                        VerifiedModel.closedContext(shape, g)
                                + "="
                                + choice.literals().texts().get(g));
            }
        }
        for (int p = 0; p < columns.size(); p++) {
            for (Hop hop : choice.variants().hops().getOrDefault(p, columns.get(p).hops())) {
                elements.add(
                        VerifiedModel.look(shape.sample(), p, hop)
                                + VerifiedModel.variantName(hop));
            }
        }
        return elements;
    }

    /** Words that look like the name of a column, of the draft or of a table of the draft. */
    private void columnNames(Map<String, Double> f, Set<String> symbols) {
        double used = 0;
        double passedOver = 0;
        for (Set<String> meant : named) {
            if (meant.stream().anyMatch(symbols::contains)) {
                used++;
            } else if (meant.stream()
                    .anyMatch(c -> symbols.contains(c.substring(0, c.lastIndexOf('.'))))) {
                passedOver++;
            }
        }
        f.put("namesUsed", used);
        f.put("namesPassedOver", passedOver);
        f.put("namesElsewhere", named.size() - used - passedOver);
    }

    /** The operators of a draft, in the walk's order. */
    private static List<String> texts(Shape shape, Labels operators) {
        String[] texts = new String[shape.sample().operators().size()];
        for (int g = 0; g < shape.operators.size(); g++) {
            for (int place : shape.operators.get(g).places()) {
                texts[place] = operators.labels().get(g);
            }
        }
        return Arrays.asList(texts);
    }

    /** What telltale words say against what the draft is for. */
    private double telltales(Map<String, Double> f, Ground ground, Labels operators) {
        var doubts = ground.doubts(operators);
        f.put("silentKind", doubts.kind().silence());
        f.put("silentThings", doubts.things().silence());
        f.put("silentOrder", doubts.order().silence());
        f.put("strangerKind", doubts.kind().stranger());
        f.put("strangerThings", doubts.things().stranger());
        f.put("strangerOrder", doubts.order().stranger());
        // a column that no pair returns may well be the first of its kind
        double kind = ground.isExchanged ? 0 : VerifiedModel.weight(doubts.kind());
        return kind + VerifiedModel.weight(doubts.things()) + VerifiedModel.weight(doubts.order());
    }

    /** How well the question's words speak for what the statement is built of. */
    private void structure(Map<String, Double> f, Pieces wording, Pieces uses) {
        boolean[] has = new boolean[structureLogits.length];
        for (int number : wording.known()) {
            has[number] = true;
        }
        for (int number : uses.known()) {
            has[number] = true;
        }
        double least = 9;
        double sum = 0;
        int counted = 0;
        int doubtful = 0;
        double missed = -9;
        int wanted = 0;
        double likelihood = 0;
        double[] absent = logAbsent();
        for (int i = 0; i < has.length; i++) {
            double logit = structureLogits[i];
            if (Double.isNaN(logit)) {
                continue;
            }
            if (has[i]) {
                least = Math.min(least, logit);
                sum += logit;
                counted++;
                doubtful += logit < 0 ? 1 : 0;
                likelihood -= Math.log1p(Math.exp(-logit));
            } else {
                missed = Math.max(missed, logit);
                wanted += logit > 0 ? 1 : 0;
                likelihood += absent[i];
            }
        }
        f.put("structureLeast", least);
        f.put("structureMean", counted == 0 ? 0 : sum / counted);
        f.put("structureMissed", missed);
        f.put("structureDoubtful", (double) doubtful);
        f.put("structureWanted", (double) wanted);
        f.put("structureLog", likelihood);
        f.put("structureNovel", (double) wording.novel());
        f.put("usesNovel", (double) uses.novel());
    }

    private Pieces wording(Shape shape, Labels operators) {
        return wordings.computeIfAbsent(
                new Operated(shape.id, operators.labels()),
                k -> pieces(shape.structure().words(texts(shape, operators))));
    }

    private Set<String> names(Pieces wording, Pieces uses) {
        Set<String> names = new HashSet<>();
        for (int number : wording.known()) {
            names.add(piece(number));
        }
        for (int number : uses.known()) {
            names.add(piece(number));
        }
        return names;
    }

    private Pieces pieces(Set<String> elements) {
        List<Integer> known = new ArrayList<>(elements.size());
        for (String element : elements) {
            Integer number = model.structures.get(element);
            if (number != null) {
                known.add(number);
            }
        }
        return new Pieces(known, elements.size() - known.size());
    }

    private String piece(int number) {
        String name = pieces[number];
        if (name == null) {
            name = VerifiedModel.STRUCTURE + number;
            pieces[number] = name;
        }
        return name;
    }

    private double[] logAbsent() {
        var known = logAbsent;
        if (known == null) {
            known = Arrays.stream(structureLogits).map(x -> -Math.log1p(Math.exp(x))).toArray();
            logAbsent = known;
        }
        return known;
    }

    private void near(Map<String, Double> f, Shape shape, Instantiation instantiation) {
        double sameFacet = 0;
        double sameShape = 0;
        double other = 0;
        double nearInfeasible = 0;
        double votes = 0;
        int counted = 0;
        for (Neighbours.Near n : near) {
            Shape known = n.known().shape();
            if (known == null) {
                nearInfeasible = Math.max(nearInfeasible, n.similarity());
            } else if (known.id == shape.origin.id
                    && instantiation.facet().equals(n.known().facet())) {
                sameFacet = Math.max(sameFacet, n.similarity());
                sameShape = Math.max(sameShape, n.similarity());
            } else {
                other = Math.max(other, n.similarity());
                if (known.id == shape.origin.id) {
                    sameShape = Math.max(sameShape, n.similarity());
                }
            }
            if (counted < 10) {
                counted++;
                votes += known != null && known.id == shape.origin.id ? 1 : 0;
            }
        }
        f.put("nearSame", sameFacet);
        f.put("nearShape", sameShape);
        f.put("nearOther", other);
        f.put("nearInfeasible", nearInfeasible);
        f.put("nearBest", near.isEmpty() ? 0 : near.getFirst().similarity());
        f.put("votes", counted == 0 ? 0 : votes / counted);
    }

    /**
     * Words that no pair has, none of this shape has, and none with these columns has, each by its
     * rarity.
     */
    private void unknownWords(Map<String, Double> f, Shape shape, Set<String> symbols) {
        double unknown = 0;
        double foreignToShape = 0;
        double foreignToSymbols = 0;
        double worst = 0;
        double worstShape = 0;
        double worstSymbols = 0;
        for (String word : VerifiedModel.words(reading)) {
            if (word.length() == 1 && !Character.isLetterOrDigit(word.charAt(0))) {
                continue;
            }
            double rarity = model.neighbours.rarity(word);
            if (!model.neighbours.isKnown(word)) {
                unknown += 1;
                worst = Math.max(worst, rarity);
            } else {
                if (!model.neighbours.goesWithShape(word, shape.origin.id)) {
                    foreignToShape += rarity;
                    worstShape = Math.max(worstShape, rarity);
                }
                if (!model.neighbours.goesWithSymbols(word, symbols)) {
                    foreignToSymbols += rarity;
                    worstSymbols = Math.max(worstSymbols, rarity);
                }
            }
        }
        f.put("unknownWords", unknown);
        f.put("unknownWorst", worst);
        f.put("foreignShape", foreignToShape);
        f.put("foreignShapeWorst", worstShape);
        f.put("foreignSymbols", foreignToSymbols);
        f.put("foreignSymbolsWorst", worstSymbols);
    }
}
