package org.demur.wiring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.demur.decision.AbstentionPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.SqlGenerator;
import org.demur.generation.Suggester;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.Strategy;
import org.demur.pipeline.StrategyCatalog;
import org.demur.uncertainty.UncertaintyEstimator;

/** The declared strategies, put together for a database when it is first asked. Thread-safe. */
final class Strategies implements StrategyCatalog {
    private static final System.Logger LOG = System.getLogger(Strategies.class.getName());

    private final Map<String, StrategyDeclaration> declared;
    private final Components components;

    /**
     * Takes the strategies of a folder. One that needs a model which is not configured is taken too
     * and told as unavailable, so that nobody needs a model to start.
     *
     * @throws GatewayException INVALID_CONFIGURATION where a file is wrong or names an unknown
     *     component
     */
    Strategies(StrategyFiles files, Components components) {
        this.declared = files.read();
        this.components = components;
        declared.values().forEach(components::check);
    }

    @Override
    public List<Declared> declared() {
        return declared.values().stream()
                .map(declaration ->
                        new Declared(
                                declaration.name(),
                                declaration.description(),
                                components(declaration),
                                unavailable(declaration).orElse(null)))
                .toList();
    }

    @Override
    public void requireDeclared(String name) {
        declaration(name);
    }

    private static Map<String, String> components(StrategyDeclaration declaration) {
        var components = new LinkedHashMap<String, String>();
        if (!declaration.tiers().isEmpty()) {
            components.put("tiers", String.join(", ", declaration.tiers()));
            return components;
        }
        for (var part : Part.values()) {
            components.put(part.key(), use(part, declaration.parts()).component());
        }
        if (declaration.answersUncalibrated()) {
            components.put(Declared.UNCALIBRATED, Declared.ANSWER);
        }
        return components;
    }

    /** Of a strategy, or of the first of its tiers that is not available. */
    private Optional<String> unavailable(StrategyDeclaration declaration) {
        return declaration.tiers().isEmpty()
                ? components.unavailable(declaration)
                : declaration.tiers().stream()
                        .flatMap(tier -> components.unavailable(declaration(tier)).stream())
                        .findFirst();
    }

    /**
     * Fails where the strategy that answers when none is named cannot: whoever starts the service
     * wants to know before the first question.
     *
     * @throws GatewayException INVALID_CONFIGURATION with the remedy
     */
    void checkDefault(String name) {
        if (!declared.containsKey(name)) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "demur.ask.strategy: there is no strategy \"%s\"%s"
                            .formatted(name, NearestName.hint(name, declared.keySet())));
        }
        unavailable(declaration(name))
                .ifPresent(why -> {
                    throw new GatewayException(
                            FailureCode.INVALID_CONFIGURATION,
                            "demur.ask.strategy: \"%s\" needs a language model: %s"
                                    .formatted(name, why));
                });
    }

    @Override
    public Strategy strategy(String name, OpenDatabase database) {
        var declaration = declaration(name);
        unavailable(declaration)
                .ifPresent(why -> {
                    throw new GatewayException(
                            FailureCode.MODEL_UNAVAILABLE,
                            "the strategy \"%s\" needs a language model: %s".formatted(name, why));
                });
        if (declaration.tiers().isEmpty()) {
            return whole(declaration, database);
        }
        return Strategy.cascade(
                name,
                declaration.tiers().stream()
                        .map(tier -> whole(declaration(tier), database))
                        .toList());
    }

    @Override
    public void prepare(String name, OpenDatabase database) {
        var threads = Thread.ofPlatform().name("prepare-", 0).daemon().factory();
        try (var beside = Executors.newThreadPerTaskExecutor(threads)) {
            var declaration = declaration(name);
            if (!declaration.parts().isEmpty()) {
                beside.execute(() -> beginGenerator(declaration, database));
            }
            strategy(name, database);
        }
        components.await(database);
    }

    /** What takes longest, beside the classifier; what fails here fails again for who needs it. */
    private void beginGenerator(StrategyDeclaration declaration, OpenDatabase database) {
        try {
            get(Part.GENERATOR, declaration, database, SqlGenerator.class);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a generator could not be made ahead", e);
        }
    }

    private Strategy whole(StrategyDeclaration declaration, OpenDatabase database) {
        var prompts = new TreeMap<String, String>();
        declaration.parts().forEach((part, use) -> prompts.putAll(components.prompts(part, use)));
        var policy = get(Part.POLICY, declaration, database, AbstentionPolicy.class);
        return new Strategy(
                declaration.name(),
                get(Part.FEASIBILITY, declaration, database, FeasibilityClassifier.class),
                get(Part.GENERATOR, declaration, database, SqlGenerator.class),
                get(Part.SUGGESTER, declaration, database, Suggester.class),
                get(Part.DETECTOR, declaration, database, ErrorDetector.class),
                get(Part.ESTIMATOR, declaration, database, UncertaintyEstimator.class),
                declaration.answersUncalibrated() ? policy.answeringUncalibrated() : policy,
                declaration.name(),
                prompts,
                null);
    }

    private <T> T get(
            Part part, StrategyDeclaration declaration, OpenDatabase database, Class<T> type) {
        var use = use(part, declaration.parts());
        return components.get(
                part,
                components.calibratedAs(calibratedAs(declaration), part, use),
                database,
                type);
    }

    /** An evidence model is fitted together with its calibration, whatever strategy it serves. */
    private static String calibratedAs(StrategyDeclaration declaration) {
        return use(Part.ESTIMATOR, declaration.parts())
                        .component()
                        .equals(VerifiedComponents.EVIDENCE)
                ? VerifiedComponents.VERIFIED
                : declaration.name();
    }

    private static ComponentUse use(Part part, Map<Part, ComponentUse> parts) {
        // StrategyFiles lets no strategy through that lacks a part.
        return Objects.requireNonNull(parts.get(part), part.key());
    }

    private StrategyDeclaration declaration(String name) {
        var declaration = declared.get(name);
        if (declaration == null) {
            throw new GatewayException(
                    FailureCode.UNKNOWN_STRATEGY,
                    "there is no strategy \"%s\"%s"
                            .formatted(
                                    name.length() > 100 ? name.substring(0, 100) : name,
                                    NearestName.hint(name, declared.keySet())));
        }
        return declaration;
    }
}
