package org.demur.feasibility;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.demur.question.Question;
import org.demur.schema.ArtifactCache;
import org.demur.schema.ContentKey;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FunctionWords;
import org.demur.schema.PackedTexts;
import org.demur.schema.QuestionWord;
import org.demur.schema.ResourceLines;
import org.demur.schema.SchemaLinker;
import org.demur.schema.SchemaLinks;
import org.demur.schema.Synonyms;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.WordStem;
import org.jspecify.annotations.Nullable;

/**
 * Estimates feasibility without a language model, for one database: from its verified questions,
 * feasible and infeasible, from its names and values, and from telling phrases of English. Fitted
 * once, immutable, deterministic and thread-safe.
 */
public final class LocalFeasibilityClassifier implements FeasibilityClassifier {
    /** Fewer pairs than this do not show how a database is asked. */
    private static final int FEWEST_FEASIBLE = 100;

    /** At as many pairs, what was learned here and what was learned elsewhere weigh the same. */
    private static final double EVEN_PAIRS = 400.0;

    /** To be raised when what is kept changes its meaning. */
    private static final String FORMAT = "demur-feasibility-2";

    /** What fitting does: a change of its code makes what was kept useless. */
    private static final List<Class<?>> PROGRAM =
            List.of(
                    CueList.class,
                    InfeasibleAugmentation.class,
                    Features.class,
                    LocalFeasibilityClassifier.class,
                    LogisticModel.class,
                    Misspellings.class,
                    PackedTexts.class,
                    Phrasing.class,
                    QuestionGroups.class,
                    QuestionWord.class,
                    ReadQuestion.class,
                    SchemaLinker.class,
                    SchemaLinks.class,
                    Synonyms.class,
                    Vocabulary.class,
                    WordStem.class);

    private static final int FOLDS = 5;
    private static final double COST = 0.1;

    private final Vocabulary vocabulary;
    private final BackgroundModel background;
    private final @Nullable LogisticModel own;

    private LocalFeasibilityClassifier(
            Vocabulary vocabulary, BackgroundModel background, @Nullable LogisticModel own) {
        this.vocabulary = vocabulary;
        this.background = background;
        this.own = own;
    }

    /**
     * Learns a database's ways of asking.
     *
     * @param schema names and values
     * @param pairs verified questions; those without SQL are infeasible
     */
    public static LocalFeasibilityClassifier fit(DatabaseSchema schema, List<VerifiedQuery> pairs) {
        return fit(SchemaLinker.of(schema), pairs, BackgroundModel.SHIPPED);
    }

    /**
     * As the other method, except that what was kept is not fitted again.
     *
     * @param digest of the database's content
     */
    public static LocalFeasibilityClassifier fit(
            DatabaseSchema schema,
            List<VerifiedQuery> pairs,
            String digest,
            ArtifactCache artifacts) {
        var key =
                ContentKey.of(FORMAT)
                        .withCode(PROGRAM)
                        .with(new TreeSet<>(FunctionWords.ENGLISH).toString())
                        .with(ResourceLines.of(WordLists.class, "answer-words.txt").toString())
                        .with(ResourceLines.of(CueList.class, "cues.txt").toString())
                        .with(digest)
                        .with(schema)
                        .with(pairs)
                        .hex();
        var linker = SchemaLinker.of(schema, digest, artifacts);
        return artifacts.orDerived(
                "feasibility",
                key,
                bytes -> read(linker, bytes),
                () -> fit(linker, pairs, BackgroundModel.SHIPPED),
                LocalFeasibilityClassifier::bytes);
    }

    private static LocalFeasibilityClassifier read(SchemaLinker linker, ByteBuffer in) {
        var vocabulary = Vocabulary.of(linker, Phrasing.read(in));
        var weights = new double[in.getInt()];
        in.asDoubleBuffer().get(weights);
        return new LocalFeasibilityClassifier(
                vocabulary,
                BackgroundModel.SHIPPED,
                weights.length == 0 ? null : new LogisticModel(weights));
    }

    private byte[] bytes() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            vocabulary.phrasing().write(out);
            var weights = own == null ? new double[0] : own.weights();
            out.writeInt(weights.length);
            for (double weight : weights) {
                out.writeDouble(weight);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory is always written to", e);
        }
        return bytes.toByteArray();
    }

    static LocalFeasibilityClassifier fit(
            SchemaLinker linker, List<VerifiedQuery> pairs, BackgroundModel background) {
        var read =
                pairs.stream()
                        .map(p -> ReadQuestion.of(linker.link(p.question()), p.sql() != null))
                        .toList();
        var phrasing = Phrasing.of(read);
        var vocabulary = Vocabulary.of(linker, phrasing);
        if (phrasing.feasibleQuestions() < FEWEST_FEASIBLE) {
            return new LocalFeasibilityClassifier(vocabulary, background, null);
        }
        var keys =
                IntStream.range(0, pairs.size())
                        .mapToObj(i -> QuestionGroups.keyOf(pairs.get(i), read.get(i), phrasing))
                        .toList();
        var augmentation = InfeasibleAugmentation.of(linker);
        var rows = new ArrayList<LogisticModel.Row>();
        // a question is new either in its wording only or in all that it asks: learn from both
        rows.addAll(heldOut(read, i -> i % FOLDS, augmentation, linker));
        rows.addAll(
                heldOut(
                        read,
                        i -> Math.floorMod(keys.get(i).hashCode(), FOLDS),
                        augmentation,
                        linker));
        var own = LogisticModel.fit(rows, COST);
        return new LocalFeasibilityClassifier(vocabulary, background, own);
    }

    /** Each question as it looks to a classifier that has not seen its fold. */
    private static List<LogisticModel.Row> heldOut(
            List<ReadQuestion> read,
            IntUnaryOperator foldOf,
            InfeasibleAugmentation augmentation,
            SchemaLinker linker) {
        var rows = new ArrayList<LogisticModel.Row>();
        for (int fold = 0; fold < FOLDS; fold++) {
            var seen = new ArrayList<ReadQuestion>();
            var unseen = new ArrayList<ReadQuestion>();
            for (int i = 0; i < read.size(); i++) {
                (foldOf.applyAsInt(i) == fold ? unseen : seen).add(read.get(i));
            }
            var vocabulary = Vocabulary.of(linker, Phrasing.of(seen));
            unseen.addAll(augmentation.of(unseen, vocabulary.phrasing()));
            for (var question : unseen) {
                rows.add(
                        new LogisticModel.Row(
                                Features.of(question, vocabulary), !question.feasible()));
            }
        }
        return rows;
    }

    /**
     * How likely the question is to be infeasible.
     *
     * @param schema of the database that this classifier was fitted to
     */
    @Override
    public Feasibility classify(Question question, DatabaseSchema schema) {
        return classify(question.spoken().text());
    }

    Feasibility classify(String text) {
        var read = read(text);
        var diagnosis = Diagnosis.of(read, vocabulary.kinds(read), vocabulary.phrasing());
        return new Feasibility(
                LogisticModel.probability(logit(read)), diagnosis.kind(), diagnosis.words());
    }

    private double logit(ReadQuestion read) {
        var features = Features.of(read, vocabulary);
        double elsewhere = background.logit(features);
        if (own == null) {
            return elsewhere;
        }
        double pairs = vocabulary.phrasing().feasibleQuestions();
        double trust = pairs / (pairs + EVEN_PAIRS);
        return trust * own.logit(features) + (1 - trust) * elsewhere;
    }

    private ReadQuestion read(String text) {
        return ReadQuestion.of(vocabulary.linker().link(text), true);
    }
}
