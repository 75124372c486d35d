package org.demur.api;

import java.util.Set;

/** What callers may do; none includes another. */
public final class Roles {
    /** Ask questions, and see what there is to be asked. */
    public static final String ASK = "ask";

    /** Judge answers, and make verified queries of them. */
    public static final String REVIEW = "review";

    /** See and change how the service runs. */
    public static final String OPERATE = "operate";

    public static final Set<String> ALL = Set.of(ASK, REVIEW, OPERATE);

    private Roles() {}
}
