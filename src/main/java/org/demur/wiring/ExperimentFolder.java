package org.demur.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.demur.experiment.Experiment;
import org.demur.experiment.Variant;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.StrategyCatalog.Declared;

/** The experiments of {@code config/experiments}, checked against what there is to be asked. */
public final class ExperimentFolder {
    private ExperimentFolder() {}

    /**
     * All of them by name, ended ones too.
     *
     * @throws GatewayException INVALID_CONFIGURATION for the first thing that a person must mend
     */
    public static List<Experiment> read(Settings settings, Gateway gateway, Instant now) {
        var folder = settings.home().resolve(settings.experiments());
        var experiments = new ArrayList<Experiment>();
        for (var file : files(folder)) {
            var experiment = ExperimentFile.read(file, settings.ask().penalty());
            if (!experiment.hasEnded(now)) { // of ended ones strategies may be gone
                check(file, experiment, settings, gateway);
                requireAlone(file, experiment, experiments, now);
            }
            experiments.add(experiment);
        }
        if (!settings.journal().enabled() && experiments.stream().anyMatch(e -> !e.hasEnded(now))) {
            throw invalid(
                    folder, "experiments need the journal; set demur.journal.enabled to true");
        }
        return List.copyOf(experiments);
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(f -> f.toString().endsWith(ExperimentFile.ENDING))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: the folder of experiments cannot be read; correct demur.experiments"
                            .formatted(folder),
                    e);
        }
    }

    private static void check(
            Path file, Experiment experiment, Settings settings, Gateway gateway) {
        var databases = gateway.databases().declared();
        for (var database : experiment.databases()) {
            if (!databases.contains(database)) {
                throw invalid(
                        file,
                        "there is no database \"%s\"%s"
                                .formatted(database, NearestName.hint(database, databases)));
            }
        }
        Stream.concat(experiment.variants().stream(), experiment.shadows().stream())
                .forEach(variant -> check(file, variant, settings, gateway));
    }

    private static void check(Path file, Variant variant, Settings settings, Gateway gateway) {
        var strategies = gateway.strategies().declared();
        var name = Optional.ofNullable(variant.strategy()).orElseGet(gateway::defaultStrategy);
        var strategy =
                strategies.stream()
                        .filter(s -> s.name().equals(name))
                        .findFirst()
                        .orElseThrow(() ->
                                invalid(
                                        file,
                                        "variant '%s': there is no strategy \"%s\"%s"
                                                .formatted(
                                                        variant.name(),
                                                        name,
                                                        NearestName.hint(
                                                                name,
                                                                strategies.stream()
                                                                        .map(Declared::name)
                                                                        .toList()))));
        if (strategy.unavailable() != null) {
            throw invalid(
                    file,
                    "variant '%s': the strategy \"%s\" needs a language model: %s"
                            .formatted(variant.name(), name, strategy.unavailable()));
        }
        var penalty = variant.penalty();
        if (penalty != null && penalty < settings.ask().penalty()) {
            throw invalid(
                    file,
                    "variant '%s': penalty %s is laxer than the configured %s (demur.ask.penalty), which is the least that anybody is served by"
                            .formatted(variant.name(), penalty, settings.ask().penalty()));
        }
    }

    /** A question takes part in one experiment, or its effects could not be told apart. */
    private static void requireAlone(
            Path file, Experiment experiment, List<Experiment> others, Instant now) {
        for (var other : others) {
            if (!other.hasEnded(now) && experiment.overlaps(other)) {
                throw invalid(
                        file,
                        "runs at the same time on the same database as '%s'; change 'start', 'end' or 'databases' of one"
                                .formatted(other.id()));
            }
        }
    }

    private static GatewayException invalid(Path file, String message) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, file + ": " + message);
    }
}
