package org.demur.wiring.cli;

import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** What the program's exit codes mean; those from 64 are of BSD's sysexits. */
final class ExitCode {
    static final int OK = 0;

    /** What was compared is not the same. */
    static final int DIFFERENT = 1;

    /** The command line or an input is at fault; Picocli's own code for it too. */
    static final int USAGE = 2;

    static final int ABSTAINED = 3;

    /** A database or model cannot be reached, or a limit of the machine was met. */
    static final int UPSTREAM = 4;

    static final int SOFTWARE = 70;

    static final int CONFIGURATION = 78;

    private ExitCode() {}

    static int of(GatewayException failure) {
        if (failure.code() == FailureCode.INVALID_CONFIGURATION) {
            return CONFIGURATION;
        }
        return switch (failure.code().type()) {
            case CALLER -> USAGE;
            case MODEL -> ABSTAINED;
            case UPSTREAM, RESOURCE -> UPSTREAM;
            case INTERNAL -> SOFTWARE;
        };
    }
}
