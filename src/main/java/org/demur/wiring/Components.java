package org.demur.wiring;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.decision.AbstentionPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.SqlGenerator;
import org.demur.generation.Suggester;
import org.demur.pipeline.OpenDatabase;
import org.demur.uncertainty.UncertaintyEstimator;

/**
 * The components that strategies can name, each with a factory. A component is made once per
 * database and options, however many strategies use it. Register at start, then only look up.
 */
final class Components {
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

    private record Entry<T>(Class<T> type, Set<String> options, Factory<T> factory) {}

    private record Key(Part part, String component, Map<String, String> options, String database) {}

    private final Map<Part, Map<String, Entry<?>>> entries = new EnumMap<>(Part.class);
    private final Map<Key, Object> made = new ConcurrentHashMap<>();

    Components feasibility(String name, Factory<FeasibilityClassifier> factory, String... options) {
        return add(Part.FEASIBILITY, name, FeasibilityClassifier.class, factory, options);
    }

    Components generator(String name, Factory<SqlGenerator> factory, String... options) {
        return add(Part.GENERATOR, name, SqlGenerator.class, factory, options);
    }

    Components suggester(String name, Factory<Suggester> factory, String... options) {
        return add(Part.SUGGESTER, name, Suggester.class, factory, options);
    }

    Components detector(String name, Factory<ErrorDetector> factory, String... options) {
        return add(Part.DETECTOR, name, ErrorDetector.class, factory, options);
    }

    Components estimator(String name, Factory<UncertaintyEstimator> factory, String... options) {
        return add(Part.ESTIMATOR, name, UncertaintyEstimator.class, factory, options);
    }

    Components policy(String name, Factory<AbstentionPolicy> factory, String... options) {
        return add(Part.POLICY, name, AbstentionPolicy.class, factory, options);
    }

    private <T> Components add(
            Part part, String name, Class<T> type, Factory<T> factory, String... options) {
        var entry = new Entry<>(type, Set.of(options), factory);
        if (entries.computeIfAbsent(part, p -> new TreeMap<>()).put(name, entry) != null) {
            throw new IllegalArgumentException(part.key() + " " + name + " is registered twice");
        }
        return this;
    }

    /** Part and component of each, as in the table of docs/configuration.md. */
    List<String> names() {
        return entries.entrySet().stream()
                .flatMap(part ->
                        part.getValue().keySet().stream()
                                .map(n -> "| `%s` | `%s` |".formatted(part.getKey().key(), n)))
                .toList();
    }

    /**
     * Fails where a strategy names a component or an option that is not registered.
     *
     * @throws GatewayException INVALID_CONFIGURATION with file and line
     */
    void check(StrategyDeclaration strategy) {
        strategy.parts().forEach(this::entry);
    }

    /** The component that a strategy names for a part, made at first use. */
    <T> T get(Part part, ComponentUse use, OpenDatabase database, Class<T> type) {
        var entry = entry(part, use);
        var key = new Key(part, use.component(), use.options(), database.id());
        // Not computeIfAbsent: a factory may ask for another component meanwhile.
        var known = made.get(key);
        if (known == null) {
            synchronized (entry) {
                known = made.get(key);
                if (known == null) {
                    known = entry.factory().make(database, use.options());
                    made.put(key, known);
                }
            }
        }
        return type.cast(known);
    }

    private Entry<?> entry(Part part, ComponentUse use) {
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
        for (var option : use.options().keySet()) {
            if (!entry.options().contains(option)) {
                throw new GatewayException(
                        FailureCode.INVALID_CONFIGURATION,
                        "%s: %s \"%s\" has no option \"%s\"%s"
                                .formatted(
                                        use.place(),
                                        part.key(),
                                        use.component(),
                                        option,
                                        NearestName.hint(option, entry.options())));
            }
        }
        return entry;
    }
}
