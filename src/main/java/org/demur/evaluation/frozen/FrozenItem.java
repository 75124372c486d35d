package org.demur.evaluation.frozen;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question with what was recorded for it.
 *
 * @param id unique within its folder
 * @param database name of the database asked about
 * @param question in plain words; null where it is not known
 * @param prediction what the generator wrote; not always SQL
 * @param votes further samples of the generator, each as written
 * @param acceptedBefore whether the verdict before generation lets the question pass; null where
 *     none was recorded
 * @param acceptedAfter whether the verdict after generation lets the draft pass; null where none
 *     was recorded
 */
public record FrozenItem(
        String id,
        String database,
        @Nullable String question,
        String prediction,
        List<String> votes,
        @Nullable Boolean acceptedBefore,
        @Nullable Boolean acceptedAfter) {
    public FrozenItem {
        votes = List.copyOf(votes);
    }
}
