package org.demur.wiring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.demur.decision.AbstentionPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.SqlGenerator;
import org.demur.generation.Suggester;
import org.demur.inference.ModelCatalog;
import org.demur.pipeline.OpenDatabase;
import org.demur.prompt.PromptFiles;
import org.demur.uncertainty.UncertaintyEstimator;

/**
 * The components that strategies can name, each with a factory. A component is made once per
 * database and options, however many strategies use it. Register at start, then only look up.
 */
final class Components {
    /** The option that names a language model. */
    static final String MODEL = "model";

    /** The option that names the strategy whose calibration is used: its own where not said. */
    static final String FITTED = "fitted";

    /** Makes a component for a database; may take seconds. */
    @FunctionalInterface
    interface Factory<T> {
        /**
         * Makes the component.
         *
         * @param options what the strategy file sets, only keys that were declared
         */
        T make(OpenDatabase database, Map<String, String> options);
    }

    private record Entry(
            ComponentNeeds needs, Map<String, ComponentOption> options, Factory<?> factory) {}

    private record Key(
            Components owner, Part part, String component, Map<String, String> options) {}

    private final PromptFiles prompts;
    private final ModelCatalog models;
    private final String defaultModel;
    private final Map<Part, Map<String, Entry>> entries = new EnumMap<>(Part.class);
    private final List<Consumer<OpenDatabase>> awaited = new ArrayList<>();

    /**
     * No component yet.
     *
     * @param defaultModel the one that a strategy calls where it names none
     */
    Components(PromptFiles prompts, ModelCatalog models, String defaultModel) {
        this.prompts = prompts;
        this.models = models;
        this.defaultModel = defaultModel;
    }

    Components feasibility(
            String name, Factory<FeasibilityClassifier> factory, ComponentOption... options) {
        return feasibility(name, ComponentNeeds.NOTHING, factory, options);
    }

    Components feasibility(
            String name,
            ComponentNeeds needs,
            Factory<FeasibilityClassifier> factory,
            ComponentOption... options) {
        return add(Part.FEASIBILITY, name, needs, factory, options);
    }

    Components generator(String name, Factory<SqlGenerator> factory, ComponentOption... options) {
        return generator(name, ComponentNeeds.NOTHING, factory, options);
    }

    Components generator(
            String name,
            ComponentNeeds needs,
            Factory<SqlGenerator> factory,
            ComponentOption... options) {
        return add(Part.GENERATOR, name, needs, factory, options);
    }

    Components suggester(String name, Factory<Suggester> factory, ComponentOption... options) {
        return add(Part.SUGGESTER, name, ComponentNeeds.NOTHING, factory, options);
    }

    Components detector(String name, Factory<ErrorDetector> factory, ComponentOption... options) {
        return detector(name, ComponentNeeds.NOTHING, factory, options);
    }

    Components detector(
            String name,
            ComponentNeeds needs,
            Factory<ErrorDetector> factory,
            ComponentOption... options) {
        return add(Part.DETECTOR, name, needs, factory, options);
    }

    Components estimator(
            String name, Factory<UncertaintyEstimator> factory, ComponentOption... options) {
        return estimator(name, ComponentNeeds.NOTHING, factory, options);
    }

    Components estimator(
            String name,
            ComponentNeeds needs,
            Factory<UncertaintyEstimator> factory,
            ComponentOption... options) {
        return add(Part.ESTIMATOR, name, needs, factory, options);
    }

    Components policy(String name, Factory<AbstentionPolicy> factory, ComponentOption... options) {
        return add(Part.POLICY, name, ComponentNeeds.NOTHING, factory, options);
    }

    private Components add(
            Part part,
            String name,
            ComponentNeeds needs,
            Factory<?> factory,
            ComponentOption... options) {
        var byName =
                Arrays.stream(options)
                        .collect(Collectors.toMap(ComponentOption::name, Function.identity()));
        var entry = new Entry(needs, byName, factory);
        if (entries.computeIfAbsent(part, p -> new TreeMap<>()).put(name, entry) != null) {
            throw new IllegalArgumentException(part.key() + " " + name + " is registered twice");
        }
        return this;
    }

    /** Registers what waits for work that components of a database do in the background. */
    void whenAwaited(Consumer<OpenDatabase> waiting) {
        awaited.add(waiting);
    }

    /** Waits until the components made so far for a database have nothing left to prepare. */
    void await(OpenDatabase database) {
        awaited.forEach(waiting -> waiting.accept(database));
    }

    /** The names of a part's components. */
    Set<String> names(Part part) {
        return entries.getOrDefault(part, Map.of()).keySet();
    }

    /**
     * Fails where a strategy names a component, an option, a value or a model that there is not, or
     * where a prompt is missing.
     *
     * @throws GatewayException INVALID_CONFIGURATION with file and line
     */
    void check(StrategyDeclaration strategy) {
        strategy.parts()
                .forEach((part, use) -> {
                    entry(part, use);
                    checkModel(use);
                    prompts(part, use);
                });
    }

    private void checkModel(ComponentUse use) {
        var model = use.options().get(MODEL);
        if (model != null && !models.names().contains(model)) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: there is no language model \"%s\"%s"
                            .formatted(
                                    use.place(), model, NearestName.hint(model, models.names())));
        }
    }

    /** Why a strategy cannot be used now, and the remedy; empty where it can. Calls no model. */
    Optional<String> unavailable(StrategyDeclaration strategy) {
        return strategy.parts().entrySet().stream()
                .filter(part -> entry(part.getKey(), part.getValue()).needs().model())
                .map(part -> part.getValue().options().getOrDefault(MODEL, defaultModel))
                .distinct()
                .sorted()
                .flatMap(model -> models.problem(model).stream())
                .findFirst();
    }

    /** The prompts that a component uses, by id, each with its digest. */
    Map<String, String> prompts(Part part, ComponentUse use) {
        var digests = new TreeMap<String, String>();
        for (var need : entry(part, use).needs().prompts().apply(use.options())) {
            digests.put(need.id(), prompts.read(need).digest());
        }
        return digests;
    }

    /**
     * The use with a strategy's calibration, where the component takes one and names none. As that
     * is not inherited, a strategy that changes its parts is not calibrated by what its parent was.
     */
    ComponentUse calibratedAs(String strategy, Part part, ComponentUse use) {
        return entry(part, use).options().containsKey(FITTED)
                ? use.withDefault(FITTED, strategy)
                : use;
    }

    /** The component that a strategy names for a part, made at first use. */
    <T> T get(Part part, ComponentUse use, OpenDatabase database, Class<T> type) {
        var entry = entry(part, use);
        return type.cast(
                database.once(
                        new Key(this, part, use.component(), use.options()),
                        Object.class,
                        () -> entry.factory().make(database, use.options())));
    }

    private Entry entry(Part part, ComponentUse use) {
        var registered = entries.getOrDefault(part, Map.of());
        var entry = registered.get(use.component());
        if (entry == null) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: unknown %s \"%s\"%s"
                            .formatted(
                                    use.place(),
                                    part.key(),
                                    use.component(),
                                    NearestName.hint(use.component(), registered.keySet())));
        }
        use.options().forEach((option, value) -> check(part, use, entry, option, value));
        return entry;
    }

    private static void check(
            Part part, ComponentUse use, Entry entry, String option, String value) {
        var known = entry.options().get(option);
        if (known == null) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: %s \"%s\" has no option \"%s\"%s"
                            .formatted(
                                    use.place(),
                                    part.key(),
                                    use.component(),
                                    option,
                                    NearestName.hint(option, entry.options().keySet())));
        }
        if (!known.accepts().test(value)) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: option \"%s\" of %s \"%s\" is \"%s\"; it has to be %s"
                            .formatted(
                                    use.place(),
                                    option,
                                    part.key(),
                                    use.component(),
                                    value,
                                    known.wanted()));
        }
    }

    /** The strategy whose calibration a component uses. */
    static String fitted(Map<String, String> options) {
        return Objects.requireNonNull(options.get(FITTED), FITTED);
    }
}
