package org.demur.evaluation.dataset;

/** Whether the template of a gold statement occurs in the training split. */
public enum Familiarity {
    SEEN,
    UNSEEN
}
