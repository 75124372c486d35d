package org.demur.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.failure.Told;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A problem detail.
 *
 * @param type names the kind of problem; a URN, since there is no page to read
 * @param title the kind of problem for a person
 * @param detail what went wrong this time and how to mend it
 * @param code the failure code; null where HTTP itself is misused
 * @param owner who has to act
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>
 */
@Schema(description = "A problem detail as of RFC 9457.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record Problem(
        @Schema(description = "Names the kind of problem.") String type,
        @Schema(description = "The kind of problem for a person.") String title,
        @Schema(description = "The HTTP status.") int status,
        @Schema(description = "What went wrong this time, and how to mend it.") String detail,
        @Schema(description = "The failure code.") @Nullable String code,
        @Schema(description = "Who has to act: caller, model, upstream, resource or internal.")
                String owner) {
    static final String MEDIA_TYPE = "application/problem+json";

    static final int TOO_MANY = 429;

    static Problem of(GatewayException failure) {
        return of(failure.code(), Told.of(failure));
    }

    static Problem of(FailureCode code, String detail) {
        var name = code.key();
        return new Problem(
                "urn:demur:failure:" + name,
                sentence(name),
                status(code),
                detail,
                name,
                owner(code.type()));
    }

    /** For misuse of HTTP itself: no such path, no such method. */
    static Problem ofStatus(int status, String title, String detail) {
        return new Problem(
                "about:blank",
                title,
                status,
                detail,
                null,
                owner(status < 500 ? FailureType.CALLER : FailureType.INTERNAL));
    }

    Problem withStatus(int other) {
        return new Problem(type, title, other, detail, code, owner);
    }

    private static int status(FailureCode code) {
        return switch (code) {
            case QUESTION_TOO_LONG -> 413;
            case UNKNOWN_ANSWER, UNKNOWN_EXPERIMENT, UNKNOWN_PAIR, UNKNOWN_PROPOSAL, UNKNOWN_RUN ->
                    404;
            case ALREADY_REVIEWED -> 409;
            case RATE_LIMITED -> TOO_MANY;
            // takes out what depends on the file, not Demur
            case INVALID_CONFIGURATION, INVALID_MODEL_FILE, INVALID_THRESHOLDS -> 503;
            default ->
                    switch (code.type()) {
                        case CALLER -> 400;
                        case UPSTREAM, RESOURCE -> 503;
                        case MODEL, INTERNAL -> 500;
                    };
        };
    }

    private static String owner(FailureType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static String sentence(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1).replace('-', ' ');
    }
}
