package org.demur.wiring;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.inference.Budget;
import org.demur.inference.BudgetedModel;
import org.demur.inference.ChatModel;
import org.demur.inference.ModelCatalog;
import org.demur.inference.RecordingModel;
import org.demur.inference.http.ModelSettings;
import org.demur.inference.http.RemoteModel;
import org.demur.inference.http.ResilientModel;
import org.jspecify.annotations.Nullable;

/**
 * The models that strategies can name, one file {@code config/models/<name>.yaml} each. A model is
 * made once, so that all who use it share its limits; all models share one budget. Thread-safe.
 */
final class ModelFolder implements ModelCatalog, AutoCloseable {
    private static final Duration CONNECT_TIME_LIMIT = Duration.ofSeconds(5);
    private static final String ENDING = ".yaml";

    private final Path folder;
    private final Map<String, ModelFile> files;
    private final Map<String, String> environment;
    private final Budget budget;
    private final Optional<Path> recording;
    private final Map<String, ChatModel> made = new ConcurrentHashMap<>();
    private @Nullable HttpClient client;

    /**
     * Takes the models of a folder; calls none.
     *
     * @param folder need not exist, then there is none
     * @param environment for keys and whatever else the files refer to
     * @param recording folder that every prompt and completion is appended to
     * @throws GatewayException INVALID_CONFIGURATION for a file that is wrong
     */
    ModelFolder(
            Path folder, Map<String, String> environment, Budget budget, Optional<Path> recording) {
        this.folder = folder;
        this.files = read(folder);
        this.environment = Map.copyOf(environment);
        this.budget = budget;
        this.recording = recording;
    }

    private static Map<String, ModelFile> read(Path folder) {
        var models = new TreeMap<String, ModelFile>();
        if (!Files.isDirectory(folder)) {
            return models;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            for (var file : entries.filter(f -> f.toString().endsWith(ENDING)).sorted().toList()) {
                var fileName = String.valueOf(file.getFileName());
                var name = fileName.substring(0, fileName.length() - ENDING.length());
                models.put(name, ModelFile.read(name, file));
            }
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: the folder of models cannot be read; correct demur.models"
                            .formatted(folder),
                    e);
        }
        return models;
    }

    @Override
    public List<String> names() {
        return List.copyOf(files.keySet());
    }

    @Override
    public Optional<String> problem(String name) {
        try {
            settings(name);
            return Optional.empty();
        } catch (GatewayException e) {
            return Optional.of(e.getMessage());
        }
    }

    @Override
    public Configured model(String name) {
        var settings = settings(name);
        return new Configured(
                made.computeIfAbsent(name, _ -> make(settings)),
                settings.contextTokens(),
                settings.maxTokens());
    }

    private ModelSettings settings(String name) {
        var file = files.get(name);
        if (file == null) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "there is no model \"%s\" in %s%s"
                            .formatted(name, folder, NearestName.hint(name, files.keySet())));
        }
        return file.settings(environment);
    }

    /** Shared, so that connections are; made only where some model is called. */
    private synchronized HttpClient client() {
        if (client == null) {
            client =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1) // offers of 2 trip some up
                            .connectTimeout(CONNECT_TIME_LIMIT)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .proxy(ProxySelector.getDefault())
                            .build();
        }
        return client;
    }

    private ChatModel make(ModelSettings settings) {
        ChatModel paid =
                new BudgetedModel(
                        new RemoteModel(settings, client()),
                        settings.name(),
                        budget,
                        settings.price(),
                        settings.maxTokens(),
                        ResilientModel::isFree);
        ChatModel resilient =
                new ResilientModel(paid, settings.name(), settings.file(), settings.limits());
        return recording
                .<ChatModel>map(folder ->
                        new RecordingModel(
                                resilient,
                                settings.model(),
                                folder.resolve(settings.name() + ".jsonl")))
                .orElse(resilient);
    }

    /** Ends what is under way. */
    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
        }
    }
}
