package org.demur.inference.http;

import java.io.Serial;

/**
 * A request that was sent, or was to be, and came to nothing; who is to pay for it is not known.
 */
final class BrokenAnswer extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    BrokenAnswer(Throwable cause) {
        super(cause);
    }
}
