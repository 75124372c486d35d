package org.demur.wiring.cli;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.demur.evaluation.dataset.DataFile;

/**
 * A part of a command's work, as Spark sends it to a machine.
 *
 * @param command with its options
 * @param option that says where the command writes
 * @param file there, in a folder of the task's own; empty for that folder
 */
record SparkTask(List<String> command, String option, String file) implements Serializable {
    SparkTask {
        command = List.copyOf(command);
    }

    /**
     * What became of it.
     *
     * @param code of exit
     * @param complaint where it is not 0
     * @param files by name
     */
    record Part(int code, String complaint, Map<String, byte[]> files) implements Serializable {
        Part {
            files = Map.copyOf(files);
        }

        void write(Path folder) {
            files.forEach((name, bytes) -> DataFile.write(folder.resolve(name), bytes));
        }
    }
}
