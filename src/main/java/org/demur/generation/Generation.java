package org.demur.generation;

import java.util.List;

/** What a generator returns: drafts, or that it has none. */
public sealed interface Generation {
    /**
     * At least one draft.
     *
     * @param candidates best first, different from each other
     */
    record Drafts(List<SqlCandidate> candidates) implements Generation {
        public Drafts {
            candidates = List.copyOf(candidates);
            if (candidates.isEmpty()) {
                throw new IllegalArgumentException("drafts are empty: use Declined");
            }
        }

        public SqlCandidate best() {
            return candidates.getFirst();
        }
    }

    /**
     * The generator has no draft to offer.
     *
     * @param because one sentence for a person
     */
    record Declined(String because) implements Generation {}
}
