package org.demur.generation.verified.ranking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.model.SentenceNeighbours;
import org.demur.generation.verified.model.TemplateIndex;
import org.demur.generation.verified.model.TopK;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.generation.verified.template.SqlTemplate;
import org.jspecify.annotations.Nullable;

/** Ranks templates with their tables and columns by one question's words. */
public final class BindingRanking {
    private static final double FLOOR = 1e-4;

    /** Templates that are filled for a question. */
    private static final int TEMPLATES = 14;

    /** What the symbols' log-odds weigh. */
    private static final double SYMBOLS = 0.5;

    /** What structural evidence weighs against the other. */
    private static final double BUILT = 0.1;

    /** What a template that no pair has must make good, in nats. */
    private static final double CLOSURE = -2;

    /** What tables and columns that no pair has with a template must make good, in nats. */
    private static final double COMPOSED = -1.5;

    /** What speaks for a table or column that no pair has. */
    private static final double UNKNOWN_SYMBOL = -4;

    /** The same of a piece of structure. */
    private static final double UNKNOWN_PIECE = -3;

    /**
     * Surprise, in nats, from which a question without discriminative words is not taken to ask for
     * it.
     */
    private static final double PASSED_OVER = 3;

    /**
     * A template with tables and columns.
     *
     * @param number of the template's instantiation
     * @param score what the models say for it, in nats
     * @param logTemplate the log-probability of the template, or of the one that it comes from
     * @param rank of that by probability, from 1
     */
    record Candidate(
            SqlTemplate template, int number, double score, double logTemplate, int rank) {}

    private final QuestionPredictions asked;
    private final VerifiedModel model;
    private final double reliance;
    private final SentenceNeighbours.@Nullable Asked meant;

    /** To each column the number of words that may name it. */
    private final Map<String, Integer> named;

    private final List<Candidate> candidates = new ArrayList<>();

    private BindingRanking(QuestionPredictions asked, SentenceNeighbours.@Nullable Asked meant) {
        this.asked = asked;
        this.model = asked.model;
        this.reliance = model.statistics().reliance();
        this.meant = meant;
        this.named = model.columns().meant(asked.reading);
    }

    /**
     * The best candidates, best first.
     *
     * @param meant null where there are many pairs
     */
    static List<Candidate> best(
            QuestionPredictions asked, SentenceNeighbours.@Nullable Asked meant, int limit) {
        var ranking = new BindingRanking(asked, meant);
        ranking.collect();
        double[] scores = ranking.candidates.stream().mapToDouble(Candidate::score).toArray();
        return Arrays.stream(TopK.places(scores, limit, Double.NEGATIVE_INFINITY))
                .mapToObj(ranking.candidates::get)
                .toList();
    }

    /** Of the likeliest templates, and of those that mean nearly the same, whatever their rank. */
    private void collect() {
        double[] likely = asked.prediction.templates;
        double[] logs = Arrays.stream(likely).map(p -> Math.log(Math.max(p, FLOOR))).toArray();
        double[] scores = new double[likely.length];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = logs[i] + reliance * BUILT * built(template(i));
        }
        int[] best =
                TopK.places(
                        scores,
                        meant == null ? TEMPLATES : scores.length,
                        Double.NEGATIVE_INFINITY);
        for (int r = 0; r < best.length; r++) {
            SqlTemplate template = template(best[r]);
            if (r >= TEMPLATES && (meant == null || !meant.isNear(template))) {
                continue;
            }
            int rank = 1;
            for (int other = 0; other < likely.length; other++) {
                double lead = likely[other] - likely[best[r]];
                rank += lead > 0 || (lead == 0 && other < best[r]) ? 1 : 0;
            }
            collect(template, 0, logs[best[r]], rank);
            for (SqlTemplate further : model.templates().closures(template)) {
                collect(further, CLOSURE, logs[best[r]], rank);
            }
        }
    }

    /**
     * Collects a template's instantiations.
     *
     * @param off what speaks against the template, as a number below zero
     */
    private void collect(SqlTemplate template, double off, double logTemplate, int rank) {
        var parts = parts(template);
        double built = built(template);
        for (int i = 0; i < template.instantiations.size(); i++) {
            var exchange = template.exchange(i);
            if (exchange != null && !exchange.isNamed(named) && !isPassedOver(exchange, template)) {
                continue;
            }
            double symbols = sum(asked.prediction.symbols, parts.symbols.get(i), UNKNOWN_SYMBOL);
            if (exchange != null) {
                int to = model.elements().symbol(exchange.to());
                symbols -= to < 0 ? UNKNOWN_SYMBOL : asked.prediction.symbols[to];
            }
            var returned = parts.intents.get(i);
            double doubt =
                    (exchange == null
                                    ? asked.statistics.discriminativeWords().kind(returned).weight()
                                    : 0)
                            + asked.statistics.discriminativeWords().things(returned).weight();
            var instantiation = template.instantiations.get(i);
            double structure =
                    built + sum(asked.prediction.pieces, parts.uses.get(i), UNKNOWN_PIECE);
            double score =
                    logTemplate
                            + SYMBOLS * symbols
                            + reliance * BUILT * structure
                            + (instantiation.count() > 0 || off < 0 ? 0 : COMPOSED)
                            + off
                            - reliance * doubt
                            + (meant == null ? 0 : meant.weight(template, instantiation.binding()));
            candidates.add(new Candidate(template, i, score, logTemplate, rank));
        }
    }

    /** The template that a probability is of. */
    private SqlTemplate template(int label) {
        return model.templates().template(model.words().id(label));
    }

    private TemplateIndex.Parts parts(SqlTemplate template) {
        return model.templates().parts(template);
    }

    private double built(SqlTemplate template) {
        return sum(asked.prediction.pieces, parts(template).built, UNKNOWN_PIECE);
    }

    /** Elements of all pairs say nothing. */
    private static double sum(double[] logits, int[] elements, double unknown) {
        double sum = 0;
        for (int element : elements) {
            double logit = element < 0 ? unknown : logits[element];
            sum += Double.isNaN(logit) ? 0 : logit;
        }
        return sum;
    }

    /**
     * Whether practically every question for the column that pairs have has a word that this one
     * has not, while pairs use the column in its place elsewhere.
     */
    private boolean isPassedOver(SqlTemplate.Exchange exchange, SqlTemplate template) {
        return exchange.isStandIn()
                && !named.containsKey(exchange.from())
                && model.elements().symbol(exchange.to()) >= 0
                && asked.statistics
                                .discriminativeWords()
                                .things(parts(template).intents.get(exchange.base()))
                                .silence()
                        > PASSED_OVER;
    }
}
