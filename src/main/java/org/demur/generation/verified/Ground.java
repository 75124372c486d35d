package org.demur.generation.verified;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.verified.Shape.Instantiation;

/**
 * A shape with tables and columns, and what all drafts from it have in common: found once for all
 * of them. One question's; not thread-safe.
 */
final class Ground {
    /** Nearest pairs that vote for a shape. */
    private static final int VOTERS = 10;

    final Shape shape;
    final Instantiation instantiation;

    /** Whether no pair vouches for its columns: one is there for what the question says. */
    final boolean isExchanged;

    /** Its tables and columns as elements of a statement. */
    final BitSet symbols = new BitSet();

    /** What its columns are used for, as pieces of structure, as far as pairs have them. */
    final BitSet uses = new BitSet();

    private final boolean hasNovelUses;
    private final AskedQuestion asked;
    private final int number;
    private final Map<List<String>, Telltales.Doubts> doubts = new HashMap<>();

    /**
     * Looks its elements up.
     *
     * @param number of the shape's instantiation
     */
    Ground(AskedQuestion asked, Shape shape, int number) {
        this.asked = asked;
        this.shape = shape;
        this.number = number;
        this.instantiation = shape.instantiations.get(number);
        this.isExchanged = shape.exchange(number) != null;
        for (int symbol : shape.symbols.get(number)) {
            if (symbol < 0) {
                VerifiedModel.symbols(instantiation.facet())
                        .forEach(name -> symbols.set(asked.element(name)));
                break;
            }
            symbols.set(symbol);
        }
        boolean isNovel = false;
        for (int piece : shape.uses.get(number)) {
            if (piece >= 0) {
                uses.set(piece);
            } else {
                isNovel = true;
            }
        }
        this.hasNovelUses = isNovel;
    }

    /** How many uses of columns no pair has. */
    int novelUses() {
        int novel = 0;
        if (hasNovelUses) {
            for (String use : shape.structure().uses(instantiation.facet().columns())) {
                novel += asked.model.structures.containsKey(use) ? 0 : 1;
            }
        }
        return novel;
    }

    /** What the question says against drafts with these operators. */
    Telltales.Doubts doubts(OperatorFilling.Choice operators) {
        return doubts.computeIfAbsent(
                operators.labels(), l -> asked.heard.doubts(askedFor(operators.texts())));
    }

    private Structure.Asked askedFor(List<String> operators) {
        return operators.equals(shape.sample().operators())
                ? shape.asked.get(number)
                : shape.structure()
                        .asked(
                                instantiation.facet().tables(),
                                instantiation.facet().columns(),
                                operators,
                                asked.model.schema);
    }

    /**
     * Adds what is the same for all drafts.
     *
     * @param features by name
     */
    void measure(Map<String, Double> features) {
        features.put("composed", instantiation.count() == 0 ? 1.0 : 0.0);
        features.put("support", Math.min(2.0, Math.log1p((double) instantiation.support())));
        features.put("closure", shape.origin.id == shape.id ? 0.0 : 1.0);
        features.put("exchanged", isExchanged ? 1.0 : 0.0);
        features.put("infeasible", asked.infeasible);
        Set<String> names = VerifiedModel.symbols(instantiation.facet());
        unknownWords(features, names);
        columnNames(features, names);
        near(features);
    }

    /** Words that look like the name of a column, of the draft or of a table of the draft. */
    private void columnNames(Map<String, Double> features, Set<String> symbols) {
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
        features.put("namesUsed", used);
        features.put("namesPassedOver", passedOver);
        features.put("namesElsewhere", asked.named().size() - used - passedOver);
    }

    private void near(Map<String, Double> features) {
        double sameFacet = 0;
        double sameShape = 0;
        double other = 0;
        double nearInfeasible = 0;
        double votes = 0;
        int counted = 0;
        for (Neighbours.Near n : asked.near) {
            Shape known = n.known().shape();
            if (known == null) {
                nearInfeasible = Math.max(nearInfeasible, n.similarity());
            } else if (known.id == shape.origin.id
                    && instantiation.facet().equals(n.known().facet())) {
                sameFacet = Math.max(sameFacet, n.similarity());
                sameShape = Math.max(sameShape, n.similarity());
            } else {
                other = Math.max(other, n.similarity());
                if (known.id == shape.origin.id) {
                    sameShape = Math.max(sameShape, n.similarity());
                }
            }
            if (counted < VOTERS) {
                counted++;
                votes += known != null && known.id == shape.origin.id ? 1 : 0;
            }
        }
        features.put("nearSame", sameFacet);
        features.put("nearShape", sameShape);
        features.put("nearOther", other);
        features.put("nearInfeasible", nearInfeasible);
        features.put("nearBest", asked.near.isEmpty() ? 0 : asked.near.getFirst().similarity());
        features.put("votes", counted == 0 ? 0 : votes / counted);
    }

    /**
     * Words that no pair has, none of this shape has, and none with these columns has, each by its
     * rarity.
     */
    private void unknownWords(Map<String, Double> features, Set<String> symbols) {
        double unknown = 0;
        double foreignToShape = 0;
        double foreignToSymbols = 0;
        double worst = 0;
        double worstShape = 0;
        double worstSymbols = 0;
        var neighbours = asked.model.neighbours;
        for (String word : asked.words) {
            if (word.length() == 1 && !Character.isLetterOrDigit(word.charAt(0))) {
                continue;
            }
            double rarity = neighbours.rarity(word);
            if (!neighbours.isKnown(word)) {
                unknown += 1;
                worst = Math.max(worst, rarity);
            } else {
                if (!neighbours.goesWithShape(word, shape.origin.id)) {
                    foreignToShape += rarity;
                    worstShape = Math.max(worstShape, rarity);
                }
                if (!neighbours.goesWithSymbols(word, symbols)) {
                    foreignToSymbols += rarity;
                    worstSymbols = Math.max(worstSymbols, rarity);
                }
            }
        }
        features.put("unknownWords", unknown);
        features.put("unknownWorst", worst);
        features.put("foreignShape", foreignToShape);
        features.put("foreignShapeWorst", worstShape);
        features.put("foreignSymbols", foreignToSymbols);
        features.put("foreignSymbolsWorst", worstSymbols);
    }
}
