package org.demur.uncertainty;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.WholeFile;

/** What was fitted as a file that a person can read. */
public final class FittedFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private FittedFile() {}

    /**
     * Writes the file; it appears at once or not at all.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} where it cannot be written
     */
    public static void write(Path file, Object fitted) {
        try {
            WholeFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(fitted));
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, "Cannot write " + file, e);
        }
    }
}
