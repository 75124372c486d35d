package org.demur.generation.neural;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.DraftTrial;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.SqlGenerator;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.QuestionReader;
import org.demur.inference.onnx.QuestionTokens;
import org.demur.inference.onnx.Vocabulary;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.NormalSql;

/**
 * Drafts by a small transformer trained on pairs of one database: words and values of the question
 * in, pieces of statements and copies out. What does not run is no draft.
 */
public final class NeuralGenerator implements SqlGenerator {
    /** As many as the figures of the model were measured with (docs/results.md). */
    private static final int BEAM = 4;

    private static final Generation.Declined NO_DRAFT =
            new Generation.Declined("The local model wrote no query that runs on this database.");

    private final QuestionReader reader;
    private final Vocabulary vocabulary;
    private final ShortForm form;
    private final DraftTrial trial;
    private final int samples;
    private final Decoding decoding;

    /**
     * A generator for one database.
     *
     * @param samples 1 for the likeliest drafts, more to draw as many by their probabilities
     */
    public NeuralGenerator(QuestionReader reader, DraftTrial trial, int samples) {
        this.reader = reader;
        this.vocabulary = reader.vocabulary();
        this.form = new ShortForm(vocabulary.times());
        this.trial = trial;
        this.samples = samples;
        int pieces = vocabulary.pieces().size();
        this.decoding =
                samples == 1
                        ? new BeamSearch(pieces, vocabulary.places(), BEAM)
                        : new Sampling(pieces, vocabulary.places(), samples);
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        var read = reader.tokens(question.text());
        if (read.isEmpty()) {
            return NO_DRAFT;
        }
        if (!reader.canRead(read)) {
            return new Generation.Declined(
                    "The question is longer than the local model reads: %d words and values at most."
                            .formatted(vocabulary.places()));
        }
        var votes = new LinkedHashMap<String, Vote>();
        try (var reading = reader.read(read)) {
            for (var hypothesis : decoding.decode(reading)) {
                form.expand(written(hypothesis, read))
                        .ifPresent(sql ->
                                votes.merge(
                                        NormalSql.of(sql),
                                        new Vote(sql, evidence(reading, read, hypothesis), 1),
                                        (one, more) -> one.again()));
            }
        }
        var tried = samples == 1 ? likeliest(votes.values()) : voted(votes.values());
        return tried.isEmpty() ? NO_DRAFT : new Generation.Drafts(tried);
    }

    /**
     * A statement that was written.
     *
     * @param evidence of the first time
     * @param count how often
     */
    private record Vote(String sql, Map<Measurement, Double> evidence, int count) {
        Vote again() {
            return new Vote(sql, evidence, count + 1);
        }

        SqlCandidate candidate(double score) {
            return new SqlCandidate(sql, score, null, evidence);
        }
    }

    private String written(Hypothesis hypothesis, List<QuestionTokens.Token> read) {
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

    private Map<Measurement, Double> evidence(
            PointerModel.Reading reading, List<QuestionTokens.Token> read, Hypothesis hypothesis) {
        var evidence = new EnumMap<Measurement, Double>(Measurement.class);
        evidence.put(Measurement.MAX_ENTROPY, hypothesis.maxEntropy());
        evidence.put(Measurement.TOKEN_ALTERNATIVES, (double) vocabulary.pieces().size());
        evidence.put(Measurement.LEAST_TOP_PROBABILITY, hypothesis.leastTopProbability());
        evidence.put(Measurement.SUM_LOG_PROBABILITY, hypothesis.logProbability());
        evidence.put(
                Measurement.MEAN_LOG_PROBABILITY,
                hypothesis.logProbability() / (hypothesis.choices().size() + 1));
        reading.distance().ifPresent(d -> evidence.put(Measurement.FEATURE_DISTANCE, d));
        reading.relativeDistance()
                .ifPresent(d -> evidence.put(Measurement.RELATIVE_FEATURE_DISTANCE, d));
        evidence.put(Measurement.UNEXPECTED_WORDS, reader.surprise(read, hypothesis.choices()));
        evidence.put(Measurement.OUT_OF_VOCABULARY, (double) reader.unknownWords(read));
        return evidence;
    }

    /** Those that run, what gives rows first; the trials end with the first that does. */
    private List<SqlCandidate> likeliest(Collection<Vote> written) {
        var running = new ArrayList<SqlCandidate>();
        for (var vote : written) {
            var draft =
                    vote.candidate(
                            vote.evidence.getOrDefault(Measurement.SUM_LOG_PROBABILITY, 0.0));
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

    /**
     * Those that run, the most frequent first; what does not run is a sample that agrees with none.
     */
    private List<SqlCandidate> voted(Collection<Vote> written) {
        return written.stream()
                .filter(vote -> !(trial.of(vote.sql) instanceof DraftTrial.Outcome.Fails))
                .sorted(Comparator.comparingInt(vote -> -vote.count))
                .map(vote -> {
                    double share = vote.count / (double) samples;
                    vote.evidence.put(Measurement.SAMPLES, (double) samples);
                    vote.evidence.put(Measurement.SHARE_OF_SAMPLES, share);
                    return vote.candidate(share);
                })
                .toList();
    }
}
