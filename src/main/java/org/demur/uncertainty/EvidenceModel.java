package org.demur.uncertainty;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.demur.detection.FindingCode;
import org.demur.detection.InspectedDraft;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Measurement;
import org.demur.generation.Measurement.Sign;
import org.jspecify.annotations.Nullable;

/**
 * The probability that a draft is right, from its evidence and findings, by gradient-boosted trees:
 * the mean of the log-odds of two ensembles, one that sees how measurements go together, and one of
 * single splits, whose sum goes on falling where many measurements are odd at once and no fitted
 * draft ever was like that. Where drafts were compared with the pairs that they follow, the words
 * of their differences are heard besides. Immutable; thread-safe.
 */
public final class EvidenceModel {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Found in drafts of language models alone, which this is not fitted on. */
    private static final Set<FindingCode> OF_LANGUAGE_MODELS =
            EnumSet.of(FindingCode.OTHER_READING, FindingCode.JUDGED_DOUBTFUL);

    private static final String FINDING = "finding:";
    private static final String INFEASIBLE = "classifier:infeasible";
    private static final String OTHERS = "agreement:others";
    private static final String FIRST = "agreement:first";
    private static final String OPINION = "agreement:opinion";
    private static final String READER = "reader:logOdds";

    private static final int DEEP = 3;

    /**
     * What the log-odds by differences weigh beside those by measurements; chosen on all partitions
     * of three draws, where 0.25 to 1 differ little.
     */
    private static final double DIFFERENCES = 0.5;

    /**
     * A draft whose rightness is known.
     *
     * @param infeasible the classifier's probability that its question is infeasible
     * @param agreement with the other drafts for its question
     * @param right whether its result equals the gold result
     * @param weight how much it counts; 0 for a draft that is right by chance, which would teach
     *     that whatever it lacks does not matter
     */
    public record Example(
            InspectedDraft draft,
            double infeasible,
            Agreement agreement,
            boolean right,
            double weight) {
        /** The same draft, counting as many times. */
        public Example weighing(double times) {
            return new Example(draft, infeasible, agreement, right, weight * times);
        }

        /** The same draft where it is known for certain whether it is right. */
        public Example labelled(boolean isRight) {
            return new Example(draft, infeasible, agreement, isRight, 1);
        }
    }

    /**
     * The model as a file.
     *
     * @param features names, in the trees' order
     * @param provenance how it was fitted, for people
     * @param trees the ensembles in XGBoost's own binary form, packed by gzip, in base 64
     * @param differences null where drafts had none
     */
    private record Saved(
            @JsonProperty("provenance") Map<String, String> provenance,
            @JsonProperty("features") List<String> features,
            @JsonProperty("trees") List<String> trees,
            @JsonProperty("differences") @JsonInclude(JsonInclude.Include.NON_NULL)
                    @Nullable DifferenceModel differences) {
        Saved {
            Objects.requireNonNull(provenance, "provenance");
            trees = List.copyOf(trees);
        }
    }

    private final Saved saved;
    private final List<Feature> features;
    private final List<BoostedTrees> ensembles = new ArrayList<>();

    private EvidenceModel(Saved saved) throws IOException {
        this.saved = saved;
        this.features = saved.features().stream().map(Feature::of).toList();
        for (String trees : saved.trees()) {
            byte[] bytes = Base64.getDecoder().decode(trees);
            InputStream stream = new ByteArrayInputStream(bytes);
            try (var unpacked = isPacked(bytes) ? new GZIPInputStream(stream) : stream) {
                var ensemble = BoostedTrees.read(unpacked.readAllBytes());
                if (ensemble.features() > saved.features().size()) {
                    throw new IOException("The trees ask for more features than are named");
                }
                ensembles.add(ensemble);
            }
        }
    }

    /**
     * Fits on drafts of questions that the generator's model had not seen.
     *
     * @param provenance what it was fitted on, for the file
     */
    public static EvidenceModel fit(List<Example> all, Map<String, String> provenance) {
        var examples = all.stream().filter(e -> e.weight() > 0).toList();
        var names = new TreeSet<String>();
        examples.forEach(
                e -> e.draft().draft().evidence().keySet().forEach(m -> names.add(m.key())));
        var features = new ArrayList<>(names);
        features.addAll(List.of(INFEASIBLE, OTHERS, FIRST));
        if (examples.stream().anyMatch(e -> e.agreement().withOpinion() != null)) {
            features.add(OPINION);
        }
        if (examples.stream().anyMatch(e -> e.draft().findings().logOdds() != null)) {
            features.add(READER);
        }
        for (FindingCode code : FindingCode.values()) {
            if (!OF_LANGUAGE_MODELS.contains(code)) {
                features.add(FINDING + code);
            }
        }
        try {
            var matrix = matrix(examples, features.stream().map(Feature::of).toList());
            float[] labels = new float[examples.size()];
            float[] weights = new float[examples.size()];
            for (int i = 0; i < labels.length; i++) {
                labels[i] = examples.get(i).right() ? 1 : 0;
                weights[i] = (float) examples.get(i).weight();
            }
            matrix.setLabel(labels);
            matrix.setWeight(weights);
            return new EvidenceModel(
                    new Saved(
                            provenance,
                            List.copyOf(features),
                            ensembles(matrix),
                            DifferenceModel.fit(examples)));
        } catch (XGBoostError | IOException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "The evidence model could not be fitted", e);
        }
    }

    /** Several deep ones, each of which draws other rows and features: their noise evens out. */
    private static List<String> ensembles(DMatrix matrix) throws XGBoostError, IOException {
        List<String> ensembles = new ArrayList<>();
        for (int seed = 1; seed <= DEEP; seed++) {
            ensembles.add(trees(matrix, 4, 0.03, 500, seed));
        }
        ensembles.add(trees(matrix, 1, 0.1, 800, 1));
        return ensembles;
    }

    private static String trees(DMatrix matrix, int depth, double rate, int rounds, int seed)
            throws XGBoostError, IOException {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("objective", "binary:logistic");
        parameters.put("max_depth", depth);
        parameters.put("eta", rate);
        parameters.put("subsample", 0.6);
        parameters.put("colsample_bytree", 0.4);
        parameters.put("min_child_weight", 5);
        parameters.put("lambda", 4);
        parameters.put("tree_method", "hist");
        parameters.put("seed", seed);
        var booster = XGBoost.train(matrix, parameters, rounds, Map.of(), null, null);
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(booster.toByteArray("ubj"));
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    /** Those of older files are not. */
    private static boolean isPacked(byte[] bytes) {
        return bytes.length > 1 && bytes[0] == (byte) 0x1f && bytes[1] == (byte) 0x8b;
    }

    /**
     * Reads a model.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where the file is no model
     */
    public static EvidenceModel read(Path file) {
        try {
            return new EvidenceModel(JSON.readValue(Files.readAllBytes(file), Saved.class));
        } catch (IOException | RuntimeException e) { // trees that are cut end in all manner of ways
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    file
                            + " is no evidence model: remove it, or make it again by `demur calibrate`",
                    e);
        }
    }

    /** Writes the model; the file appears at once or not at all. */
    public void write(Path file) {
        FittedFile.write(file, saved);
    }

    /**
     * For each draft the probability of being right, in [0, 1].
     *
     * @param infeasible the classifier's probability that the question is infeasible
     */
    public double[] probabilities(double infeasible, List<InspectedDraft> drafts) {
        double[] probabilities = new double[drafts.size()];
        for (int i = 0; i < probabilities.length; i++) {
            float[] values = values(row(infeasible, drafts, i), features);
            double logOdds = ofDifferences(drafts.get(i));
            for (var ensemble : ensembles) {
                logOdds += ensemble.margin(values) / ensembles.size();
            }
            probabilities[i] = 1 / (1 + Math.exp(-logOdds));
        }
        return probabilities;
    }

    private static Example row(double infeasible, List<InspectedDraft> drafts, int number) {
        return new Example(
                drafts.get(number), infeasible, Agreement.of(drafts).get(number), false, 1);
    }

    private double ofDifferences(InspectedDraft draft) {
        var differences = saved.differences();
        return differences == null
                ? 0
                : DIFFERENCES * differences.logOdds(draft.draft().differences());
    }

    /** What makes one of the drafts look right or wrong, the strongest first. */
    List<Argument> arguments(double infeasible, List<InspectedDraft> drafts, int number) {
        double[] parts = new double[features.size()];
        float[] values = values(row(infeasible, drafts, number), features);
        ensembles.forEach(ensemble -> ensemble.explain(values, parts));
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            double nats = parts[i] / ensembles.size();
            arguments.add(new Argument(features.get(i).words(nats), nats));
        }
        arguments.add(
                new Argument(
                        "the words in which the question differs from that of its pair",
                        ofDifferences(drafts.get(number))));
        return Argument.strongest(arguments);
    }

    private static DMatrix matrix(List<Example> rows, List<Feature> features) throws XGBoostError {
        float[] all = new float[rows.size() * features.size()];
        int at = 0;
        for (Example row : rows) {
            System.arraycopy(values(row, features), 0, all, at, features.size());
            at += features.size();
        }
        return new DMatrix(all, rows.size(), features.size(), Float.NaN);
    }

    private static float[] values(Example row, List<Feature> features) {
        float[] values = new float[features.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) features.get(i).value().applyAsDouble(row);
        }
        return values;
    }

    /**
     * What the trees ask for.
     *
     * @param sign what much of it says of a draft
     * @param words hold where there is much of it
     * @param value of a draft; NaN where it has not been measured
     */
    private record Feature(Sign sign, String words, ToDoubleFunction<Example> value) {
        static Feature of(String name) {
            if (name.startsWith(FINDING)) {
                var code = FindingCode.valueOf(name.substring(FINDING.length()));
                return new Feature(
                        Sign.AGAINST,
                        "it has the defect "
                                + code.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        row -> row.draft().findings().count(code));
            }
            return switch (name) {
                case INFEASIBLE ->
                        new Feature(
                                Sign.AGAINST, "the question looks infeasible", Example::infeasible);
                case OTHERS ->
                        new Feature(
                                Sign.FOR,
                                "other drafts have the same result",
                                row -> row.agreement().others());
                case FIRST ->
                        new Feature(
                                Sign.FOR,
                                "the first draft has the same result",
                                row -> row.agreement().withFirst() ? 1 : 0);
                case OPINION ->
                        new Feature(
                                Sign.FOR,
                                "another model comes to the same result",
                                row -> ofFlag(row.agreement().withOpinion()));
                case READER ->
                        new Feature(
                                Sign.FOR,
                                "a model that reads question and statement finds that they go together",
                                row ->
                                        Objects.requireNonNullElse(
                                                row.draft().findings().logOdds(), Double.NaN));
                default ->
                        Measurement.of(name)
                                .map(Feature::of)
                                .orElseGet(() -> new Feature(Sign.EITHER, name, _ -> Double.NaN));
            };
        }

        private static double ofFlag(@Nullable Boolean flag) {
            return flag == null ? Double.NaN : flag ? 1 : 0;
        }

        private static Feature of(Measurement measurement) {
            return new Feature(
                    measurement.sign(),
                    measurement.words(),
                    row ->
                            Objects.requireNonNullElse(
                                    row.draft().draft().evidence().get(measurement), Double.NaN));
        }

        /** That it spoke for the draft, or against it. */
        String words(double nats) {
            return sign == Sign.EITHER || sign == Sign.FOR == nats > 0 ? words : "not: " + words;
        }
    }
}
