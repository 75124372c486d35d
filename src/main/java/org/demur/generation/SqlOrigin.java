package org.demur.generation;

/** Where a statement's text comes from, which decides in which process it runs. */
public enum SqlOrigin {
    /** Demur made it of verified queries, the schema and values, by rules of its own. */
    PROGRAM,
    /** A language or neural model wrote it, or nobody can tell. */
    MODEL
}
