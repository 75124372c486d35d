package org.demur.schema.declaration;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The text of a declaration, of which one value is changed where it stands: all else stays as it
 * is, comments included.
 */
public final class DeclarationText {
    /** Ends a pointer to an entry that a list does not have yet. */
    private static final String NEW = "-";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String text;
    private final Node root;

    private DeclarationText(String text) {
        this.text = text;
        this.root =
                new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
    }

    /**
     * The text with a value set, added or removed. What is to hold it is made where it is missing,
     * and goes when nothing is left in it.
     *
     * @param at JSON pointer, which ends in {@code -} for a new entry of a list
     * @param value null removes what is there
     * @throws GatewayException MALFORMED_REQUEST where the text cannot be changed there
     */
    public static String with(String text, String at, @Nullable JsonNode value) {
        return YamlDocument.tree(text)
                .flatMap(before -> with(text, before, at, value))
                .orElseThrow(() ->
                        new GatewayException(
                                FailureCode.MALFORMED_REQUEST,
                                "%s cannot be changed by itself: change the text of the declaration"
                                        .formatted(at)));
    }

    /** The environment variables that a text refers to, however it spells them. */
    public static Set<String> variables(String text) {
        var names = new HashSet<String>();
        YamlDocument.tree(text)
                .ifPresent(tree ->
                        texts(tree).forEach(value -> names.addAll(Environment.names(value))));
        return names;
    }

    private static Stream<String> texts(JsonNode node) {
        return node.isTextual()
                ? Stream.of(node.textValue())
                : StreamSupport.stream(node.spliterator(), false).flatMap(DeclarationText::texts);
    }

    /**
     * Whether two texts differ in nothing but what they say the data mean: {@code description},
     * {@code assumptions}, {@code semantics} and the descriptions of tables and columns.
     */
    public static boolean differInMeaningOnly(String one, String other) {
        var rest = YamlDocument.tree(one).map(DeclarationText::withoutMeaning);
        return rest.isPresent()
                && rest.equals(YamlDocument.tree(other).map(DeclarationText::withoutMeaning));
    }

    private static JsonNode withoutMeaning(JsonNode tree) {
        ObjectNode rest = tree.deepCopy();
        rest.remove(List.of("description", "assumptions", "semantics"));
        for (var described : List.of("tables", "columns")) {
            if (rest.get(described) instanceof ObjectNode group) {
                group.remove("describe");
                if (group.isEmpty()) {
                    rest.remove(described);
                }
            }
        }
        return rest;
    }

    /** Only a text that says what it is to say. */
    private static Optional<String> with(
            String text, JsonNode before, String at, @Nullable JsonNode value) {
        try {
            var path = parts(JsonPointer.compile(at));
            var wanted = Optional.ofNullable(changed(before, path, value));
            var declaration = new DeclarationText(text);
            return Optional.of(
                            value == null
                                    ? declaration.without(path)
                                    : declaration.with(path, value))
                    .filter(changed -> YamlDocument.tree(changed).equals(wanted));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) { // no such place
            return Optional.empty();
        }
    }

    private static List<String> parts(JsonPointer at) {
        var parts = new ArrayList<String>();
        for (var rest = at; !rest.matches(); rest = rest.tail()) {
            parts.add(rest.getMatchingProperty());
        }
        return parts;
    }

    private static <T> List<T> tail(List<T> list) {
        return list.subList(1, list.size());
    }

    /** What the text has to say afterwards; null where nothing is left. */
    private static @Nullable JsonNode changed(
            @Nullable JsonNode node, List<String> path, @Nullable JsonNode value) {
        if (path.isEmpty()) {
            return value;
        }
        var name = path.getFirst();
        if (node instanceof ArrayNode || name.equals(NEW)) {
            var list = node instanceof ArrayNode known ? known.deepCopy() : JSON.arrayNode();
            int index = name.equals(NEW) ? list.size() : Integer.parseInt(name);
            var child = changed(list.get(index), tail(path), value);
            if (index < list.size()) {
                list.remove(index);
            }
            if (child != null) {
                list.insert(index, child);
            }
            return list.isEmpty() ? null : list;
        }
        var group = node instanceof ObjectNode known ? known.deepCopy() : JSON.objectNode();
        var child = changed(group.get(name), tail(path), value);
        if (child == null) {
            group.remove(name);
        } else {
            group.set(name, child);
        }
        return group.isEmpty() ? null : group;
    }

    /**
     * What a group or a list holds.
     *
     * @param name key or index
     * @param first where its text begins: the key or the value itself
     */
    private record Entry(String name, Node first, Node value) {}

    private static List<Entry> entries(Node container) {
        var entries = new ArrayList<Entry>();
        switch (container) {
            case MappingNode group ->
                    group.getValue()
                            .forEach(tuple ->
                                    entries.add(
                                            new Entry(
                                                    ((ScalarNode) tuple.getKeyNode()).getValue(),
                                                    tuple.getKeyNode(),
                                                    tuple.getValueNode())));
            case SequenceNode list ->
                    list.getValue()
                            .forEach(item ->
                                    entries.add(
                                            new Entry(String.valueOf(entries.size()), item, item)));
            default -> throw new IllegalArgumentException("a text holds nothing");
        }
        return entries;
    }

    private static Optional<Entry> entry(Node container, String name) {
        return entries(container).stream().filter(e -> e.name().equals(name)).findFirst();
    }

    private String with(List<String> path, JsonNode value) {
        var container = root;
        for (int depth = 0; depth < path.size(); depth++) {
            var found = entry(container, path.get(depth));
            if (found.isEmpty()) {
                return inserted(container, path.subList(depth, path.size()), value);
            }
            container = found.get().value();
            if (start(container) == end(container)) { // a key without a value
                return new DeclarationText(without(path.subList(0, depth + 1))).with(path, value);
            }
        }
        return replaced(start(container), end(container), flow(value));
    }

    private String inserted(Node container, List<String> path, JsonNode value) {
        var entries = entries(container);
        if (isFlow(container)) {
            var added =
                    (path.getFirst().equals(NEW) ? "" : key(path)) + flow(held(tail(path), value));
            int at = entries.isEmpty() ? start(container) + 1 : end(entries.getLast().value());
            return replaced(at, at, entries.isEmpty() ? added : ", " + added);
        }
        var column = mark(container, entries).getColumn();
        int at = lineEnd(end(container));
        return replaced(at, at, "\n" + lines(column, path, value));
    }

    /** Where the entries of a block begin. */
    private static Mark mark(Node container, List<Entry> entries) {
        return container instanceof MappingNode
                ? entries.getFirst().first().getStartMark()
                : container.getStartMark();
    }

    private static JsonNode held(List<String> path, JsonNode value) {
        if (path.isEmpty()) {
            return value;
        }
        var held = held(tail(path), value);
        return path.getFirst().equals(NEW)
                ? JSON.arrayNode().add(held)
                : JSON.objectNode().set(path.getFirst(), held);
    }

    private static String lines(int column, List<String> path, JsonNode value) {
        var begun = " ".repeat(column) + (path.getFirst().equals(NEW) ? "- " : key(path));
        return path.size() == 1
                ? begun + flow(value)
                : begun.stripTrailing() + "\n" + lines(column + 2, tail(path), value);
    }

    private static String key(List<String> path) {
        return SemanticsText.text(path.getFirst()) + ": ";
    }

    /** In one line. */
    private static String flow(JsonNode value) {
        return switch (value) {
            case ObjectNode group ->
                    group.properties().stream()
                            .map(e -> SemanticsText.text(e.getKey()) + ": " + flow(e.getValue()))
                            .collect(Collectors.joining(", ", "{", "}"));
            case ArrayNode list ->
                    StreamSupport.stream(list.spliterator(), false)
                            .map(DeclarationText::flow)
                            .collect(Collectors.joining(", ", "[", "]"));
            default -> value.isTextual() ? SemanticsText.text(value.textValue()) : value.toString();
        };
    }

    private String without(List<String> path) {
        var container = root;
        for (var name : path.subList(0, path.size() - 1)) {
            container = entry(container, name).orElseThrow(IllegalArgumentException::new).value();
        }
        var entries = entries(container);
        if (entries.size() == 1 && path.size() > 1) {
            return without(path.subList(0, path.size() - 1));
        }
        int index = entries.stream().map(Entry::name).toList().indexOf(path.getLast());
        var entry = entries.get(index);
        int from = start(entry.first());
        int to = end(entry.value());
        if (!isFlow(container)) {
            int begun = container instanceof SequenceNode ? text.lastIndexOf('-', from - 1) : from;
            return replaced(text.lastIndexOf('\n', begun) + 1, lineEnd(to) + 1, "");
        }
        return index + 1 < entries.size()
                ? replaced(from, start(entries.get(index + 1).first()), "")
                : replaced(end(entries.get(index - 1).value()), to, "");
    }

    private String replaced(int from, int to, String by) {
        return text.substring(0, from) + by + text.substring(Math.min(to, text.length()));
    }

    private int lineEnd(int at) {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private static boolean isFlow(Node node) {
        return node instanceof CollectionNode<?> held && held.getFlowStyle() == FlowStyle.FLOW;
    }

    private int start(Node node) {
        return index(node.getStartMark());
    }

    /** Behind the last character that belongs to it: a block's mark is that of what follows. */
    private int end(Node node) {
        if (node instanceof CollectionNode<?> && !isFlow(node)) {
            return end(entries(node).getLast().value());
        }
        int end = index(node.getEndMark());
        while (end > start(node) && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private int index(Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }
}
