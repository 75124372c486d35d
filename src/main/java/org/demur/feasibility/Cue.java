package org.demur.feasibility;

/**
 * A telling phrase that stands in a question.
 *
 * @param kind what it tells
 * @param from index of its first word
 * @param to index after its last word
 * @param atStart whether the question begins with it, polite words aside
 */
record Cue(CueKind kind, int from, int to, boolean atStart) {}
