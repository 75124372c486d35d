package org.demur.generation.verified.accounting;

import org.demur.generation.verified.accounting.Contradictions.Asked;

/** One kind of contradiction between a question and a draft. Immutable once fitted. */
interface ContradictionRule {
    /** Looks for it in all pairs too: what they do themselves excuses drafts. */
    void find(Asked asked, ReadDraft draft, Findings found);
}
