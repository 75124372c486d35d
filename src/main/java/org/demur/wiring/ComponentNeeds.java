package org.demur.wiring;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.demur.prompt.PromptNeed;

/**
 * What a component cannot do without.
 *
 * @param model whether it calls a language model
 * @param prompts the prompts it uses, given its options
 */
record ComponentNeeds(boolean model, Function<Map<String, String>, List<PromptNeed>> prompts) {
    static final ComponentNeeds NOTHING = new ComponentNeeds(false, options -> List.of());

    static ComponentNeeds model(PromptNeed... prompts) {
        var needed = List.of(prompts);
        return new ComponentNeeds(true, options -> needed);
    }
}
