package org.demur.generation.verified;

import java.util.List;
import org.demur.generation.SqlGenerator;
import org.demur.schema.VerifiedQuery;

/** Generators of one database over pairs that may change, for cross-fitting. Thread-safe. */
@FunctionalInterface
public interface VerifiedGenerators {
    /** One over a fixed set of pairs; fits before it returns. */
    VerifiedGenerator over(List<VerifiedQuery> pairs);

    /**
     * One of them with what drafts beside it; by default nothing does.
     *
     * @param pairs that it is fitted on, and that what drafts beside it may know
     */
    default SqlGenerator withOpinion(VerifiedGenerator generator, List<VerifiedQuery> pairs) {
        return generator;
    }
}
