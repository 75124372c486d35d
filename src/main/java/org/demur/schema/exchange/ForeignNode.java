package org.demur.schema.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping in a file of another tool. The file knows which of its keys were read, so that those
 * which nobody knows can be told. Not thread-safe.
 */
final class ForeignNode {
    private final JsonNode node;
    private final String path;
    private final Set<String> read;

    private ForeignNode(JsonNode node, String path, Set<String> read) {
        this.node = node;
        this.path = path;
        this.read = read;
    }

    static ForeignNode of(JsonNode root) {
        return new ForeignNode(root, "", new HashSet<>());
    }

    /** Where it stands, such as {@code tables[orders].filters[open]}; items go by their names. */
    String path() {
        return path;
    }

    /** Of a key; empty where it is absent or no text. */
    String text(String key) {
        var value = value(key);
        return value.isValueNode() && !value.isNull() ? value.asText().strip() : "";
    }

    /** The first of the keys that has a text. */
    String firstText(String... keys) {
        var found = "";
        for (var key : keys) {
            var text = text(key);
            found = found.isEmpty() ? text : found;
        }
        return found;
    }

    /** Whether a key says something; it counts as unread. */
    boolean has(String key) {
        return !isEmpty(node.get(key));
    }

    /** A list of texts under a key, or the one text that stands there. */
    List<String> texts(String key) {
        var value = value(key);
        var texts = new ArrayList<String>();
        if (value.isArray()) {
            value.forEach(item -> texts.add(item.asText().strip()));
        } else if (value.isTextual()) {
            texts.add(value.asText().strip());
        }
        texts.removeIf(String::isEmpty);
        return texts;
    }

    /** The mapping under a key; an empty one where there is none. */
    ForeignNode child(String key) {
        return new ForeignNode(value(key), place(key), read);
    }

    /** The mappings in the list under a key. */
    List<ForeignNode> children(String key) {
        var children = new ArrayList<ForeignNode>();
        var list = value(key);
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            children.add(new ForeignNode(list.get(i), item(place(key), list.get(i), i), read));
        }
        return children;
    }

    /** The keys of this mapping and below it that nobody read, by their paths. */
    List<String> left() {
        var left = new ArrayList<String>();
        addLeft(node, path, left);
        return left;
    }

    private void addLeft(JsonNode of, String at, List<String> left) {
        for (var property : of.properties()) {
            var place = at.isEmpty() ? property.getKey() : at + "." + property.getKey();
            if (isEmpty(property.getValue())) {
                continue;
            }
            if (!read.contains(place)) {
                left.add(place);
            } else if (property.getValue().isObject()) {
                addLeft(property.getValue(), place, left);
            } else {
                for (int i = 0; i < property.getValue().size(); i++) {
                    var item = property.getValue().get(i);
                    addLeft(item, item(place, item, i), left);
                }
            }
        }
    }

    /** Writers of manifests write all keys, also those that say nothing. */
    private static boolean isEmpty(@Nullable JsonNode value) {
        return value == null
                || value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || (value.isTextual() && value.asText().isBlank());
    }

    private JsonNode value(String key) {
        read.add(place(key));
        return node.path(key);
    }

    private String place(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static String item(String list, JsonNode item, int index) {
        return "%s[%s]".formatted(list, item.path("name").asText(String.valueOf(index)));
    }
}
