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
import java.util.Locale;
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

    /** What a nat of surprise at missing telltales weighs against other evidence. */
    private static final double SILENT = 1.5;

    /** The same of telltales of something else. */
    private static final double STRANGER = 0.75;

    /** Pairs at which measurements estimated from all pairs count half. */
    private static final double MANY = 200;

    /** Shapes with tables and columns that are filled at most. */
    private static final int CANDIDATES = 100;

    /**
     * How far behind the best draft, in nats, none is worth looking at where pairs are many: of
     * 1,163 validation questions of EHRSQL one had its surest draft further behind, and no answer.
     */
    private static final double HOPELESS = 25;

    /** Words of a question's beginning that tell in pairs. */
    private static final int BEGINNING = 1;

    final DatabaseSchema schema;
    final ShapeInduction induction;
    final List<Shape> shapes;
    final LabelModel shapeModel;

    /** The ids of shapes in the order of {@link #shapeModel}'s labels. */
    private final int[] rankedShapes;

    final Elements elements;

    /** By the number of the symbol. */
    final YesNoModels symbolModels;

    /** Numbers of pieces of structure; those that always occur together share one. */
    final Map<String, Integer> structures = new HashMap<>();

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
    final Cues cues;
    final ColumnNames names;
    private final Moments moments;
    final Map<Integer, List<Shape>> closures = new HashMap<>();

    final Grounding grounding;

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
                var used = symbols(shape, shape.examples.get(e));
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
        this.rankedShapes = shapeModel.labels.stream().mapToInt(Integer::parseInt).toArray();
        List<@Nullable LabelModel> symbolic = new ArrayList<>();
        for (String symbol : allSymbols) {
            var labels = symbols.stream().map(s -> s.contains(symbol) ? "yes" : "no").toList();
            symbolic.add(LabelModel.fit(feasibleVectors, labels, text, 10));
        }
        this.symbolModels = new YesNoModels(symbolic, text.size());
        var pieces = fitStructures(feasibleVectors);
        this.structureModels = new YesNoModels(pieces, text.size());
        this.elements =
                new Elements(List.copyOf(allSymbols), pieces.size(), induction.shapes.size());
        number();
        List<List<String>> questions = new ArrayList<>();
        List<int[]> mirrored = new ArrayList<>();
        List<int[]> uttered = new ArrayList<>();
        state(symbols, questions, mirrored, uttered);
        this.reliance = questions.size() / (questions.size() + MANY);
        this.cues = new Cues(questions, mirrored, elements.size());
        this.alignment = new WordAlignment(questions, uttered, elements.size());
        this.strangers = new Strangers(questions, uttered, elements.size());
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
        this.names = new ColumnNames(schema);
        this.moments = new Moments(schema);
        this.grounding = new Grounding(shapes);
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
        return models;
    }

    /** Numbers what shapes and their instantiations consist of. */
    private void number() {
        for (Shape shape : shapes) {
            var structure = shape.structure();
            shape.built = pieces(structure.words()).filter(n -> n >= 0).toArray();
            shape.novel =
                    structure.words().stream().filter(w -> !structures.containsKey(w)).toList();
            for (Instantiation i : shape.instantiations) {
                var columns = i.facet().columns();
                shape.symbols.add(symbols(i.facet()).stream().mapToInt(elements::symbol).toArray());
                shape.uses.add(pieces(structure.uses(columns)).toArray());
                var operators = shape.sample().operators();
                shape.asked.add(structure.asked(i.facet().tables(), columns, operators, schema));
            }
        }
    }

    private IntStream pieces(Set<String> names) {
        return names.stream().mapToInt(name -> structures.getOrDefault(name, -1)).distinct();
    }

    /**
     * The words and the elements of each pair.
     *
     * @param mirrored the symbols of each pair and its shape
     * @param uttered its symbols and pieces
     */
    private void state(
            List<Set<String>> symbols,
            List<List<String>> questions,
            List<int[]> mirrored,
            List<int[]> uttered) {
        for (Shape shape : shapes) {
            for (int e = 0; e < shape.readings.size(); e++) {
                var known = new BitSet();
                symbols.get(questions.size()).forEach(name -> known.set(elements.symbol(name)));
                var pieces = new BitSet();
                pieces(structure(shape, shape.examples.get(e))).forEach(pieces::set);
                uttered.add(elements.uttered(known, pieces));
                known.set(elements.shape(shape.id));
                mirrored.add(known.stream().toArray());
                questions.add(Cues.words(shape.readings.get(e)));
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

    /** The symbols that a pair's statement has. */
    private static Set<String> symbols(Shape shape, Skeleton example) {
        Set<String> symbols = symbols(new Shape.Facet(example.tables(), example.columns()));
        for (Group group : shape.operators) {
            symbols.add(group.context() + "=" + example.operators().get(group.places().getFirst()));
        }
        for (int g = 0; g < shape.literals.size(); g++) {
            if (shape.literals.get(g).kind() == LiteralKind.CLOSED) {
                String text =
                        example.literals().get(shape.literals.get(g).places().getFirst()).text();
                symbols.add(closedContext(shape, g) + "=" + text);
            }
        }
        example.variants()
                .forEach((place, hop) ->
                        symbols.add(look(example, place.column(), hop) + variantName(hop)));
        return symbols;
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
        return clause(sample, place) + look(hop);
    }

    static String look(Hop hop) {
        return hop.key() + ">" + hop.column();
    }

    static String clause(Skeleton sample, int place) {
        return sample.roles().get(place).startsWith("SELECT") ? "select " : "";
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

    /** Whether the pairs are so few that their questions are embedded. */
    boolean isOfFewPairs() {
        return meanings != null;
    }

    /** The shape of one of {@link #shapeModel}'s labels. */
    Shape rankedShape(int label) {
        return shapes.get(rankedShapes[label]);
    }

    /**
     * The drafts for a question, best first by what the models say; at most {@code limit}, without
     * those that are hopeless beside the best one.
     */
    List<Draft> drafts(QuestionReading reading, int limit, @Nullable TextEmbedder embedder) {
        var wording = new Wording(reading.text(), moments);
        var meant =
                meanings == null || embedder == null
                        ? null
                        : meanings.asked(reading, wording, embedder);
        var asked = new AskedQuestion(this, reading);
        var filling = new DraftFilling(asked);
        var wanted = Operation.saidIn(reading.masked());
        Map<String, Draft> drafts = new LinkedHashMap<>();
        for (var candidate : FacetRanking.best(asked, meant, CANDIDATES)) {
            if (drafts.size() >= limit * 3) {
                break;
            }
            for (Draft draft : filling.fill(candidate)) {
                if (!does(wanted, draft)) {
                    continue;
                }
                if (meant != null) {
                    meant.measure(draft);
                }
                drafts.merge(draft.sql(), draft, (a, b) -> a.score() >= b.score() ? a : b);
            }
        }
        double best = drafts.values().stream().mapToDouble(Draft::score).max().orElse(0);
        double least = best - (meant == null ? HOPELESS : Double.POSITIVE_INFINITY);
        List<Draft> ranked =
                drafts.values().stream()
                        .filter(d -> d.score() >= least)
                        .sorted(Comparator.comparingDouble(Draft::score).reversed())
                        .limit(limit)
                        .toList();
        if (meant == null) { // else it ranked them
            ranked.forEach(wording::measure);
        }
        for (int i = 0; i < ranked.size(); i++) {
            Draft draft = ranked.get(i);
            double next = i > 0 ? best : ranked.size() > 1 ? ranked.get(1).score() : best - 20;
            draft.features().put("prior", draft.score());
            draft.features().put("rank", (double) i);
            draft.features().put("lead", Math.clamp(draft.score() - next, -20.0, 20.0));
        }
        return ranked;
    }

    /**
     * Whether a draft does all that is wanted and passes over nothing of the question, or a pair
     * says the same of a statement with its columns that does it neither: "the bikes not in stock"
     * for {@code stock = 0}.
     */
    private static boolean does(Set<Operation> wanted, Draft draft) {
        var origin = draft.shape().origin;
        var facet = draft.instantiation().facet();
        if (!draft.passedOver().stream().allMatch(m -> origin.isPassedOver(m, facet))) {
            return false;
        }
        var unsaid = wanted.stream().filter(operation -> !origin.isSaid(operation, facet)).toList();
        if (unsaid.isEmpty()) {
            return true;
        }
        String sql = Phrasings.withoutTexts(draft.sql()).toLowerCase(Locale.ROOT);
        return unsaid.stream().allMatch(operation -> operation.isIn(sql));
    }

    static Set<String> words(QuestionReading reading) {
        return new HashSet<>(reading.masked());
    }
}
