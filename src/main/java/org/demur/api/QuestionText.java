package org.demur.api;

import java.nio.charset.StandardCharsets;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** What may be asked; the service and the command line refuse the same. */
public final class QuestionText {
    private QuestionText() {}

    /**
     * The question as it was sent.
     *
     * @throws GatewayException INVALID_QUESTION where it is blank or holds control characters,
     *     QUESTION_TOO_LONG
     */
    public static String accepted(String question) {
        if (question.isBlank()) {
            throw new GatewayException(
                    FailureCode.INVALID_QUESTION, "\"question\" is empty; ask something");
        }
        int bytes = question.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > QueryRequest.MAX_QUESTION) {
            throw new GatewayException(
                    FailureCode.QUESTION_TOO_LONG,
                    "\"question\" has %d bytes; at most %d are allowed"
                            .formatted(bytes, QueryRequest.MAX_QUESTION));
        }
        if (question.codePoints().anyMatch(QuestionText::isForbidden)) {
            throw new GatewayException(
                    FailureCode.INVALID_QUESTION,
                    "\"question\" holds a control character; send plain text");
        }
        return question;
    }

    /** Control characters, and halves of surrogate pairs, which no UTF-8 text can hold. */
    private static boolean isForbidden(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE
                || (Character.isISOControl(codePoint)
                        && codePoint != '\n'
                        && codePoint != '\r'
                        && codePoint != '\t');
    }
}
