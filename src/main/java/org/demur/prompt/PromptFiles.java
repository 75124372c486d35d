package org.demur.prompt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.PromptFile;

/**
 * The folder of prompts.
 *
 * @param folder holds {@code <stage>/<name>.v<N>.md}
 */
public record PromptFiles(Path folder) {
    /**
     * The file that a component needs.
     *
     * @throws GatewayException {@code INVALID_CONFIGURATION} where it is missing, cannot be read or
     *     has other places than the component fills
     */
    public PromptFile read(PromptNeed need) {
        var path = folder.resolve(need.id() + ".md");
        if (!Files.exists(path)) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    path + ": there is no such prompt; restore it, it comes with the program");
        }
        var file = PromptFile.read(path);
        if (!file.places().equals(need.places())) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: has the places %s and needs %s"
                            .formatted(
                                    path,
                                    new TreeSet<>(file.places()),
                                    new TreeSet<>(need.places())));
        }
        return file;
    }
}
