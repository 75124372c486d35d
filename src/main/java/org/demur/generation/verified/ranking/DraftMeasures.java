package org.demur.generation.verified.ranking;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.demur.generation.Measurement;
import org.demur.generation.verified.filling.FilledTemplate;
import org.demur.generation.verified.filling.TemplateFilling;
import org.demur.generation.verified.language.ProperName;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.Reading;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.generation.verified.model.DiscriminativeWords;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.model.WordAlignment;
import org.demur.generation.verified.model.WordElementAssociations;
import org.demur.generation.verified.template.Restriction;
import org.jspecify.annotations.Nullable;

/**
 * Measures what speaks for and against the drafts of one question: at first only what ranks them,
 * the rest when it is asked for. Not thread-safe.
 */
public final class DraftMeasures {
    /** What a number, time or value that a draft leaves out speaks against it, in nats. */
    private static final double LEFT_OUT = 2.5;

    /** What one adds that can hardly be anything but a value. */
    private static final double STRONG = 3;

    /** What a template that no pair has must make good, in nats. */
    private static final double CLOSURE = 1.5;

    /** The same of alignment: for a nat of unexplained words, and for elements unsaid. */
    private static final double UNEXPLAINED = 0.35;

    private static final double UNSAID = 5;

    /** How much it counts how usual a time filter is. */
    private static final double TIME = 0.3;

    /** Log-odds of a symbol that no pair has. */
    private static final double UNKNOWN_SYMBOL = -6;

    /** Log-odds below which a symbol is doubtful, and above which it is wanted. */
    private static final double DOUBTFUL = -1.5;

    private static final double WANTED = 0.5;

    /** Worse and better than any log-odds. */
    private static final double LIMIT = 9;

    private final QuestionPredictions asked;
    private final boolean[] strong;

    /** What narrows the answer where pairs are few. */
    private final List<ProperName> names;

    /** How likely each piece is not to be in a statement, in nats; made with the first draft. */
    private double @Nullable [] logAbsent;

    DraftMeasures(QuestionPredictions asked) {
        this.asked = asked;
        this.names =
                asked.model.isOfFewPairs()
                        ? Restriction.names(asked.reading).stream()
                                .filter(name -> !isKnownAbbreviation(name.text()))
                                .toList()
                        : List.of();
        var values = asked.reading.values();
        this.strong = new boolean[values.size()];
        for (int i = 0; i < strong.length; i++) {
            strong[i] = asked.model.induction().reader.isStrong(asked.reading, values.get(i));
        }
    }

    /** Whether pairs say it beside their values: "MWh" and "PO" are no names of anything. */
    private boolean isKnownAbbreviation(String name) {
        return name.codePoints().skip(1).anyMatch(Character::isUpperCase)
                && asked.model.neighbours().isKnown(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Mentions that a draft leaves out.
     *
     * @param strong those of the values that can hardly be anything else
     */
    private record LeftOut(int numbers, int times, int values, List<ValueMention> strong) {
        private double weight() {
            return LEFT_OUT * numbers
                    + LEFT_OUT * times
                    + LEFT_OUT * values
                    + STRONG * strong.size();
        }
    }

    /**
     * How a question's words speak for elements, by their log-odds.
     *
     * @param least of those that a draft has
     * @param sum of those
     * @param counted how many those are
     * @param doubtful how many of those are unlikely
     * @param missed the greatest of those that it has not
     * @param wanted how many of these are likely
     */
    private record Support(
            double least, double sum, int counted, int doubtful, double missed, int wanted) {
        /**
         * Compares a draft with what is likely.
         *
         * @param logits by element; NaN for one that says nothing
         * @param low below, an element that the draft has is unlikely
         * @param high above, one that it has not is likely
         */
        private static Support of(BitSet has, double[] logits, double low, double high) {
            double least = LIMIT;
            double sum = 0;
            int counted = 0;
            int doubtful = 0;
            double missed = -LIMIT;
            int wanted = 0;
            for (int element = 0; element < logits.length; element++) {
                double logit = logits[element];
                if (Double.isNaN(logit)) {
                    continue;
                }
                if (has.get(element)) {
                    least = Math.min(least, logit);
                    sum += logit;
                    counted++;
                    doubtful += logit < low ? 1 : 0;
                } else {
                    missed = Math.max(missed, logit);
                    wanted += logit > high ? 1 : 0;
                }
            }
            return new Support(least, sum, counted, doubtful, missed, wanted);
        }
    }

    /**
     * What ranks a draft.
     *
     * @param symbols its symbols and its template, as elements
     * @param pieces its pieces of structure
     */
    private record Measured(
            FilledTemplate filling,
            BitSet symbols,
            BitSet pieces,
            LeftOut leftOut,
            WordElementAssociations.Fit associations,
            WordAlignment.Evidence alignment,
            DiscriminativeWords.Doubts doubts) {}

    /** A draft with the measurements that rank it; the others are made for those that are kept. */
    Draft draft(TemplateFilling.Statement filled, BindingRanking.Candidate candidate) {
        var filling = filled.filling();
        String sql = filled.sql();
        var bound = filling.bound();
        var symbols = symbols(filling);
        var pieces = (BitSet) filling.operators().pieces().clone();
        pieces.or(bound.uses);
        var measured =
                new Measured(
                        filling,
                        symbols,
                        pieces,
                        leftOut(filling),
                        asked.statistics.associations().fit(symbols),
                        asked.statistics
                                .alignment()
                                .measure(asked.model.elements().uttered(symbols, pieces)),
                        bound.doubts(filling.operators()));
        return new Draft(
                bound.template,
                bound.instantiation,
                sql,
                score(measured, candidate.score()),
                Restriction.passedOver(
                        asked.reading,
                        measured.leftOut().times(),
                        unusedValues(measured.leftOut()),
                        unusedNames(filling),
                        filling.literals().numbers(),
                        sql),
                () -> features(measured, candidate));
    }

    /** The values that the question spells and a draft was not filled with. */
    private static List<ValueMention> unusedValues(LeftOut leftOut) {
        return leftOut.strong().stream().filter(ValueMention::isSpelt).toList();
    }

    /** The names of the question that no value covers which a draft was filled with. */
    private List<ProperName> unusedNames(FilledTemplate filling) {
        return names.stream()
                .filter(name ->
                        filling.literals().values().stream()
                                .noneMatch(i -> asked.reading.covers(i, name)))
                .toList();
    }

    private BitSet symbols(FilledTemplate filling) {
        var symbols = (BitSet) filling.bound().symbols.clone();
        symbols.or(filling.operators().elements());
        symbols.or(filling.lookUps().elements());
        filling.literals().elements().forEach(symbols::set);
        symbols.set(asked.model.elements().template(filling.template().origin.id));
        return symbols;
    }

    private LeftOut leftOut(FilledTemplate filling) {
        var literals = filling.literals();
        int numbers = 0;
        int years = 0;
        for (int i = 0; i < asked.reading.numbers().size(); i++) {
            boolean isYear = asked.reading.numbers().get(i).unit().equals(NumberMention.YEAR);
            boolean isUsed = literals.numbers().contains(i);
            numbers += !isUsed && !isYear ? 1 : 0;
            years += isUsed && isYear ? 1 : 0;
        }
        List<ValueMention> free = new ArrayList<>();
        for (int i = 0; i < strong.length; i++) {
            if (strong[i] && !literals.values().contains(i)) {
                free.add(asked.reading.values().get(i));
            }
        }
        return new LeftOut(
                numbers,
                Math.max(
                        0,
                        asked.reading.times().size()
                                - filling.times().used()
                                - years), // a year is a number or a time
                asked.reading.values().size() - literals.values().size(),
                free);
    }

    private double score(Measured m, double base) {
        var filling = m.filling();
        return base
                + filling.operators().sum()
                + filling.lookUps().sum()
                + filling.literals().logOrder()
                + TIME * filling.times().log()
                - m.leftOut().weight()
                - (filling.template().origin.id == filling.template().id ? 0 : CLOSURE)
                - asked.model.statistics().reliance()
                        * (UNEXPLAINED * m.alignment().unexplainedSum()
                                + UNSAID * m.alignment().unsaidSum()
                                + m.associations().unmetSum()
                                + doubt(m));
    }

    private static double doubt(Measured m) {
        // a column that no pair returns may well be the first of its kind
        double kind = m.filling().bound().isExchanged ? 0 : m.doubts().kind().weight();
        return kind + m.doubts().things().weight() + m.doubts().order().weight();
    }

    private Map<Measurement, Double> features(Measured m, BindingRanking.Candidate candidate) {
        Map<Measurement, Double> f = new EnumMap<>(Measurement.class);
        f.put(Measurement.TEMPLATE_LIKELIHOOD, candidate.logTemplate());
        f.put(Measurement.TEMPLATE_RANK, (double) candidate.rank());
        f.put(Measurement.CERTAIN_VALUES_LEFT_OUT, (double) m.leftOut().strong().size());
        f.put(Measurement.DEMAND_UNMET, m.associations().unmet());
        f.put(Measurement.DEMANDS_UNMET, m.associations().unmetSum());
        f.put(Measurement.LEAST_DEMAND, m.associations().least());
        f.put(Measurement.MEAN_DEMAND, m.associations().mean());
        alignment(f, m.alignment());
        discriminativeWords(f, m.doubts());
        BindingMeasures.measure(m.filling().bound(), asked, f);
        filling(f, m.filling());
        symbols(f, m);
        structure(f, m);
        var uttered = asked.model.elements().uttered(m.symbols(), m.pieces());
        var surprise = asked.statistics.negativeAssociations().measure(uttered);
        f.put(Measurement.NEVER_TOGETHER, surprise.worst());
        f.put(Measurement.NEVER_TOGETHER_SUM, surprise.sum());
        return f;
    }

    private static void alignment(Map<Measurement, Double> f, WordAlignment.Evidence evidence) {
        f.put(Measurement.WORD_UNEXPLAINED, evidence.unexplainedWorst());
        f.put(Measurement.WORDS_UNEXPLAINED, evidence.unexplainedSum());
        f.put(Measurement.WORDS_HARDLY_EXPLAINED, (double) evidence.unexplainedBelow());
        f.put(Measurement.ELEMENT_UNSAID, evidence.unsaidWorst());
        f.put(Measurement.ELEMENTS_UNSAID, evidence.unsaidSum());
        f.put(Measurement.ELEMENT_HARDLY_SAID, evidence.unsaidBelow());
    }

    /** What discriminative words say against what the draft is for. */
    private static void discriminativeWords(
            Map<Measurement, Double> f, DiscriminativeWords.Doubts doubts) {
        f.put(Measurement.KIND_UNTOLD, doubts.kind().silence());
        f.put(Measurement.THINGS_UNTOLD, doubts.things().silence());
        f.put(Measurement.ORDER_UNTOLD, doubts.order().silence());
        f.put(Measurement.KIND_CONTRADICTED, doubts.kind().contradiction());
        f.put(Measurement.THINGS_CONTRADICTED, doubts.things().contradiction());
        f.put(Measurement.ORDER_CONTRADICTED, doubts.order().contradiction());
    }

    private void filling(Map<Measurement, Double> f, FilledTemplate filling) {
        var literals = filling.literals();
        int ambiguous = 0;
        for (int i : literals.values()) {
            var readings = asked.reading.values().get(i).readings();
            ambiguous += readings.stream().map(Reading::column).distinct().count() > 1 ? 1 : 0;
        }
        f.put(Measurement.ORDER_OF_VALUES, literals.logOrder());
        f.put(Measurement.ALIASES, (double) literals.aliases());
        f.put(Measurement.UNSPELLED_CODES, (double) literals.unspelled());
        f.put(Measurement.TIME_LIKELIHOOD, filling.times().log());
        f.put(Measurement.AMBIGUOUS_VALUES, (double) ambiguous);
    }

    /** How well the question's words speak for the draft's tables and columns. */
    private void symbols(Map<Measurement, Double> f, Measured m) {
        var support = Support.of(m.symbols(), asked.prediction.symbols, DOUBTFUL, WANTED);
        int unknown = unknown(m.filling().bound().symbols);
        f.put(
                Measurement.SYMBOLS_LIKELIHOOD,
                (support.sum() + UNKNOWN_SYMBOL * unknown)
                        / Math.max(1, support.counted() + unknown));
        f.put(Measurement.SYMBOLS_DOUBTFUL, (double) support.doubtful() + unknown);
        f.put(Measurement.SYMBOLS_WANTED, (double) support.wanted());
        f.put(
                Measurement.LEAST_SYMBOL,
                unknown > 0 ? Math.min(support.least(), UNKNOWN_SYMBOL) : support.least());
        f.put(Measurement.SYMBOL_MISSED, support.missed());
    }

    /** How many elements no pair has. */
    private int unknown(BitSet elements) {
        int from = elements.nextSetBit(asked.model.elements().size());
        return from < 0 ? 0 : elements.get(from, elements.length()).cardinality();
    }

    /** How well the question's words speak for what the statement is built of. */
    private void structure(Map<Measurement, Double> f, Measured m) {
        var support = Support.of(m.pieces(), asked.prediction.pieces, 0, 0);
        f.put(Measurement.LEAST_PIECE, support.least());
        f.put(
                Measurement.PIECES_LIKELIHOOD,
                support.counted() == 0 ? 0 : support.sum() / support.counted());
        f.put(Measurement.PIECE_MISSED, support.missed());
        f.put(Measurement.PIECES_DOUBTFUL, (double) support.doubtful());
        f.put(Measurement.PIECES_WANTED, (double) support.wanted());
        f.put(Measurement.STRUCTURE_LIKELIHOOD, logLikelihood(m.pieces()));
    }

    /** Of a statement with these pieces and no other, in nats. */
    private double logLikelihood(BitSet pieces) {
        double[] logits = asked.prediction.pieces;
        double[] absent = logAbsent();
        double likelihood = 0;
        for (int piece = 0; piece < logits.length; piece++) {
            if (!Double.isNaN(logits[piece])) {
                likelihood +=
                        pieces.get(piece) ? -Math.log1p(Math.exp(-logits[piece])) : absent[piece];
            }
        }
        return likelihood;
    }

    private double[] logAbsent() {
        var known = logAbsent;
        if (known == null) {
            known = new double[asked.prediction.pieces.length];
            for (int i = 0; i < known.length; i++) {
                known[i] = -Math.log1p(Math.exp(asked.prediction.pieces[i]));
            }
            logAbsent = known;
        }
        return known;
    }
}
