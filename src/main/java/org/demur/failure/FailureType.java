package org.demur.failure;

/** Who has to act for a failure to go away. */
public enum FailureType {
    /** The request is at fault: change it. */
    CALLER,
    /** The model wrote something unusable: the draft is withheld. */
    MODEL,
    /** A system that Demur calls is at fault: wait, or mend it. */
    UPSTREAM,
    /** A limit of this machine or of the configuration was reached. */
    RESOURCE,
    /** Demur itself, or its configuration, is at fault. */
    INTERNAL
}
