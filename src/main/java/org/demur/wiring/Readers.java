package org.demur.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.onnx.CrossEncoder;
import org.demur.inference.onnx.ModelManifest;
import org.demur.pipeline.OpenDatabase;
import org.jspecify.annotations.Nullable;

/** The models that read drafts: the one that ships, or a cross-fitted set. Thread-safe. */
public final class Readers {
    private static final String ID = "reader";

    private final Path home;
    private final List<CrossEncoder> crossFitted;

    /** Opened for the first database, because most commands have no draft read. */
    private @Nullable CrossEncoder shipped;

    private Readers(Path home, List<CrossEncoder> crossFitted) {
        this.home = home;
        this.crossFitted = crossFitted;
    }

    /**
     * The one that ships with the program, and where a folder of cross-fitted ones is set, for each
     * database that they name one which has not learnt from it.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where that folder has no {@code
     *     reader-*.onnx}
     */
    public static Readers of(Settings settings) {
        return new Readers(
                settings.home(), settings.readers().map(Readers::crossFitted).orElse(List.of()));
    }

    private static List<CrossEncoder> crossFitted(Path folder) {
        List<CrossEncoder> readers = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, ID + "-*.onnx")) {
            for (Path file : files) {
                readers.add(CrossEncoder.open(Files.readAllBytes(file)));
            }
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE, folder + " cannot be read", e);
        }
        if (readers.isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE, folder + " has no " + ID + "-*.onnx");
        }
        return List.copyOf(readers);
    }

    private synchronized Optional<CrossEncoder> shipped() {
        var manifest = ModelManifest.read(home);
        if (shipped == null && manifest.has(ID)) {
            shipped = CrossEncoder.open(manifest.content(ID));
        }
        return Optional.ofNullable(shipped);
    }

    /** The one that reads drafts for a database; empty where none ships. */
    Optional<CrossEncoder> of(OpenDatabase database) {
        return crossFitted.stream()
                .filter(reader -> reader.heldOut().contains(database.id()))
                .findFirst()
                .or(this::shipped);
    }
}
