package org.demur.generation.neural.crossdomain;

import java.io.Serial;

/** A model's choices make no statement. */
final class NoStatementException extends Exception {
    @Serial private static final long serialVersionUID = 1;

    NoStatementException(String why) {
        super(why);
    }
}
