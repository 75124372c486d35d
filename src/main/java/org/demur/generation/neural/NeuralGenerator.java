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
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.NormalSql;

/** Drafts by a small transformer in this process. What does not run is no draft. */
public final class NeuralGenerator implements SqlGenerator {
    /** As many as the figures of the model were measured with (docs/results.md). */
    private static final int BEAM = 4;

    private static final Generation.Declined NO_DRAFT =
            new Generation.Declined("The local model wrote no query that runs on this database.");

    private final DraftingModel model;
    private final DraftTrial trial;
    private final int samples;
    private final Decoding decoding;

    /**
     * A generator for one database.
     *
     * @param samples 1 for the likeliest drafts, more to draw as many by their probabilities
     */
    public NeuralGenerator(DraftingModel model, DraftTrial trial, int samples) {
        this.model = model;
        this.trial = trial;
        this.samples = samples;
        this.decoding =
                samples == 1
                        ? new BeamSearch(model.pieces(), model.places(), BEAM)
                        : new Sampling(model.pieces(), model.places(), samples);
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        return switch (model.read(question.text())) {
            case DraftingModel.Unreadable(var because) -> new Generation.Declined(because);
            case DraftingModel.Opened opened -> {
                try (opened) {
                    yield drafts(opened);
                }
            }
        };
    }

    private Generation drafts(DraftingModel.Opened read) {
        var votes = new LinkedHashMap<String, Vote>();
        for (var hypothesis : decoding.decode(read.reading())) {
            read.statement(hypothesis.choices())
                    .ifPresent(sql ->
                            votes.merge(
                                    NormalSql.of(sql),
                                    new Vote(sql, evidence(read, hypothesis), 1),
                                    (one, more) -> one.again()));
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

    private Map<Measurement, Double> evidence(DraftingModel.Opened read, Hypothesis hypothesis) {
        var evidence = new EnumMap<Measurement, Double>(Measurement.class);
        evidence.put(Measurement.MAX_ENTROPY, hypothesis.maxEntropy());
        evidence.put(Measurement.TOKEN_ALTERNATIVES, (double) model.pieces());
        evidence.put(Measurement.LEAST_TOP_PROBABILITY, hypothesis.leastTopProbability());
        evidence.put(Measurement.SUM_LOG_PROBABILITY, hypothesis.logProbability());
        evidence.put(
                Measurement.MEAN_LOG_PROBABILITY,
                hypothesis.logProbability() / (hypothesis.choices().size() + 1));
        evidence.putAll(read.evidence(hypothesis.choices()));
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
