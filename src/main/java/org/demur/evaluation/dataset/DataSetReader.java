package org.demur.evaluation.dataset;

import java.nio.file.Path;

/** Reads one data set. A new data set is one reader. */
@FunctionalInterface
public interface DataSetReader {
    /**
     * Reads the samples of a file or folder, gzipped or not.
     *
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} when it is not of this
     *     data set's form; the message counts the offenders and names the first
     */
    DataSet read(Path location);
}
