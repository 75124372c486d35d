package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.DraftTrial;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.inference.onnx.PointerModel;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.ReachableValues;
import org.demur.sql.NormalSql;

/**
 * Drafts by a small transformer trained on pairs of one database: words and values of the question
 * in, pieces of statements and copies out, by beam search. What does not run is no draft.
 */
public final class NeuralGenerator implements SqlGenerator {
    /** As many as the figures of the model were measured with (docs/results.md). */
    private static final int BEAM = 4;

    private static final Generation.Declined NO_DRAFT =
            new Generation.Declined("The local model wrote no query that runs on this database.");

    private final PointerModel model;
    private final Vocabulary vocabulary;
    private final Map<String, Integer> words;
    private final QuestionTokens tokens;
    private final ShortForm form;
    private final DraftTrial trial;

    /**
     * A generator for one database; reads its values.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where the model's parts do not fit
     */
    public NeuralGenerator(PointerModel model, ReachableValues values, DraftTrial trial) {
        this.model = model;
        this.vocabulary = Vocabulary.parse(model.vocabulary());
        if (vocabulary.sources().size() != model.sources()) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    "a local model's vocabulary is another model's");
        }
        this.words = new LinkedHashMap<>();
        for (String word : vocabulary.words()) {
            words.putIfAbsent(word, words.size());
        }
        this.tokens = new QuestionTokens(vocabulary.sources().stream().map(values::texts).toList());
        this.form = new ShortForm(vocabulary.times());
        this.trial = trial;
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var read = tokens.read(question.text());
        if (read.isEmpty()) {
            return NO_DRAFT;
        }
        if (read.size() > vocabulary.places()) {
            return new Generation.Declined(
                    "The question is longer than the local model reads: %d words and values at most."
                            .formatted(vocabulary.places()));
        }
        var drafts = new LinkedHashMap<String, SqlCandidate>();
        for (var hypothesis : search(read)) {
            form.expand(written(hypothesis, read))
                    .ifPresent(sql ->
                            drafts.putIfAbsent(
                                    NormalSql.of(sql),
                                    new SqlCandidate(
                                            sql,
                                            hypothesis.logProbability(),
                                            null,
                                            evidence(hypothesis))));
        }
        var tried = tried(List.copyOf(drafts.values()));
        return tried.isEmpty() ? NO_DRAFT : new Generation.Drafts(tried);
    }

    List<BeamSearch.Hypothesis> search(List<QuestionTokens.Token> read) {
        long[] ids = new long[read.size()];
        float[] sources = new float[read.size() * model.sources()];
        float[] copyable = new float[read.size()];
        var copies = new ArrayList<String>();
        for (int i = 0; i < ids.length; i++) {
            var token = read.get(i);
            ids[i] =
                    words.getOrDefault(
                            token.word(),
                            token.sources().isEmpty() ? Vocabulary.UNKNOWN : Vocabulary.VALUE);
            for (int source : token.sources()) {
                sources[i * model.sources() + source] = 1;
            }
            if (token.copy() != null && !copies.contains(token.copy())) {
                copyable[i] = 1;
                copies.add(token.copy());
            }
        }
        try (var reading = model.read(ids, sources, copyable)) {
            return new BeamSearch(vocabulary.pieces().size(), vocabulary.places(), BEAM)
                    .search(reading);
        }
    }

    private String written(BeamSearch.Hypothesis hypothesis, List<QuestionTokens.Token> read) {
        var text = new StringBuilder();
        int pieces = vocabulary.pieces().size();
        for (int choice : hypothesis.choices()) {
            if (choice < pieces) {
                text.append(vocabulary.pieces().get(choice));
            } else {
                var copy = read.get(choice - pieces).copy();
                text.append(copy == null ? "" : copy.replace("'", "''"));
            }
        }
        return text.toString();
    }

    private Map<Measurement, Double> evidence(BeamSearch.Hypothesis hypothesis) {
        var evidence = new EnumMap<Measurement, Double>(Measurement.class);
        evidence.put(Measurement.MAX_ENTROPY, hypothesis.maxEntropy());
        evidence.put(Measurement.TOKEN_ALTERNATIVES, (double) vocabulary.pieces().size());
        evidence.put(Measurement.LEAST_TOP_PROBABILITY, hypothesis.leastTopProbability());
        evidence.put(Measurement.SUM_LOG_PROBABILITY, hypothesis.logProbability());
        evidence.put(
                Measurement.MEAN_LOG_PROBABILITY,
                hypothesis.logProbability() / (hypothesis.choices().size() + 1));
        return evidence;
    }

    /** Those that run, what gives rows first; the trials end with the first that does. */
    private List<SqlCandidate> tried(List<SqlCandidate> drafts) {
        var running = new ArrayList<SqlCandidate>();
        for (var draft : drafts) {
            switch (trial.of(draft.sql())) {
                case DraftTrial.Outcome.Runs _ -> {
                    running.addFirst(draft);
                    return running;
                }
                case DraftTrial.Outcome.GivesNothing _ -> running.add(draft);
                case DraftTrial.Outcome.Fails _ -> {}
            }
        }
        return running;
    }
}
