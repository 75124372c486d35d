package org.demur.schema.declaration;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.demur.failure.GatewayException;
import org.demur.schema.PostgresServer;
import org.jspecify.annotations.Nullable;

/**
 * The address of a PostgreSQL database. Of the driver's settings only those may be given that say
 * how the server is reached: others would loosen what keeps statements from writing.
 *
 * @param url without the namespace
 * @param namespace as {@code currentSchema} has it
 */
record PostgresUrl(String url, String namespace) {
    static final String PREFIX = "jdbc:postgresql:";

    private static final String NAMESPACE = "currentSchema";
    private static final String DEFAULT_NAMESPACE = "public";

    private static final Set<String> SETTINGS =
            Set.of(
                    "channelBinding",
                    "connectTimeout",
                    "gssEncMode",
                    "hostRecheckSeconds",
                    "loadBalanceHosts",
                    "sslcert",
                    "sslkey",
                    "sslmode",
                    "sslnegotiation",
                    "sslrootcert",
                    "targetServerType",
                    "tcpKeepAlive");

    static PostgresUrl read(String url, Function<String, GatewayException> problem) {
        int question = url.indexOf('?');
        var address = question < 0 ? url : url.substring(0, question);
        if (!address.matches("jdbc:postgresql://[^/@\\s]+/[^/\\s]+")) {
            throw problem.apply(
                    "'url' must be jdbc:postgresql://host/database or jdbc:postgresql://host:port/database;"
                            + " user and password stand beside it");
        }
        var namespace = DEFAULT_NAMESPACE;
        var kept = new ArrayList<String>();
        for (var setting : settings(url, question)) {
            var name = setting.substring(0, Math.max(0, setting.indexOf('=')));
            if (name.equals(NAMESPACE)) {
                namespace =
                        URLDecoder.decode(
                                setting.substring(name.length() + 1), StandardCharsets.UTF_8);
            } else if (SETTINGS.contains(name)) {
                kept.add(setting);
            } else {
                throw problem.apply(
                        "'url' may set %s and %s, not %s"
                                .formatted(
                                        NAMESPACE,
                                        String.join(", ", SETTINGS.stream().sorted().toList()),
                                        name.isEmpty() ? setting : name));
            }
        }
        if (namespace.isBlank() || namespace.indexOf(',') >= 0) {
            throw problem.apply("'url' must name one schema in currentSchema");
        }
        return new PostgresUrl(
                kept.isEmpty() ? address : address + "?" + String.join("&", kept), namespace);
    }

    private static List<String> settings(String url, int question) {
        return question < 0 ? List.of() : List.of(url.substring(question + 1).split("&", -1));
    }

    PostgresServer server(
            @Nullable String user, @Nullable String password, Map<String, String> session) {
        return new PostgresServer(url, namespace, user, password, session);
    }
}
