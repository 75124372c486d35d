package org.demur.failure;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of the gateway. Its message is written for the person who can mend the cause:
 * it names the file, line or field and the remedy, and never holds SQL, rows or parts of a prompt.
 */
public final class GatewayException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final FailureCode code;

    public GatewayException(FailureCode code, String message) {
        super(message);
        this.code = code;
    }

    public GatewayException(FailureCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Never null, unlike that of other exceptions. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public FailureCode code() {
        return code;
    }
}
