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

    /** No other statement can be as likely. */
    private static final double MAJORITY = 0.5;

    static final Generation.Declined NO_DRAFT =
            new Generation.Declined("The local model wrote no query that runs on this database.");

    private final DraftingModel model;
    private final DraftTrial trial;
    private final int samples;

    /**
     * A generator for one database.
     *
     * @param samples 1 for the likeliest drafts, more to draw as many by their probabilities
     */
    public NeuralGenerator(DraftingModel model, DraftTrial trial, int samples) {
        this.model = model;
        this.trial = trial;
        this.samples = samples;
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        return model.drafted(question, this::drafts);
    }

    private Generation drafts(DraftingModel.Opened read) {
        if (samples > 1) {
            var sampling = new Sampling(model.pieces(), model.places(), samples);
            return drafts(voted(votes(read, sampling.decode(read))));
        }
        var search = new BeamSearch(model.pieces(), model.places(), BEAM);
        var majority = votes(read, search.greedy(read, MAJORITY).stream().toList());
        for (var vote : majority) {
            if (trial.of(vote.sql) instanceof DraftTrial.Outcome.Runs) {
                return drafts(List.of(candidate(vote.sql, vote.evidence)));
            }
        }
        read.reading().restart();
        return likeliest(
                votes(read, search.decode(read)).stream()
                        .map(vote -> candidate(vote.sql, vote.evidence))
                        .toList(),
                trial);
    }

    /** What sequences of choices mean, each statement once, first ones first. */
    private Collection<Vote> votes(DraftingModel.Opened read, List<Hypothesis> hypotheses) {
        var votes = new LinkedHashMap<String, Vote>();
        for (var hypothesis : hypotheses) {
            read.statement(hypothesis.choices())
                    .ifPresent(sql ->
                            votes.merge(
                                    NormalSql.of(sql),
                                    new Vote(sql, evidence(model, read, hypothesis), 1),
                                    (one, more) -> one.again()));
        }
        return votes.values();
    }

    private static Generation drafts(List<SqlCandidate> tried) {
        return tried.isEmpty() ? NO_DRAFT : new Generation.Drafts(tried);
    }

    /** What was written, by its likelihood. */
    static SqlCandidate candidate(String sql, Map<Measurement, Double> evidence) {
        return new SqlCandidate(
                sql, evidence.getOrDefault(Measurement.SUM_LOG_PROBABILITY, 0.0), null, evidence);
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
    }

    /** What a model tells of one of its statements. */
    static Map<Measurement, Double> evidence(
            DraftingModel model, DraftingModel.Opened read, Hypothesis hypothesis) {
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
    private static Generation likeliest(List<SqlCandidate> written, DraftTrial trial) {
        var running = new ArrayList<SqlCandidate>();
        for (var draft : written) {
            switch (trial.of(draft.sql())) {
                case DraftTrial.Outcome.Runs _ -> {
                    running.addFirst(draft);
                    return drafts(running);
                }
                case DraftTrial.Outcome.GivesNothing _ -> running.add(draft);
                case DraftTrial.Outcome.Fails _ -> {}
            }
        }
        return drafts(running);
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
                    return new SqlCandidate(vote.sql, share, null, vote.evidence);
                })
                .toList();
    }
}
