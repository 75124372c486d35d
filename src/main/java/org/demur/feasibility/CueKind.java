package org.demur.feasibility;

/** What a telling word or phrase tells. */
enum CueKind {
    NON_SQL(InfeasibleKind.NON_SQL),
    EXTERNAL_KNOWLEDGE(InfeasibleKind.EXTERNAL_KNOWLEDGE),
    AMBIGUOUS_REFERENCE(InfeasibleKind.AMBIGUOUS_REFERENCE),
    AMBIGUOUS_VAGUENESS(InfeasibleKind.AMBIGUOUS_VAGUENESS),
    SMALL_TALK(InfeasibleKind.COLUMN_UNRELATED),
    /** Asks for what has not happened yet. */
    FUTURE(InfeasibleKind.COLUMN_RELATED);

    private final InfeasibleKind kind;

    CueKind(InfeasibleKind kind) {
        this.kind = kind;
    }

    InfeasibleKind kind() {
        return kind;
    }
}
