package org.demur.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.SqlGenerator;
import org.demur.generation.neural.RecordedOpinions;
import org.demur.generation.neural.crossdomain.CrossDomainModel;
import org.demur.generation.verified.CrossFittingFolds;
import org.demur.inference.onnx.CrossEncoder;
import org.demur.inference.onnx.ModelManifest;
import org.demur.inference.onnx.PointerModel;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * The models that serve any database: the one that drafts and the one that reads drafts. They are
 * those that ship, and where a folder of cross-fitted ones is set, for each database that these
 * name one which has not learnt from it. Opened when first asked for, because most commands need
 * none, and because ONNX Runtime fails where a service stops while it opens one. Thread-safe.
 */
public final class CrossDomainModels {
    private static final String READER = "reader";
    private static final String GENERATOR = "generator-cross";
    private static final String ENCODER = "-encoder";
    private static final String DECODER = "-decoder";
    private static final String FILE = ".onnx";

    /** Opinions that were recorded in a folder of cross-fitted models, by the known pairs. */
    private static final String RECORDED = "opinions";

    private static final String LINES = ".jsonl.gz";

    private final Path home;
    private final Optional<Path> folder;
    private final Models<CrossEncoder> readers;
    private final Models<PointerModel> generators;

    /**
     * Those of a program.
     *
     * @param home of the program, with the folder {@code models}
     * @param crossFitted folder of cross-fitted ones
     */
    public CrossDomainModels(Path home, Optional<Path> crossFitted) {
        this.home = home;
        this.folder = crossFitted;
        readers =
                new Models<>(
                        home,
                        crossFitted,
                        READER,
                        "",
                        CrossEncoder::heldOut,
                        parts -> CrossEncoder.open(parts.apply("")));
        generators =
                new Models<>(
                        home,
                        crossFitted,
                        GENERATOR,
                        ENCODER,
                        PointerModel::heldOut,
                        parts ->
                                PointerModel.open(
                                        parts.apply(ENCODER),
                                        parts.apply(DECODER),
                                        CrossDomainModel.INPUTS));
    }

    /** Of the program, or of the folder that {@code demur.cross-fitted} names. */
    public static CrossDomainModels of(Settings settings) {
        return new CrossDomainModels(settings.home(), settings.crossFitted());
    }

    /** The program's folder, with the folder {@code models}. */
    Path home() {
        return home;
    }

    /** What reads drafts for the database; empty where no such model ships. */
    Optional<CrossEncoder> reader(OpenDatabase database) {
        return readers.of(database);
    }

    /**
     * What drafts for the database, whose values it takes up once; empty where no such model ships.
     */
    Optional<CrossDomainModel> generator(OpenDatabase database) {
        return generators
                .of(database)
                .map(model ->
                        database.once(
                                this,
                                CrossDomainModel.class,
                                () -> new CrossDomainModel(model, database.schema())));
    }

    /**
     * The opinions of the database's own model, had it been trained on some pairs alone.
     *
     * @return empty for a database without a model of its own, and for all of its pairs
     * @throws GatewayException {@code INVALID_MODEL_FILE} where nobody recorded that
     */
    Optional<SqlGenerator> recorded(OpenDatabase database, List<VerifiedQuery> pairs) {
        if (!NeuralComponents.isTrainedFor(home, database)
                || pairs.equals(database.database().verified().current())) {
            return Optional.empty();
        }
        var file =
                folder.map(f -> f.resolve(RECORDED).resolve(CrossFittingFolds.key(pairs) + LINES));
        if (file.filter(Files::exists).isEmpty()) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    ("%s has a local model of its own, which knows the pairs that are to be asked: set"
                                    + " demur.cross-fitted to the folder that models/training/ehrsql.sh"
                                    + " makes, where %s is missing")
                            .formatted(
                                    database.id(),
                                    file.map(Path::toString).orElse(RECORDED + "/*" + LINES)));
        }
        return file.map(f -> new RecordedOpinions(f));
    }

    /** The content of each part of a model, by what its name ends in. */
    private interface Parts extends Function<String, byte[]> {}

    /** One kind of model. */
    private static final class Models<T> {
        private final Path home;
        private final Optional<Path> folder;
        private final String name;
        private final String part;
        private final Function<T, Set<String>> heldOut;
        private final Function<Parts, T> opening;
        private @Nullable List<T> crossFitted;
        private Optional<T> shipped = Optional.empty();
        private boolean looked;

        /**
         * One kind.
         *
         * @param folder of cross-fitted ones
         * @param name of the model without its parts
         * @param part that is there where the model is
         */
        Models(
                Path home,
                Optional<Path> folder,
                String name,
                String part,
                Function<T, Set<String>> heldOut,
                Function<Parts, T> opening) {
            this.home = home;
            this.folder = folder;
            this.name = name;
            this.part = part;
            this.heldOut = heldOut;
            this.opening = opening;
        }

        synchronized Optional<T> of(OpenDatabase database) {
            if (crossFitted == null) {
                crossFitted = folder.map(this::crossFitted).orElse(List.of());
            }
            if (folder.isPresent() && crossFitted.isEmpty()) {
                return Optional.empty();
            }
            return crossFitted.stream()
                    .filter(model -> heldOut.apply(model).contains(database.id()))
                    .findFirst()
                    .or(this::shipped);
        }

        private Optional<T> shipped() {
            if (!looked) {
                var manifest = ModelManifest.read(home);
                if (manifest.has(name + part)) {
                    shipped = Optional.of(opening.apply(p -> manifest.content(name + p)));
                }
                looked = true;
            }
            return shipped;
        }

        /** The numbered ones of a folder, from 0 on; none where there are no models yet. */
        private List<T> crossFitted(Path folder) {
            List<T> models = new ArrayList<>();
            for (int k = 0; Files.exists(folder.resolve(name + "-" + k + part + FILE)); k++) {
                String numbered = name + "-" + k;
                models.add(opening.apply(p -> content(folder.resolve(numbered + p + FILE))));
            }
            if (models.isEmpty() && !isEmptyFolder(folder)) {
                throw new GatewayException(
                        FailureCode.INVALID_MODEL_FILE,
                        folder + " has no " + name + "-0" + part + FILE);
            }
            return models;
        }

        private static boolean isEmptyFolder(Path folder) {
            var files = folder.toFile().list();
            return files != null && files.length == 0;
        }

        private static byte[] content(Path file) {
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                throw new GatewayException(
                        FailureCode.INVALID_MODEL_FILE, file + " cannot be read", e);
            }
        }
    }
}
