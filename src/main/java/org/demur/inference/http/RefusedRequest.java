package org.demur.inference.http;

import dev.langchain4j.exception.HttpException;
import java.io.Serial;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a server said instead of answering; the cause of a {@code MODEL_UNAVAILABLE}. */
final class RefusedRequest extends HttpException {
    @Serial private static final long serialVersionUID = 1L;

    /** Codes have no room for what was in a prompt. */
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.-]{1,60}");

    /** Said with status 429, which otherwise means that waiting helps. */
    private static final Set<String> NOTHING_LEFT =
            Set.of("insufficient_quota", "billing_hard_limit_reached");

    private final String code;
    private final String retryAfter;

    /**
     * A refusal.
     *
     * @param code the server's own for it; dropped when it looks like anything else
     * @param retryAfter the header, possibly empty
     */
    RefusedRequest(int status, String code, String retryAfter) {
        super(status, "status " + status);
        this.code = CODE.matcher(code).matches() ? code : "";
        this.retryAfter = retryAfter;
    }

    /** Whether the same request may succeed later: 408, 429 and the server's own errors. */
    boolean isTemporary() {
        return statusCode() == 408
                || (statusCode() == 429 && !NOTHING_LEFT.contains(code))
                || isOutage();
    }

    /** Whether the server itself is at fault; one that limits its callers works. */
    boolean isOutage() {
        return statusCode() >= 500;
    }

    /** How long the server asks to wait; empty where it does not say, or gives a date. */
    Optional<Duration> retryAfter() {
        try {
            double seconds = Double.parseDouble(retryAfter.strip());
            return seconds >= 0 && seconds < 1e6
                    ? Optional.of(Duration.ofMillis((long) Math.ceil(seconds * 1000)))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty(); // a date: the client's clock is no better guess than a default
        }
    }

    /** Status and code, such as {@code 401 invalid_api_key}. */
    String inWords() {
        return code.isEmpty() ? String.valueOf(statusCode()) : statusCode() + " " + code;
    }
}
