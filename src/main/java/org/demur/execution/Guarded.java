package org.demur.execution;

/** What the guard says of a draft: a statement that may run, or why it may not. */
public sealed interface Guarded permits ReadOnlySql, Guarded.Refused {
    /**
     * The draft must not run.
     *
     * @param code what kind of objection
     * @param subject the name, word or measure objected to, as it stands in the draft; untrusted
     * @param explanation one sentence for a person
     */
    record Refused(RefusalCode code, String subject, String explanation) implements Guarded {}
}
