package org.demur.inference.onnx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;

/** The models that ship with the program, as models/manifest.json lists them. */
public final class ModelManifest {
    /** Larger than any that ships: 40 MB. */
    private static final long MOST_BYTES = 40L << 20;

    private final Path home;
    private final JsonNode models;

    private ModelManifest(Path home, JsonNode models) {
        this.home = home;
        this.models = models;
    }

    /**
     * Reads the list; where there is no such file, nothing is listed.
     *
     * @param home the folder that files are named from
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it cannot be read
     */
    public static ModelManifest read(Path home) {
        var file = home.resolve("models").resolve("manifest.json");
        if (!Files.exists(file)) {
            return new ModelManifest(home, MissingNode.getInstance());
        }
        try {
            return new ModelManifest(
                    home, new ObjectMapper().readTree(file.toFile()).path("models"));
        } catch (IOException e) {
            throw new GatewayException(FailureCode.INVALID_MODEL_FILE, file + " cannot be read", e);
        }
    }

    public boolean has(String id) {
        return entry(id).isPresent();
    }

    /**
     * The content of a model's file, which has the digest that is listed.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it is not listed, missing, too
     *     large or another one
     */
    public byte[] content(String id) {
        var entry =
                entry(id).orElseThrow(() -> broken("models/manifest.json lists no model " + id));
        var name = entry.path("file").asText();
        var file = home.resolve(name);
        byte[] content;
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw broken(name + " is larger than any model that Demur reads");
            }
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            throw broken(name + " is missing or cannot be read; get it again", e);
        }
        if (!Sha256.of(content).equals(entry.path("sha256").asText())) {
            throw broken(name + " is not the file that models/manifest.json lists; get it again");
        }
        return content;
    }

    private Optional<JsonNode> entry(String id) {
        for (var model : models) {
            if (model.path("id").asText().equals(id)) {
                return Optional.of(model);
            }
        }
        return Optional.empty();
    }

    private static GatewayException broken(String why) {
        return new GatewayException(FailureCode.INVALID_MODEL_FILE, why);
    }

    private static GatewayException broken(String why, Exception cause) {
        return new GatewayException(FailureCode.INVALID_MODEL_FILE, why, cause);
    }
}
