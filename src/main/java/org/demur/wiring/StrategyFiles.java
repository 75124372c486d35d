package org.demur.wiring;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.pipeline.StrategyCatalog.Declared;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads strategies from {@code config/strategies/*.yaml}. A strategy names one component for each
 * part, or inherits it from the strategy that it extends; or it names other strategies as its
 * tiers. Every message names the file and line.
 */
record StrategyFiles(Path folder) {
    private static final String DESCRIPTION = "description";
    private static final String EXTENDS = "extends";
    private static final String TIERS = "tiers";
    private static final String USE = "use";
    private static final List<String> WHERE_UNCALIBRATED = List.of("abstain", Declared.ANSWER);
    private static final Set<String> KEYS = keys();

    /** One file, before inheritance. */
    private record Written(
            String name,
            String place,
            String description,
            @Nullable ComponentUse parent,
            Map<Part, ComponentUse> parts,
            List<ComponentUse> tiers,
            boolean answersUncalibrated) {}

    /**
     * Every strategy of the folder by name.
     *
     * @throws GatewayException INVALID_CONFIGURATION for the first thing that a person must mend
     */
    Map<String, StrategyDeclaration> read() {
        var written = new TreeMap<String, Written>();
        for (var file : files()) {
            var one = read(file);
            written.put(one.name, one);
        }
        if (written.isEmpty()) {
            throw invalid(
                    "%s: there is no strategy; put a file <name>.yaml there".formatted(folder));
        }
        var declared = new TreeMap<String, StrategyDeclaration>();
        for (var one : written.values()) {
            declared.put(
                    one.name,
                    one.tiers.isEmpty()
                            ? resolve(one, written)
                            : new StrategyDeclaration(
                                    one.name,
                                    one.description,
                                    Map.of(),
                                    tiers(one, List.of(), written),
                                    false));
        }
        return declared;
    }

    private List<Path> files() {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(f -> f.getFileName().toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: the folder of strategies cannot be read; create it or correct demur.strategies"
                            .formatted(folder),
                    e);
        }
    }

    private static Written read(Path file) {
        var fileName = String.valueOf(file.getFileName());
        var name = fileName.substring(0, fileName.length() - ".yaml".length());
        var entries = entries(root(file), file, KEYS);
        var parts = new EnumMap<Part, ComponentUse>(Part.class);
        for (var part : Part.values()) {
            var node = entries.get(part.key());
            if (node != null) {
                parts.put(part, component(node, file));
            }
        }
        var parent = entries.get(EXTENDS);
        var tiers = entries.get(TIERS);
        if (tiers != null && (parent != null || !parts.isEmpty())) {
            throw invalid(
                    "%s: a strategy has either tiers or parts of its own; move the parts into a strategy that is one of the tiers"
                            .formatted(place(tiers, file)));
        }
        var uncalibrated = entries.get(Declared.UNCALIBRATED);
        if (tiers != null && uncalibrated != null) {
            throw invalid(
                    "%s: each tier says for itself what it does without calibration; move \"%s\" there"
                            .formatted(place(uncalibrated, file), Declared.UNCALIBRATED));
        }
        var description = entries.get(DESCRIPTION);
        return new Written(
                name,
                file + ":1",
                description == null ? "" : text(description, file),
                parent == null ? null : component(parent, file),
                parts,
                tiers == null ? List.of() : tiers(tiers, file),
                uncalibrated != null && isAnswer(uncalibrated, file));
    }

    /** Of a strategy's own file only: it is a promise given up, which nothing inherits. */
    private static boolean isAnswer(Node uncalibrated, Path file) {
        var written = text(uncalibrated, file);
        if (!WHERE_UNCALIBRATED.contains(written)) {
            throw invalid(
                    "%s: \"%s\" is one of %s, not \"%s\""
                            .formatted(
                                    place(uncalibrated, file),
                                    Declared.UNCALIBRATED,
                                    String.join(", ", WHERE_UNCALIBRATED),
                                    written));
        }
        return written.equals(Declared.ANSWER);
    }

    private static List<ComponentUse> tiers(Node node, Path file) {
        if (!(node instanceof SequenceNode sequence) || sequence.getValue().isEmpty()) {
            throw invalid(
                    "%s: expected a list of strategies, one \"- <strategy>\" a line"
                            .formatted(place(node, file)));
        }
        return sequence.getValue().stream()
                .map(tier -> new ComponentUse(text(tier, file), Map.of(), place(tier, file)))
                .toList();
    }

    /** Tiers of tiers stand in their place. */
    private static List<String> tiers(Written one, List<String> around, Map<String, Written> all) {
        var path = new ArrayList<>(around);
        path.add(one.name);
        var tiers = new ArrayList<String>();
        for (var tier : one.tiers) {
            if (path.contains(tier.component())) {
                throw invalid(
                        "%s: strategies are tiers of each other in a circle: %s -> %s"
                                .formatted(
                                        tier.place(), String.join(" -> ", path), tier.component()));
            }
            var named = known(tier, all);
            var nested = named.tiers.isEmpty() ? List.of(named.name) : tiers(named, path, all);
            for (var name : nested) {
                if (tiers.contains(name)) {
                    throw invalid(
                            "%s: \"%s\" is a tier twice; remove one".formatted(tier.place(), name));
                }
                tiers.add(name);
            }
        }
        return tiers;
    }

    private static MappingNode root(Path file) {
        try {
            var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
            var node = yaml.compose(new StringReader(Files.readString(file)));
            if (node instanceof MappingNode mapping) {
                return mapping;
            }
            throw invalid(
                    "%s:1: expected one key and value per line, such as generator: <name>"
                            .formatted(file));
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark();
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s:%d:%d: not YAML: %s"
                            .formatted(
                                    file, mark.getLine() + 1, mark.getColumn() + 1, e.getProblem()),
                    e);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: the file cannot be read as UTF-8 text".formatted(file),
                    e);
        }
    }

    /** The entries of a mapping; keys must be among {@code known} unless that is empty. */
    private static Map<String, Node> entries(MappingNode mapping, Path file, Set<String> known) {
        var entries = new LinkedHashMap<String, Node>();
        for (var tuple : mapping.getValue()) {
            var key = text(tuple.getKeyNode(), file);
            if (!known.isEmpty() && !known.contains(key)) {
                throw invalid(
                        "%s: unknown key \"%s\"%s"
                                .formatted(
                                        place(tuple.getKeyNode(), file),
                                        key,
                                        NearestName.hint(key, known)));
            }
            if (entries.put(key, tuple.getValueNode()) != null) {
                throw invalid(
                        "%s: \"%s\" stands twice; remove one"
                                .formatted(place(tuple.getKeyNode(), file), key));
            }
        }
        return entries;
    }

    /** Either a component's name, or a mapping with {@code use: name} and the options. */
    private static ComponentUse component(Node node, Path file) {
        if (!(node instanceof MappingNode mapping)) {
            return new ComponentUse(text(node, file), Map.of(), place(node, file));
        }
        var entries = entries(mapping, file, Set.of());
        var name = entries.get(USE);
        if (name == null) {
            throw invalid("%s: \"use: <component>\" is missing".formatted(place(node, file)));
        }
        var options = new HashMap<String, String>();
        entries.forEach((key, value) -> {
            if (!key.equals(USE)) {
                options.put(key, text(value, file));
            }
        });
        return new ComponentUse(text(name, file), options, place(name, file));
    }

    private static StrategyDeclaration resolve(Written one, Map<String, Written> all) {
        var parts = new EnumMap<Part, ComponentUse>(Part.class);
        var description = one.description;
        var seen = new LinkedHashSet<String>();
        Optional<Written> current = Optional.of(one);
        while (current.isPresent()) {
            var written = current.get();
            seen.add(written.name);
            written.parts.forEach(parts::putIfAbsent);
            description = description.isEmpty() ? written.description : description;
            current = parent(written, seen, all);
        }
        for (var part : Part.values()) {
            if (!parts.containsKey(part)) {
                throw invalid(
                        "%s: the part \"%s\" is missing; add \"%s: <component>\" or \"extends: <strategy>\""
                                .formatted(one.place, part.key(), part.key()));
            }
        }
        return new StrategyDeclaration(
                one.name, description, parts, List.of(), one.answersUncalibrated);
    }

    private static Optional<Written> parent(
            Written written, Set<String> seen, Map<String, Written> all) {
        var named = written.parent;
        if (named == null) {
            return Optional.empty();
        }
        if (seen.contains(named.component())) {
            throw invalid(
                    "%s: strategies extend each other in a circle: %s"
                            .formatted(
                                    named.place(),
                                    Stream.concat(seen.stream(), Stream.of(named.component()))
                                            .collect(joining(" -> "))));
        }
        var parent = known(named, all);
        if (!parent.tiers.isEmpty()) {
            throw invalid(
                    "%s: \"%s\" has tiers and no parts to inherit; extend one of its tiers"
                            .formatted(named.place(), named.component()));
        }
        return Optional.of(parent);
    }

    private static Written known(ComponentUse named, Map<String, Written> all) {
        var written = all.get(named.component());
        if (written == null) {
            throw invalid(
                    "%s: unknown strategy \"%s\"%s"
                            .formatted(
                                    named.place(),
                                    named.component(),
                                    NearestName.hint(named.component(), all.keySet())));
        }
        return written;
    }

    private static String text(Node node, Path file) {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return scalar.getValue();
        }
        throw invalid("%s: expected a name or a text".formatted(place(node, file)));
    }

    private static String place(Node node, Path file) {
        return file + ":" + (node.getStartMark().getLine() + 1);
    }

    private static GatewayException invalid(String message) {
        return new GatewayException(FailureCode.INVALID_CONFIGURATION, message);
    }

    private static Set<String> keys() {
        var keys = new LinkedHashSet<>(List.of(DESCRIPTION, EXTENDS, TIERS, Declared.UNCALIBRATED));
        Arrays.stream(Part.values()).map(Part::key).forEach(keys::add);
        return keys;
    }
}
