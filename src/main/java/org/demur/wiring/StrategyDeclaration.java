package org.demur.wiring;

import java.util.List;
import java.util.Map;

/**
 * A strategy as its file declares it, with what it inherits filled in.
 *
 * @param name the file's name without its ending
 * @param description one sentence for people
 * @param parts a component for each part; none where there are tiers
 * @param tiers names of the strategies that are asked one after the other, none of them with tiers
 *     of its own; none where there are parts
 * @param answersUncalibrated whether it answers where no calibration vouches for its score
 */
record StrategyDeclaration(
        String name,
        String description,
        Map<Part, ComponentUse> parts,
        List<String> tiers,
        boolean answersUncalibrated) {
    StrategyDeclaration {
        parts = Map.copyOf(parts);
        tiers = List.copyOf(tiers);
    }
}
