package org.demur.wiring;

import java.util.Map;

/**
 * A strategy as its file declares it, with what it inherits filled in.
 *
 * @param name the file's name without its ending
 * @param description one sentence for people
 * @param parts a component for each part
 */
record StrategyDeclaration(String name, String description, Map<Part, ComponentUse> parts) {
    StrategyDeclaration {
        parts = Map.copyOf(parts);
    }
}
