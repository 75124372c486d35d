package org.demur.schema.declaration;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** Replaces {@code ${NAME:-default}} in paths by environment variables. */
final class Environment {
    private static final Pattern VARIABLE =
            Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}");

    private final Map<String, String> variables;

    Environment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** The variables that a text refers to. */
    static Set<String> names(String text) {
        return VARIABLE.matcher(text)
                .results()
                .map(variable -> variable.group(1))
                .collect(Collectors.toSet());
    }

    /**
     * @param place for the message
     * @throws GatewayException INVALID_CONFIGURATION where a variable is unset or empty and has no
     *     default
     */
    String expand(String text, String place) {
        Matcher matcher = VARIABLE.matcher(text);
        var expanded = new StringBuilder();
        while (matcher.find()) {
            String value = variables.getOrDefault(matcher.group(1), "");
            if (value.isEmpty()) {
                if (matcher.group(2) == null) {
                    throw new GatewayException(
                            FailureCode.INVALID_CONFIGURATION,
                            "%s: the environment variable %s is not set; set it, or give a default as ${%s:-path}"
                                    .formatted(place, matcher.group(1), matcher.group(1)));
                }
                value = matcher.group(2);
            }
            matcher.appendReplacement(expanded, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(expanded).toString();
    }
}
