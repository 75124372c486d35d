package org.demur.generation.verified.ranking;

import java.util.Map;
import java.util.Set;
import org.demur.generation.Measurement;
import org.demur.generation.verified.filling.BoundTemplate;
import org.demur.generation.verified.model.LexicalNeighbours;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Instantiation;

/**
 * Measures what speaks for and against a template with tables and columns, however it is filled.
 */
final class BindingMeasures {
    /** Nearest pairs that vote for a template. */
    private static final int VOTERS = 10;

    private final BoundTemplate bound;
    private final SqlTemplate template;
    private final Instantiation instantiation;
    private final QuestionPredictions asked;

    private BindingMeasures(BoundTemplate bound, QuestionPredictions asked) {
        this.bound = bound;
        this.template = bound.template;
        this.instantiation = bound.instantiation;
        this.asked = asked;
    }

    /**
     * Adds what is the same for all drafts.
     *
     * @param features by name
     */
    static void measure(
            BoundTemplate bound, QuestionPredictions asked, Map<Measurement, Double> features) {
        new BindingMeasures(bound, asked).measure(features);
    }

    private void measure(Map<Measurement, Double> features) {
        features.put(Measurement.COMPOSED, instantiation.count() == 0 ? 1.0 : 0.0);
        features.put(
                Measurement.SUPPORT, Math.min(2.0, Math.log1p((double) instantiation.support())));
        features.put(Measurement.EXTENDED, template.origin.id == template.id ? 0.0 : 1.0);
        features.put(Measurement.COLUMN_EXCHANGED, bound.isExchanged ? 1.0 : 0.0);
        Set<String> names = instantiation.binding().symbols();
        unknownWords(features, names);
        columnNames(features, names);
        near(features);
    }

    /** Words that look like the name of a column, of the draft or of a table of the draft. */
    private void columnNames(Map<Measurement, Double> features, Set<String> symbols) {
        double used = 0;
        double passedOver = 0;
        for (Set<String> meant : asked.named()) {
            if (meant.stream().anyMatch(symbols::contains)) {
                used++;
            } else if (meant.stream()
                    .anyMatch(c -> symbols.contains(c.substring(0, c.lastIndexOf('.'))))) {
                passedOver++;
            }
        }
        features.put(Measurement.COLUMNS_NAMED, used);
        features.put(Measurement.COLUMNS_PASSED_OVER, passedOver);
        features.put(Measurement.COLUMNS_ELSEWHERE, asked.named().size() - used - passedOver);
    }

    private void near(Map<Measurement, Double> features) {
        double sameBinding = 0;
        double sameTemplate = 0;
        double other = 0;
        double nearInfeasible = 0;
        double votes = 0;
        int counted = 0;
        for (LexicalNeighbours.Near n : asked.near) {
            SqlTemplate known = n.known().template();
            if (known == null) {
                nearInfeasible = Math.max(nearInfeasible, n.similarity());
            } else if (known.id == template.origin.id
                    && instantiation.binding().equals(n.known().binding())) {
                sameBinding = Math.max(sameBinding, n.similarity());
                sameTemplate = Math.max(sameTemplate, n.similarity());
            } else {
                other = Math.max(other, n.similarity());
                if (known.id == template.origin.id) {
                    sameTemplate = Math.max(sameTemplate, n.similarity());
                }
            }
            if (counted < VOTERS) {
                counted++;
                votes += known != null && known.id == template.origin.id ? 1 : 0;
            }
        }
        features.put(Measurement.NEAR_BINDING, sameBinding);
        features.put(Measurement.NEAR_TEMPLATE, sameTemplate);
        features.put(Measurement.NEAR_OTHER, other);
        features.put(Measurement.NEAR_INFEASIBLE, nearInfeasible);
        features.put(
                Measurement.NEAREST, asked.near.isEmpty() ? 0 : asked.near.getFirst().similarity());
        features.put(Measurement.NEAREST_AGREEING, counted == 0 ? 0 : votes / counted);
    }

    /**
     * Words that no pair has, none of this template has, and none with these columns has, each by
     * its rarity.
     */
    private void unknownWords(Map<Measurement, Double> features, Set<String> symbols) {
        double unknown = 0;
        double foreignToTemplate = 0;
        double foreignToSymbols = 0;
        double worst = 0;
        double worstTemplate = 0;
        double worstSymbols = 0;
        var neighbours = asked.model.neighbours();
        for (String word : asked.words) {
            if (word.length() == 1 && !Character.isLetterOrDigit(word.charAt(0))) {
                continue;
            }
            double rarity = neighbours.rarity(word);
            if (!neighbours.isKnown(word)) {
                unknown += 1;
                worst = Math.max(worst, rarity);
            } else {
                if (!neighbours.goesWithTemplate(word, template.origin.id)) {
                    foreignToTemplate += rarity;
                    worstTemplate = Math.max(worstTemplate, rarity);
                }
                if (!neighbours.goesWithSymbols(word, symbols)) {
                    foreignToSymbols += rarity;
                    worstSymbols = Math.max(worstSymbols, rarity);
                }
            }
        }
        features.put(Measurement.UNKNOWN_WORDS, unknown);
        features.put(Measurement.RAREST_UNKNOWN_WORD, worst);
        features.put(Measurement.WORDS_FOREIGN_TO_TEMPLATE, foreignToTemplate);
        features.put(Measurement.WORD_FOREIGN_TO_TEMPLATE, worstTemplate);
        features.put(Measurement.WORDS_FOREIGN_TO_SYMBOLS, foreignToSymbols);
        features.put(Measurement.WORD_FOREIGN_TO_SYMBOLS, worstSymbols);
    }
}
