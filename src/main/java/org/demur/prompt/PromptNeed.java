package org.demur.prompt;

import java.util.Set;

/**
 * A prompt file that a component cannot do without, and what it will put into it.
 *
 * @param id stage and name with version, such as {@code generation/draft.v1}
 * @param places the values that the component fills in
 */
public record PromptNeed(String id, Set<String> places) {
    public PromptNeed {
        places = Set.copyOf(places);
    }

    public static PromptNeed of(String id, String... places) {
        return new PromptNeed(id, Set.of(places));
    }
}
