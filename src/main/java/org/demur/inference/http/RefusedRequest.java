package org.demur.inference.http;

import java.io.Serial;
import java.time.Duration;
import java.util.Optional;

/** What a server said instead of answering; the cause of a {@code MODEL_UNAVAILABLE}. */
public final class RefusedRequest extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final int status;
    private final String retryAfter;

    RefusedRequest(int status, String retryAfter) {
        super("status " + status);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** Whether the same request may succeed later: 408, 429 and the server's own errors. */
    public boolean isTemporary() {
        return status == 408 || status == 429 || status >= 500;
    }

    /** How long the server asks to wait; empty where it does not say, or gives a date. */
    public Optional<Duration> retryAfter() {
        try {
            return retryAfter.isBlank()
                    ? Optional.empty()
                    : Optional.of(Duration.ofSeconds(Long.parseLong(retryAfter.strip())));
        } catch (NumberFormatException e) {
            return Optional.empty(); // a date: the client's clock is no better guess than a default
        }
    }
}
