package org.demur.generation.verified.model;

import de.bwaldvogel.liblinear.Feature;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.demur.generation.sqltree.SqlNode.Hop;
import org.demur.generation.verified.language.ColumnNameMatching;
import org.demur.generation.verified.language.QuestionFeatures;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.TemporalAnswerCheck;
import org.demur.generation.verified.template.BindingComposition;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.SchemaBinding;
import org.demur.generation.verified.template.SqlStructure.Intent;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Group;
import org.demur.generation.verified.template.SqlTemplate.Instantiation;
import org.demur.generation.verified.template.SqlTemplate.LiteralKind;
import org.demur.generation.verified.template.TemplateClosure;
import org.demur.generation.verified.template.TemplateInduction;
import org.demur.inference.TextEmbedder;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * What was learned from a database's pairs: templates and their bindings, and which words go with
 * which template, column, operator and look-up. Immutable once fitted; thread-safe.
 */
public final class VerifiedModel {
    static final String FEASIBLE = "feasible";
    static final String INFEASIBLE = "infeasible";

    /** Pairs at which measurements estimated from all pairs count half. */
    private static final double MANY = 200;

    public final DatabaseSchema schema;
    public final TemplateInduction induction;
    final List<SqlTemplate> templates;
    final LabelClassifier templateModel;

    /** The ids of templates in the order of {@link #templateModel}'s labels. */
    private final int[] rankedTemplates;

    public final ElementIndex elements;

    /** By the number of the symbol. */
    final BinaryClassifiers symbolModels;

    /** Numbers of pieces of structure; those that always occur together share one. */
    public final Map<String, Integer> structures = new HashMap<>();

    /** By number; silent where all pairs have the element. */
    final BinaryClassifiers structureModels;

    /** How far measurements that are estimated from many pairs can be relied on, in [0, 1). */
    public final double reliance;

    final WordAlignment alignment;
    final NegativeAssociations negativeAssociations;
    final DiscriminativeWords discriminativeWords;
    public final Map<String, LabelClassifier> operatorModels = new HashMap<>();
    public final Map<String, LabelClassifier> literalModels = new HashMap<>();
    public final Map<String, LabelClassifier> variantModels = new HashMap<>();
    public final Map<String, Map<String, Hop>> variantHops = new HashMap<>();
    final LabelClassifier feasibility;
    final FeatureVectorizer text;
    final FeatureVectorizer slotText;
    public final LexicalNeighbours lexicalNeighbours;
    final WordElementAssociations associations;
    public final ColumnNameMatching names;
    public final TemporalAnswerCheck temporalAnswers;
    public final Map<Integer, List<SqlTemplate>> closures = new HashMap<>();

    public final NearestExample grounding;

    /** Of few pairs only. */
    public final @Nullable SentenceNeighbours sentenceNeighbours;

    public VerifiedModel(
            DatabaseSchema schema,
            List<VerifiedQuery> queries,
            Map<String, ParsedStatement> statements,
            ReachableValues values,
            @Nullable TextEmbedder embedder) {
        this.schema = schema;
        this.induction = new TemplateInduction(schema, queries, statements, values);
        List<SqlTemplate> induced = new ArrayList<>(induction.templates.values());
        BindingComposition.compose(induced, schema);
        induced.addAll(TemplateClosure.of(induced, schema));
        BindingComposition.exchange(induced, schema);
        this.templates = List.copyOf(induced);
        for (SqlTemplate template : templates) {
            if (template.origin.id != template.id) {
                closures.computeIfAbsent(template.origin.id, k -> new ArrayList<>()).add(template);
            }
        }

        List<Collection<String>> rows = new ArrayList<>();
        List<String> templateLabels = new ArrayList<>();
        List<Set<String>> symbols = new ArrayList<>();
        Set<String> allSymbols = new TreeSet<>();
        for (SqlTemplate template : templates) {
            for (int e = 0; e < template.readings.size(); e++) {
                rows.add(QuestionFeatures.ngrams(template.readings.get(e)));
                templateLabels.add(String.valueOf(template.id));
                var used = symbols(template, template.examples.get(e));
                symbols.add(used);
                allSymbols.addAll(used);
            }
        }
        List<Collection<String>> all = new ArrayList<>(rows);
        List<String> verdicts = new ArrayList<>();
        rows.forEach(r -> verdicts.add(FEASIBLE));
        for (VerifiedQuery query : queries) {
            if (query.sql() == null) {
                all.add(QuestionFeatures.ngrams(induction.reader.read(query.question())));
                verdicts.add(INFEASIBLE);
            }
        }
        this.text = FeatureVectorizer.fit(all, 2);
        List<Feature[]> vectors = all.stream().map(text::row).toList();
        List<Feature[]> feasibleVectors = vectors.subList(0, rows.size());
        this.templateModel = LabelClassifier.fit(feasibleVectors, templateLabels, text, 20);
        this.rankedTemplates = templateModel.labels.stream().mapToInt(Integer::parseInt).toArray();
        List<@Nullable LabelClassifier> symbolic = new ArrayList<>();
        for (String symbol : allSymbols) {
            var labels = symbols.stream().map(s -> s.contains(symbol) ? "yes" : "no").toList();
            symbolic.add(LabelClassifier.fit(feasibleVectors, labels, text, 10));
        }
        this.symbolModels = new BinaryClassifiers(symbolic, text.size());
        var pieces = fitStructures(feasibleVectors);
        this.structureModels = new BinaryClassifiers(pieces, text.size());
        this.elements =
                new ElementIndex(
                        List.copyOf(allSymbols), pieces.size(), induction.templates.size());
        number();
        List<List<String>> questions = new ArrayList<>();
        List<int[]> mirrored = new ArrayList<>();
        List<int[]> uttered = new ArrayList<>();
        state(symbols, questions, mirrored, uttered);
        this.reliance = questions.size() / (questions.size() + MANY);
        this.associations = new WordElementAssociations(questions, mirrored, elements.size());
        this.alignment = new WordAlignment(questions, uttered, elements.size());
        this.negativeAssociations = new NegativeAssociations(questions, uttered, elements.size());
        this.discriminativeWords =
                new DiscriminativeWords(
                        templates.stream()
                                .flatMap(s -> s.readings.stream())
                                .map(QuestionFeatures::discriminative)
                                .toList(),
                        intents());
        this.feasibility = LabelClassifier.fit(vectors, verdicts, text, 10);
        this.slotText = fitSlots();
        List<QuestionReading> infeasible = new ArrayList<>();
        for (VerifiedQuery query : queries) {
            if (query.sql() == null) {
                infeasible.add(induction.reader.read(query.question()));
            }
        }
        this.lexicalNeighbours = new LexicalNeighbours(templates, infeasible);
        this.names = new ColumnNameMatching(schema);
        this.temporalAnswers = new TemporalAnswerCheck(schema);
        this.grounding = new NearestExample(templates);
        this.sentenceNeighbours =
                embedder != null && queries.size() <= SentenceNeighbours.MOST_PAIRS
                        ? new SentenceNeighbours(templates, queries, embedder)
                        : null;
        induction.pairs.clear();
        templates.forEach(SqlTemplate::settle);
    }

    private static Set<String> structure(SqlTemplate template, ParsedStatement example) {
        var elements = template.structure().words(example.operators());
        elements.addAll(template.structure().uses(example.columns()));
        return elements;
    }

    /** One model for all elements that the same pairs have. */
    private List<@Nullable LabelClassifier> fitStructures(List<Feature[]> vectors) {
        List<@Nullable LabelClassifier> models = new ArrayList<>();
        Map<String, BitSet> rowsOf = new TreeMap<>();
        int row = 0;
        for (SqlTemplate template : templates) {
            for (int e = 0; e < template.readings.size(); e++) {
                for (String element : structure(template, template.examples.get(e))) {
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
                                : LabelClassifier.fit(vectors, labels, text, 10));
            }
            structures.put(element, number);
        });
        return models;
    }

    /** Numbers what templates and their instantiations consist of. */
    private void number() {
        for (SqlTemplate template : templates) {
            var structure = template.structure();
            template.built = pieces(structure.words()).filter(n -> n >= 0).toArray();
            template.novel =
                    structure.words().stream().filter(w -> !structures.containsKey(w)).toList();
            for (Instantiation i : template.instantiations) {
                var columns = i.binding().columns();
                template.symbols.add(
                        i.binding().symbols().stream().mapToInt(elements::symbol).toArray());
                template.uses.add(pieces(structure.uses(columns)).toArray());
                var operators = template.sample().operators();
                template.intents.add(
                        structure.intent(i.binding().tables(), columns, operators, schema));
            }
        }
    }

    private IntStream pieces(Set<String> names) {
        return names.stream().mapToInt(name -> structures.getOrDefault(name, -1)).distinct();
    }

    /**
     * The words and the elements of each pair.
     *
     * @param mirrored the symbols of each pair and its template
     * @param uttered its symbols and pieces
     */
    private void state(
            List<Set<String>> symbols,
            List<List<String>> questions,
            List<int[]> mirrored,
            List<int[]> uttered) {
        for (SqlTemplate template : templates) {
            for (int e = 0; e < template.readings.size(); e++) {
                var known = new BitSet();
                symbols.get(questions.size()).forEach(name -> known.set(elements.symbol(name)));
                var pieces = new BitSet();
                pieces(structure(template, template.examples.get(e))).forEach(pieces::set);
                uttered.add(elements.uttered(known, pieces));
                known.set(elements.template(template.id));
                mirrored.add(known.stream().toArray());
                questions.add(QuestionFeatures.bigrams(template.readings.get(e)));
            }
        }
    }

    private List<Intent> intents() {
        List<Intent> intents = new ArrayList<>();
        for (SqlTemplate template : templates) {
            for (int e = 0; e < template.readings.size(); e++) {
                ParsedStatement example = template.examples.get(e);
                intents.add(
                        template.structure()
                                .intent(
                                        example.tables(),
                                        example.columns(),
                                        example.operators(),
                                        schema));
            }
        }
        return intents;
    }

    /** The symbols that a pair's statement has. */
    private static Set<String> symbols(SqlTemplate template, ParsedStatement example) {
        Set<String> symbols = SchemaBinding.of(example).symbols();
        for (Group group : template.operators) {
            symbols.add(group.context() + "=" + example.operators().get(group.places().getFirst()));
        }
        for (int g = 0; g < template.literals.size(); g++) {
            if (template.literals.get(g).kind() == LiteralKind.CLOSED) {
                String text =
                        example.literals().get(template.literals.get(g).places().getFirst()).text();
                symbols.add(template.closedContext(g) + "=" + text);
            }
        }
        example.variants()
                .forEach((place, hop) ->
                        symbols.add(
                                example.look(place.column(), hop)
                                        + ParsedStatement.variantName(hop)));
        return symbols;
    }

    private static final class Rows {
        final List<Integer> rows = new ArrayList<>();
        final List<String> labels = new ArrayList<>();

        void add(int row, String label) {
            rows.add(row);
            labels.add(label);
        }

        LabelClassifier fit(List<Feature[]> vectors, FeatureVectorizer features) {
            return LabelClassifier.fit(
                    rows.stream().map(vectors::get).toList(), labels, features, 10);
        }
    }

    private FeatureVectorizer fitSlots() {
        Map<String, Rows> operators = new TreeMap<>();
        Map<String, Rows> literals = new TreeMap<>();
        Map<String, Rows> variants = new TreeMap<>();
        List<Collection<String>> every = new ArrayList<>();
        for (SqlTemplate template : templates) {
            for (int e = 0; e < template.readings.size(); e++) {
                int row = every.size();
                every.add(QuestionFeatures.sided(template.readings.get(e)));
                ParsedStatement example = template.examples.get(e);
                for (Group group : template.operators) {
                    String label = example.operators().get(group.places().getFirst());
                    operators
                            .computeIfAbsent(template.id + "|" + group.context(), k -> new Rows())
                            .add(row, label);
                }
                for (int g = 0; g < template.literals.size(); g++) {
                    if (template.literals.get(g).kind() == LiteralKind.CLOSED) {
                        String label =
                                example.literals()
                                        .get(template.literals.get(g).places().getFirst())
                                        .text();
                        literals.computeIfAbsent(template.id + "|" + g, k -> new Rows())
                                .add(row, label);
                        literals.computeIfAbsent(template.closedContext(g), k -> new Rows())
                                .add(row, label);
                    }
                }
                for (int v = 0; v < template.variants.size(); v++) {
                    int place = template.variants.get(v).places().getFirst();
                    var path = example.columns().get(place);
                    for (int h = 0; h < path.hops().size(); h++) {
                        Hop hop =
                                example.variants().get(new ParsedStatement.VariantPlace(place, h));
                        if (hop == null) {
                            continue;
                        }
                        String look = example.look(place, path.hops().get(h));
                        String label = ParsedStatement.variant(hop);
                        variantHops
                                .computeIfAbsent(look, k -> new TreeMap<>())
                                .putIfAbsent(label, hop);
                        String nth = nthOf(template, example, v, look);
                        variants.computeIfAbsent(look + nth, k -> new Rows()).add(row, label);
                    }
                }
            }
        }
        var slots = FeatureVectorizer.fit(every, 2);
        List<Feature[]> vectors = every.stream().map(slots::row).toList();
        operators.forEach((k, r) -> operatorModels.put(k, r.fit(vectors, slots)));
        literals.forEach((k, r) -> literalModels.put(k, r.fit(vectors, slots)));
        variants.forEach((k, r) -> variantModels.put(k, r.fit(vectors, slots)));
        return slots;
    }

    /** Which of several look-ups of one kind a variant group is, as {@code #1/2}. */
    private static String nthOf(
            SqlTemplate template, ParsedStatement example, int group, String look) {
        int nth = 0;
        int total = 0;
        for (int v = 0; v < template.variants.size(); v++) {
            int place = template.variants.get(v).places().getFirst();
            var path = example.columns().get(place);
            if (path.hops().stream().anyMatch(h -> example.look(place, h).equals(look))) {
                total++;
                if (v <= group) {
                    nth = total;
                }
            }
        }
        return "#" + nth + "/" + total;
    }

    /** Whether the pairs are so few that their questions are embedded. */
    public boolean isOfFewPairs() {
        return sentenceNeighbours != null;
    }

    /** The template of one of {@link #templateModel}'s labels. */
    public SqlTemplate rankedTemplate(int label) {
        return templates.get(rankedTemplates[label]);
    }
}
