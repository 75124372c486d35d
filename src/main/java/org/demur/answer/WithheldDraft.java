package org.demur.answer;

import java.util.List;

/**
 * What an abstention held back, for a person to judge: nobody has verified it, and it did not
 * become an answer.
 *
 * @param sql the draft as the guard rewrote it, so that it names nothing that is hidden
 * @param draft the same before the guard rewrote it
 * @param against what speaks against it, in sentences; at least one
 */
public record WithheldDraft(String sql, String draft, List<String> against) {
    public WithheldDraft {
        against = List.copyOf(against);
    }
}
