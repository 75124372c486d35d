package org.demur.generation.verified;

import de.bwaldvogel.liblinear.Feature;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.demur.generation.sqltree.SqlNode.ColumnPath;
import org.demur.generation.sqltree.SqlNode.Hop;
import org.demur.generation.verified.QuestionReading.NumberMention;
import org.demur.generation.verified.QuestionReading.Reading;
import org.demur.generation.verified.QuestionReading.ValueMention;
import org.demur.generation.verified.Shape.Group;
import org.demur.generation.verified.Shape.Instantiation;
import org.demur.generation.verified.Shape.LiteralKind;
import org.demur.generation.verified.Structure.Asked;
import org.demur.inference.TextEmbedder;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * What was learned from a database's pairs: shapes and their facets, and which words go with which
 * shape, column, operator and look-up. Immutable once fitted; thread-safe.
 */
final class VerifiedModel {
    static final String FEASIBLE = "feasible";
    static final String INFEASIBLE = "infeasible";
    private static final double FLOOR = 1e-4;

    /** What structural evidence weighs against the other. */
    private static final double BUILT = 0.1;

    /** What a nat of surprise at missing telltales weighs against other evidence. */
    private static final double SILENT = 1.5;

    /** The same of telltales of something else. */
    private static final double STRANGER = 0.75;

    /** Surprise, in nats, from which a question without telltales is not taken to ask for it. */
    private static final double PASSED_OVER = 3;

    /** What speaks for a table or column that no pair has. */
    private static final double UNKNOWN_SYMBOL = -4;

    /** Pairs at which measurements estimated from all pairs count half. */
    private static final double MANY = 200;

    /** Words of a question's beginning that tell in pairs. */
    private static final int BEGINNING = 1;

    /** Shapes that are filled for a question. */
    private static final int SHAPES = 14;

    /** How the names of structural elements begin among a statement's elements. */
    static final String STRUCTURE = "built ";

    final DatabaseSchema schema;
    final ShapeInduction induction;
    final List<Shape> shapes;
    final LabelModel shapeModel;

    /** The names that {@link #symbolModels} are of. */
    final List<String> symbolNames;

    final YesNoModels symbolModels;

    /** Numbers of structural elements; those that always occur together share one. */
    final Map<String, Integer> structures = new TreeMap<>();

    /** By number; silent where all pairs have the element. */
    final YesNoModels structureModels;

    /** How far measurements that are estimated from many pairs can be relied on, in [0, 1). */
    final double reliance;

    final WordAlignment alignment;
    final Strangers strangers;
    final Telltales telltales;
    final Map<String, LabelModel> operatorModels = new HashMap<>();
    final Map<String, LabelModel> literalModels = new HashMap<>();
    final Map<String, LabelModel> variantModels = new HashMap<>();
    final Map<String, Map<String, Hop>> variantHops = new HashMap<>();
    final LabelModel feasibility;
    final TextFeatures text;
    final TextFeatures slotText;
    final Neighbours neighbours;
    final Cues cues = new Cues();
    final ColumnNames names;
    final Map<Integer, List<Shape>> closures = new HashMap<>();

    /** Of few pairs only. */
    private final @Nullable Meanings meanings;

    VerifiedModel(
            DatabaseSchema schema,
            List<VerifiedQuery> queries,
            Map<String, Skeleton> skeletons,
            ReachableValues values,
            @Nullable TextEmbedder embedder) {
        this.schema = schema;
        this.induction = new ShapeInduction(schema, queries, skeletons, values);
        List<Shape> induced = new ArrayList<>(induction.shapes.values());
        FacetComposition.compose(induced, schema);
        induced.addAll(ShapeClosure.of(induced, schema));
        FacetComposition.exchange(induced, schema);
        this.shapes = List.copyOf(induced);
        for (Shape shape : shapes) {
            if (shape.origin.id != shape.id) {
                closures.computeIfAbsent(shape.origin.id, k -> new ArrayList<>()).add(shape);
            }
        }

        List<Collection<String>> rows = new ArrayList<>();
        List<String> shapeLabels = new ArrayList<>();
        List<Set<String>> symbols = new ArrayList<>();
        Set<String> allSymbols = new TreeSet<>();
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                rows.add(features(shape.readings.get(e)));
                shapeLabels.add(String.valueOf(shape.id));
                var used = elements(shape, shape.examples.get(e));
                used.removeIf(x -> x.startsWith("shape "));
                symbols.add(used);
                allSymbols.addAll(used);
            }
        }
        List<Collection<String>> all = new ArrayList<>(rows);
        List<String> verdicts = new ArrayList<>();
        rows.forEach(r -> verdicts.add(FEASIBLE));
        for (VerifiedQuery query : queries) {
            if (query.sql() == null) {
                all.add(features(induction.reader.read(query.question())));
                verdicts.add(INFEASIBLE);
            }
        }
        this.text = TextFeatures.fit(all, 2);
        List<Feature[]> vectors = all.stream().map(text::row).toList();
        List<Feature[]> feasibleVectors = vectors.subList(0, rows.size());
        this.shapeModel = LabelModel.fit(feasibleVectors, shapeLabels, text, 20);
        List<@Nullable LabelModel> symbolic = new ArrayList<>();
        for (String symbol : allSymbols) {
            var labels = symbols.stream().map(s -> s.contains(symbol) ? "yes" : "no").toList();
            symbolic.add(LabelModel.fit(feasibleVectors, labels, text, 10));
        }
        this.symbolNames = List.copyOf(allSymbols);
        this.symbolModels = new YesNoModels(symbolic, text.size());
        this.structureModels = new YesNoModels(fitStructures(feasibleVectors), text.size());
        List<List<String>> questions = new ArrayList<>();
        List<Set<String>> statements = new ArrayList<>();
        state(symbols, questions, statements);
        this.reliance = questions.size() / (questions.size() + MANY);
        this.alignment = new WordAlignment(questions, statements);
        this.strangers = new Strangers(questions, statements);
        this.telltales =
                new Telltales(
                        shapes.stream()
                                .flatMap(s -> s.readings.stream())
                                .map(VerifiedModel::telling)
                                .toList(),
                        asked());
        this.feasibility = LabelModel.fit(vectors, verdicts, text, 10);
        this.slotText = fitSlots();
        List<QuestionReading> infeasible = new ArrayList<>();
        for (VerifiedQuery query : queries) {
            if (query.sql() == null) {
                infeasible.add(induction.reader.read(query.question()));
            }
        }
        this.neighbours = new Neighbours(shapes, infeasible);
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                cues.learn(
                        Cues.words(shape.readings.get(e)), elements(shape, shape.examples.get(e)));
            }
        }
        cues.settle();
        this.names = new ColumnNames(schema);
        this.meanings =
                embedder != null && VerifiedGenerator.isEmbedded(queries.size())
                        ? new Meanings(shapes, queries, embedder)
                        : null;
        induction.pairs.clear();
        shapes.forEach(Shape::settle);
    }

    private static Set<String> structure(Shape shape, Skeleton example) {
        var elements = shape.structure().words(example.operators());
        elements.addAll(shape.structure().uses(example.columns()));
        return elements;
    }

    /** One model for all elements that the same pairs have. */
    private List<@Nullable LabelModel> fitStructures(List<Feature[]> vectors) {
        List<@Nullable LabelModel> models = new ArrayList<>();
        Map<String, BitSet> rowsOf = new TreeMap<>();
        int row = 0;
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                for (String element : structure(shape, shape.examples.get(e))) {
                    rowsOf.computeIfAbsent(element, k -> new BitSet()).set(row);
                }
                row++;
            }
        }
        Map<BitSet, Integer> numbers = new HashMap<>();
        int all = row;
        rowsOf.forEach((element, rows) -> {
            Integer number = numbers.get(rows);
            if (number == null) {
                number = numbers.size();
                numbers.put(rows, number);
                var labels =
                        IntStream.range(0, all).mapToObj(i -> rows.get(i) ? "yes" : "no").toList();
                models.add(
                        rows.cardinality() == all
                                ? null
                                : LabelModel.fit(vectors, labels, text, 10));
            }
            structures.put(element, number);
        });
        Map<String, Integer> numbered = new HashMap<>();
        for (String symbol : symbolNames) {
            numbered.put(symbol, numbered.size());
        }
        for (Shape shape : shapes) {
            shape.built = numbers(shape.structure().words()).filter(n -> n >= 0).toArray();
            for (Instantiation i : shape.instantiations) {
                var columns = i.facet().columns();
                shape.symbols.add(
                        symbols(i.facet()).stream()
                                .mapToInt(s -> numbered.getOrDefault(s, -1))
                                .toArray());
                shape.uses.add(numbers(shape.structure().uses(columns)).toArray());
                var operators = shape.sample().operators();
                shape.asked.add(
                        shape.structure().asked(i.facet().tables(), columns, operators, schema));
            }
        }
        return models;
    }

    private IntStream numbers(Set<String> elements) {
        return elements.stream().mapToInt(e -> structures.getOrDefault(e, -1)).distinct();
    }

    /** The words and the elements of each pair. */
    private void state(
            List<Set<String>> symbols, List<List<String>> questions, List<Set<String>> statements) {
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                Skeleton example = shape.examples.get(e);
                var statement = new HashSet<>(symbols.get(questions.size()));
                numbers(structure(shape, example)).forEach(n -> statement.add(STRUCTURE + n));
                questions.add(Cues.words(shape.readings.get(e)));
                statements.add(statement);
            }
        }
    }

    private List<Asked> asked() {
        List<Asked> asked = new ArrayList<>();
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                Skeleton example = shape.examples.get(e);
                asked.add(
                        shape.structure()
                                .asked(
                                        example.tables(),
                                        example.columns(),
                                        example.operators(),
                                        schema));
            }
        }
        return asked;
    }

    /** The tables and columns that a facet uses, as names. */
    static Set<String> symbols(Shape.Facet facet) {
        Set<String> used = new TreeSet<>();
        for (ColumnPath column : facet.columns()) {
            used.add(column.root().table());
            used.add(column.end().toString());
        }
        used.addAll(facet.tables());
        return used;
    }

    /** What a pair's statement consists of, as names that cues are counted for. */
    private static Set<String> elements(Shape shape, Skeleton example) {
        Set<String> elements = symbols(new Shape.Facet(example.tables(), example.columns()));
        elements.add("shape " + shape.id);
        for (Group group : shape.operators) {
            elements.add(
                    group.context() + "=" + example.operators().get(group.places().getFirst()));
        }
        for (int g = 0; g < shape.literals.size(); g++) {
            if (shape.literals.get(g).kind() == LiteralKind.CLOSED) {
                String text =
                        example.literals().get(shape.literals.get(g).places().getFirst()).text();
                elements.add(closedContext(shape, g) + "=" + text);
            }
        }
        example.variants()
                .forEach((place, hop) ->
                        elements.add(look(example, place.column(), hop) + variantName(hop)));
        return elements;
    }

    /** What a literal that questions do not spell is for, whatever the shape. */
    static String closedContext(Shape shape, int group) {
        int place = shape.literals.get(group).places().getFirst();
        var context = shape.sample().contexts().get(place);
        return "closed "
                + context.kind()
                + " "
                + (context.column() == null ? "" : context.column());
    }

    static String variantName(Hop hop) {
        return "=" + Skeleton.variant(hop);
    }

    /** The words of a question for a linear model, times left out: they attach to anything. */
    static List<String> features(QuestionReading reading) {
        var words = reading.masked().stream().filter(t -> !t.equals(QuestionReader.TIME)).toList();
        List<String> features = new ArrayList<>(TextFeatures.grams(words, 3));
        words.forEach(word -> addSingular(features, word));
        addValues(features, reading);
        return features;
    }

    /**
     * What of a question may give away what it asks for: its words, how it begins, and whose values
     * it has.
     */
    static Set<String> telling(QuestionReading reading) {
        Set<String> telling = words(reading);
        telling.remove(QuestionReader.TIME);
        var beginning =
                reading.masked().stream()
                        .filter(w -> !w.equals(QuestionReader.TIME))
                        .limit(BEGINNING)
                        .toList();
        String before = "^";
        for (String word : beginning) {
            telling.add(before + " " + word);
            before = word;
        }
        addValues(telling, reading);
        return telling;
    }

    /** What may be the singular of a word, so that both numbers tell of the same thing. */
    private static void addSingular(Collection<String> features, String word) {
        int end = word.length() - 1;
        if (end > 2 && word.charAt(end) == 's' && word.charAt(end - 1) != 's') {
            features.add(word.substring(0, end));
        }
    }

    private static void addValues(Collection<String> features, QuestionReading reading) {
        for (ValueMention mention : reading.values()) {
            for (Reading r : mention.readings()) {
                features.add("v:" + r.root() + ">" + r.column());
            }
        }
    }

    /** Words with the side of a comparison they stand on, for places that come in pairs. */
    static List<String> sided(QuestionReading reading) {
        List<String> features = new ArrayList<>(TextFeatures.grams(reading.masked(), 3));
        for (var number : reading.numbers()) {
            features.add("n:" + number.value() + " " + number.unit());
            if (!number.unit().isEmpty() && !number.unit().equals(NumberMention.YEAR)) {
                features.addAll(around(reading, number));
            }
        }
        int pivot = -1;
        for (int i = 0; i < reading.masked().size(); i++) {
            String word = reading.masked().get(i);
            if (word.equals("than")
                    || word.equals("compared")
                    || word.equals("versus")
                    || word.equals("vs")) {
                pivot = i;
                break;
            }
        }
        if (pivot > 0) {
            TextFeatures.grams(reading.masked().subList(0, pivot), 3)
                    .forEach(g -> features.add("<" + g));
            TextFeatures.grams(reading.masked().subList(pivot, reading.masked().size()), 3)
                    .forEach(g -> features.add(">" + g));
        }
        return features;
    }

    /** The runs of up to three words that a number is part of. */
    private static List<String> around(QuestionReading reading, NumberMention number) {
        List<String> words = new ArrayList<>();
        int last = Math.min(reading.tokens().size() - 1, number.token() + 2);
        for (int t = Math.max(0, number.token() - 2); t <= last; t++) {
            words.add(t == number.token() ? "n:" + number.value() : reading.tokens().get(t).text());
        }
        return TextFeatures.grams(words, 3).stream().filter(g -> g.contains("n:")).toList();
    }

    private static final class Rows {
        final List<Integer> rows = new ArrayList<>();
        final List<String> labels = new ArrayList<>();

        void add(int row, String label) {
            rows.add(row);
            labels.add(label);
        }

        LabelModel fit(List<Feature[]> vectors, TextFeatures features) {
            return LabelModel.fit(rows.stream().map(vectors::get).toList(), labels, features, 10);
        }
    }

    private TextFeatures fitSlots() {
        Map<String, Rows> operators = new TreeMap<>();
        Map<String, Rows> literals = new TreeMap<>();
        Map<String, Rows> variants = new TreeMap<>();
        List<Collection<String>> every = new ArrayList<>();
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                int row = every.size();
                every.add(sided(shape.readings.get(e)));
                Skeleton example = shape.examples.get(e);
                for (Group group : shape.operators) {
                    String label = example.operators().get(group.places().getFirst());
                    operators
                            .computeIfAbsent(shape.id + "|" + group.context(), k -> new Rows())
                            .add(row, label);
                }
                for (int g = 0; g < shape.literals.size(); g++) {
                    if (shape.literals.get(g).kind() == LiteralKind.CLOSED) {
                        String label =
                                example.literals()
                                        .get(shape.literals.get(g).places().getFirst())
                                        .text();
                        literals.computeIfAbsent(shape.id + "|" + g, k -> new Rows())
                                .add(row, label);
                        literals.computeIfAbsent(closedContext(shape, g), k -> new Rows())
                                .add(row, label);
                    }
                }
                for (int v = 0; v < shape.variants.size(); v++) {
                    int place = shape.variants.get(v).places().getFirst();
                    var path = example.columns().get(place);
                    for (int h = 0; h < path.hops().size(); h++) {
                        Hop hop = example.variants().get(new Skeleton.VariantPlace(place, h));
                        if (hop == null) {
                            continue;
                        }
                        String look = look(example, place, path.hops().get(h));
                        String label = Skeleton.variant(hop);
                        variantHops
                                .computeIfAbsent(look, k -> new TreeMap<>())
                                .putIfAbsent(label, hop);
                        String nth = nthOf(shape, example, v, look);
                        variants.computeIfAbsent(look + nth, k -> new Rows()).add(row, label);
                    }
                }
            }
        }
        var slots = TextFeatures.fit(every, 2);
        List<Feature[]> vectors = every.stream().map(slots::row).toList();
        operators.forEach((k, r) -> operatorModels.put(k, r.fit(vectors, slots)));
        literals.forEach((k, r) -> literalModels.put(k, r.fit(vectors, slots)));
        variants.forEach((k, r) -> variantModels.put(k, r.fit(vectors, slots)));
        return slots;
    }

    /**
     * What a look-up looks up and whether it is selected or compared: the two may be written
     * differently.
     */
    static String look(Skeleton sample, int place, Hop hop) {
        String clause = sample.roles().get(place).startsWith("SELECT") ? "select " : "";
        return clause + hop.key() + ">" + hop.column();
    }

    /** Which of several look-ups of one kind a variant group is, as {@code #1/2}. */
    private static String nthOf(Shape shape, Skeleton example, int group, String look) {
        int nth = 0;
        int total = 0;
        for (int v = 0; v < shape.variants.size(); v++) {
            int place = shape.variants.get(v).places().getFirst();
            var path = example.columns().get(place);
            if (path.hops().stream().anyMatch(h -> look(example, place, h).equals(look))) {
                total++;
                if (v <= group) {
                    nth = total;
                }
            }
        }
        return "#" + nth + "/" + total;
    }

    static double weight(Telltales.Doubt doubt) {
        return SILENT * doubt.silence() + STRANGER * doubt.stranger();
    }

    /** Elements of no pair count as unlikely, those of all pairs not at all. */
    private static double sum(double[] logits, int[] elements) {
        return sum(logits, elements, -3);
    }

    private static double sum(double[] logits, int[] elements, double unknown) {
        double sum = 0;
        for (int element : elements) {
            double logit = element < 0 ? unknown : logits[element];
            sum += Double.isNaN(logit) ? 0 : logit;
        }
        return sum;
    }

    /** The drafts for a question, best first by what the models say; at most {@code limit}. */
    List<Draft> drafts(QuestionReading reading, int limit, @Nullable TextEmbedder embedder) {
        var meant = meanings == null || embedder == null ? null : meanings.asked(reading, embedder);
        var row = text.row(features(reading));
        var sided = slotText.row(sided(reading));
        Map<String, Double> symbolLogits = new HashMap<>();
        double[] logits = symbolModels.logits(row);
        for (int i = 0; i < logits.length; i++) {
            symbolLogits.put(symbolNames.get(i), logits[i]);
        }
        double[] built = structureModels.logits(row);
        record Scored(
                Shape shape,
                Instantiation instantiation,
                double score,
                double logShape,
                int rank) {}
        record Ranked(Shape shape, double log, double builtOf, int rank) {}
        List<Ranked> ranking = new ArrayList<>();
        for (var entry : shapeModel.probabilities(row).entrySet()) {
            Shape shape = shapes.get(Integer.parseInt(entry.getKey()));
            double log = Math.log(Math.max(entry.getValue(), FLOOR));
            ranking.add(new Ranked(shape, log, sum(built, shape.built), ranking.size() + 1));
        }
        ranking.sort(
                Comparator.comparingDouble((Ranked r) -> r.log() + reliance * BUILT * r.builtOf())
                        .reversed());
        Set<String> named = names.meant(reading);
        var heard = telltales.heard(telling(reading));
        List<Scored> scored = new ArrayList<>();
        for (int r = 0; r < ranking.size(); r++) {
            Ranked ranked = ranking.get(r);
            Shape shape = ranked.shape();
            if (r >= SHAPES && (meant == null || !meant.isNear(shape))) {
                continue;
            }
            List<Shape> family = new ArrayList<>();
            family.add(shape);
            family.addAll(closures.getOrDefault(shape.id, List.of()));
            for (Shape member : family) {
                double off = member == shape ? 0 : -2;
                double structure = sum(built, member.built);
                for (int i = 0; i < member.instantiations.size(); i++) {
                    Instantiation instantiation = member.instantiations.get(i);
                    var exchanged = member.exchanged.get(instantiation.facet());
                    if (exchanged != null
                            && !exchanged.isNamed(named)
                            && !isPassedOver(exchanged, member, heard, named, symbolLogits)) {
                        continue;
                    }
                    double logit = sum(logits, member.symbols.get(i), UNKNOWN_SYMBOL);
                    if (exchanged != null) {
                        logit -= symbolLogits.getOrDefault(exchanged.to(), UNKNOWN_SYMBOL);
                    }
                    var asked = member.asked.get(i);
                    double doubt =
                            (exchanged == null ? weight(heard.kind(asked)) : 0)
                                    + weight(heard.things(asked));
                    double prior = instantiation.count() > 0 || member != shape ? 0 : -1.5;
                    scored.add(
                            new Scored(
                                    member,
                                    instantiation,
                                    ranked.log()
                                            + 0.5 * logit
                                            + reliance
                                                    * BUILT
                                                    * (structure + sum(built, member.uses.get(i)))
                                            + prior
                                            + off
                                            - reliance * doubt
                                            + (meant == null
                                                    ? 0
                                                    : meant.weight(member, instantiation.facet())),
                                    ranked.log(),
                                    ranked.rank()));
                }
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::score).reversed());
        double infeasible = feasibility.probability(row, INFEASIBLE);
        var filling =
                new DraftFilling(
                        this,
                        reading,
                        sided,
                        symbolLogits,
                        built,
                        heard,
                        cues.demanded(Cues.words(reading)),
                        neighbours.nearest(reading, 20),
                        infeasible);
        Map<String, Draft> drafts = new LinkedHashMap<>();
        int tried = 0;
        for (Scored s : scored) {
            if (++tried > 100 || drafts.size() >= limit * 3) {
                break;
            }
            for (Draft draft :
                    filling.fill(s.shape(), s.instantiation(), s.logShape(), s.rank(), s.score())) {
                if (meant != null) {
                    draft.rest().run();
                    meant.measure(draft);
                }
                drafts.merge(draft.sql(), draft, (a, b) -> score(a) >= score(b) ? a : b);
            }
        }
        List<Draft> ranked =
                drafts.values().stream()
                        .sorted(Comparator.comparingDouble(VerifiedModel::score).reversed())
                        .limit(limit)
                        .toList();
        for (int i = 0; i < ranked.size(); i++) {
            if (meant == null) {
                ranked.get(i).rest().run();
            }
            var features = ranked.get(i).features();
            double best = score(ranked.getFirst());
            double next = i > 0 ? best : ranked.size() > 1 ? score(ranked.get(1)) : best - 20;
            features.put("rank", (double) i);
            features.put("lead", Math.clamp(score(ranked.get(i)) - next, -20.0, 20.0));
        }
        return ranked;
    }

    /**
     * Whether practically every question for the column that pairs have has a word that this one
     * has not, while pairs use the column in its place elsewhere.
     */
    private boolean isPassedOver(
            Shape.Exchange exchange,
            Shape shape,
            Telltales.Heard heard,
            Set<String> named,
            Map<String, Double> symbols) {
        return exchange.isStandIn()
                && !named.contains(exchange.from())
                && symbols.containsKey(exchange.to())
                && heard.things(shape.asked.get(exchange.base())).silence() > PASSED_OVER;
    }

    /**
     * The id of the pair that a draft follows: of its shape, with its tables if there is one,
     * nearest in words.
     */
    String groundedBy(Draft draft, QuestionReading reading) {
        var examples = draft.shape().origin.examples;
        var words = words(reading);
        int best = 0;
        double most = -1;
        for (int e = 0; e < examples.size(); e++) {
            boolean same = examples.get(e).tables().equals(draft.instantiation().facet().tables());
            var known = draft.shape().origin.words.get(e);
            double all = 1.0 + known.size() + words.size();
            if ((same ? 1 : 0) + Math.min(known.size(), words.size()) / all <= most) {
                continue; // not even with all words in common
            }
            int common = 0;
            for (String word : words) {
                common += known.contains(word) ? 1 : 0;
            }
            double score = (same ? 1 : 0) + common / all;
            if (score > most) {
                most = score;
                best = e;
            }
        }
        return draft.shape().origin.exampleIds.get(best);
    }

    static double score(Draft draft) {
        return draft.features().getOrDefault("prior", 0.0);
    }

    static Set<String> words(QuestionReading reading) {
        return new HashSet<>(reading.masked());
    }
}
