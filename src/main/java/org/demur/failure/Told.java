package org.demur.failure;

/**
 * What a caller is told of a failure. Messages are written for whoever mends the cause, and name
 * files; these stay in the log.
 */
public final class Told {
    private Told() {}

    public static String of(GatewayException failure) {
        return of(failure.code(), failure.getMessage());
    }

    public static String of(FailureCode code, String message) {
        return switch (code) {
            case INVALID_CONFIGURATION ->
                    "a declaration or another file of the configuration is broken; Demur's log names it";
            case INVALID_MODEL_FILE ->
                    "a model file that the database needs is broken; Demur's log names it";
            case INVALID_THRESHOLDS ->
                    "a file of fitted thresholds that the database needs is broken; Demur's log names it";
            case INVALID_INPUT_FILE -> "a file is not as it should be; Demur's log names it";
            case DATABASE_UNAVAILABLE -> "the database cannot be read; Demur's log says why";
            case JOURNAL_UNAVAILABLE ->
                    "nothing is answered that cannot be written into the journal; Demur's log says"
                            + " why";
            case UNEXPECTED -> "Demur failed in an unforeseen way; its log says more";
            default ->
                    code.type() == FailureType.CALLER || !namesAFile(message)
                            ? message
                            : code == FailureCode.MODEL_UNAVAILABLE
                                    ? "a language model that is needed cannot be used; Demur's log says why once it is asked"
                                    : "the cause is for whoever runs Demur to mend; its log says more";
        };
    }

    /** Whether a message is for the log only. */
    public static boolean namesAFile(String message) {
        return message.indexOf('/') >= 0 || message.indexOf('\\') >= 0;
    }
}
