package org.demur.wiring;

import com.fasterxml.jackson.core.JsonPointer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;
import org.demur.inference.Price;
import org.demur.inference.http.ModelLimits;
import org.demur.inference.http.ModelSettings;
import org.demur.inference.http.Provider;
import org.demur.inference.http.Secret;
import org.demur.schema.declaration.Quantities;
import org.demur.schema.declaration.YamlDocument;
import org.jspecify.annotations.Nullable;

/**
 * One file of {@code config/models}. It is read strictly at the start; the environment variables it
 * names are needed only once its model is.
 */
final class ModelFile {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final int MAX_TOKENS = 1_000;
    private static final int CONTEXT_TOKENS = 16_000;

    private final String name;
    private final Path file;
    private final YamlDocument yaml;
    private final WrittenModel written;
    private final Provider provider;
    private final ModelLimits limits;

    private ModelFile(String name, Path file, YamlDocument yaml) {
        this.name = name;
        this.file = file;
        this.yaml = yaml;
        this.written = yaml.bind(JsonPointer.empty(), WrittenModel.class);
        this.provider = provider();
        this.limits = limits();
        checkRest();
    }

    /**
     * Reads a file.
     *
     * @throws GatewayException INVALID_CONFIGURATION with file, line and remedy
     */
    static ModelFile read(String name, Path file) {
        return new ModelFile(
                name,
                file,
                YamlDocument.read(file, file.toString(), "provider: openai-compatible"));
    }

    /**
     * The settings, with what the environment adds.
     *
     * @throws GatewayException INVALID_CONFIGURATION where a variable is not set
     */
    ModelSettings settings(Map<String, String> environment) {
        var variable = keyVariable();
        var query = new HashMap<String, String>();
        if (written.query() != null) {
            written.query()
                    .forEach((k, v) -> query.put(k, expanded(v, at("query", k), environment)));
        }
        return new ModelSettings(
                name,
                file.toString(),
                provider,
                url(environment),
                expanded(Objects.requireNonNull(written.model()), at("model"), environment),
                variable.map(v -> new Secret(value(v, at("key"), environment))).orElse(null),
                variable.orElse(null),
                query,
                written.temperature(),
                written.sampleTemperature(),
                or(written.maxTokens(), MAX_TOKENS),
                or(written.topTokens(), 0),
                or(written.contextTokens(), CONTEXT_TOKENS),
                price(),
                limits);
    }

    private Provider provider() {
        var wanted = written.provider();
        if (wanted == null) {
            throw yaml.problem(
                    JsonPointer.empty(),
                    "names no provider; add 'provider:' with one of "
                            + String.join(", ", Provider.keys()));
        }
        return Arrays.stream(Provider.values())
                .filter(p -> p.key().equals(wanted))
                .findFirst()
                .orElseThrow(() ->
                        yaml.problem(
                                at("provider"),
                                "unknown provider \"%s\"%s"
                                        .formatted(
                                                wanted,
                                                NearestName.hint(wanted, Provider.keys()))));
    }

    private void checkRest() {
        if (written.model() == null) {
            throw yaml.problem(
                    JsonPointer.empty(), "names no model; add 'model:' as the provider calls it");
        }
        if (written.url() == null && defaultUrl().isEmpty()) {
            throw yaml.problem(
                    JsonPointer.empty(), "has no url; add 'url:', which usually ends in /v1");
        }
        if (keyVariable().isEmpty() && isKeyNeeded()) {
            throw yaml.problem(
                    JsonPointer.empty(),
                    "has no key; add 'key: ${%s_API_KEY}'"
                            .formatted(provider.name().toUpperCase(Locale.ROOT)));
        }
        atLeast(1, written.maxTokens(), at("maxTokens"));
        atLeast(0, written.topTokens(), at("topTokens"));
        atLeast(1, written.contextTokens(), at("contextTokens"));
        if (or(written.contextTokens(), CONTEXT_TOKENS) <= or(written.maxTokens(), MAX_TOKENS)) {
            throw yaml.problem(
                    at("maxTokens"), "'maxTokens' leaves no room for a prompt in 'contextTokens'");
        }
        if (or(written.topTokens(), 0) > 0
                && (provider == Provider.ANTHROPIC || provider == Provider.OLLAMA)) {
            throw yaml.problem(
                    at("topTokens"),
                    "%s tells no log-probabilities; remove 'topTokens'".formatted(provider.key()));
        }
    }

    private boolean isKeyNeeded() {
        return switch (provider) {
            case OPENAI, AZURE, ANTHROPIC -> true;
            case OPENAI_COMPATIBLE, OLLAMA -> false;
        };
    }

    /** Whoever reads configuration, a repository or a log must not read keys. */
    private Optional<String> keyVariable() {
        var key = written.key();
        if (key == null) {
            return Optional.empty();
        }
        var matcher = VARIABLE.matcher(key);
        if (!matcher.matches()) {
            throw yaml.problem(
                    at("key"),
                    "'key' must name an environment variable, as ${OPENAI_API_KEY}; a key itself does not belong into a file");
        }
        return Optional.of(matcher.group(1));
    }

    private URI url(Map<String, String> environment) {
        var text =
                written.url() == null
                        ? defaultUrl().orElseThrow()
                        : expanded(written.url(), at("url"), environment);
        try {
            var url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (url.getHost() != null
                    && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // told below, with the rest
        }
        throw yaml.problem(at("url"), "'url' must be one as https://host/v1");
    }

    private Optional<String> defaultUrl() {
        return switch (provider) {
            case OPENAI -> Optional.of("https://api.openai.com/v1");
            case ANTHROPIC -> Optional.of("https://api.anthropic.com/v1");
            case OLLAMA -> Optional.of("http://localhost:11434");
            case AZURE, OPENAI_COMPATIBLE -> Optional.empty();
        };
    }

    private Price price() {
        var price = written.price();
        return price == null
                ? Price.NOTHING
                : new Price(or(price.input(), 0.0), or(price.output(), 0.0));
    }

    private ModelLimits limits() {
        var standard = ModelLimits.STANDARD;
        var given = written.limits();
        if (given == null) {
            return standard;
        }
        atLeast(1, given.attempts(), at("limits", "attempts"));
        atLeast(1, given.maxConcurrent(), at("limits", "maxConcurrent"));
        atLeast(1, given.maxWaiting(), at("limits", "maxWaiting"));
        atLeast(1, given.window(), at("limits", "window"));
        return new ModelLimits(
                duration(given.timeLimit(), standard.timeLimit(), "timeLimit"),
                duration(given.attemptTimeLimit(), standard.attemptTimeLimit(), "attemptTimeLimit"),
                or(given.attempts(), standard.attempts()),
                duration(given.pause(), standard.pause(), "pause"),
                or(given.maxConcurrent(), standard.maxConcurrent()),
                or(given.maxWaiting(), standard.maxWaiting()),
                or(given.window(), standard.window()),
                duration(given.outage(), standard.outage(), "outage"));
    }

    private Duration duration(@Nullable String text, Duration standard, String key) {
        return text == null
                ? standard
                : Quantities.duration(text)
                        .orElseThrow(() ->
                                yaml.problem(
                                        at("limits", key),
                                        "'limits.%s' must be a duration above zero as 20s, 500ms or PT20S, not \"%s\""
                                                .formatted(key, text)));
    }

    private void atLeast(int least, @Nullable Integer number, JsonPointer at) {
        if (number != null && number < least) {
            throw yaml.problem(
                    at,
                    "'%s' must be at least %d, not %d"
                            .formatted(YamlDocument.dotted(at), least, number));
        }
    }

    private String expanded(String text, JsonPointer at, Map<String, String> environment) {
        return VARIABLE.matcher(text)
                .replaceAll(variable ->
                        Matcher.quoteReplacement(value(variable.group(1), at, environment)));
    }

    private String value(String variable, JsonPointer at, Map<String, String> environment) {
        var value = environment.getOrDefault(variable, "").strip();
        if (value.isEmpty()) {
            throw yaml.problem(
                    at,
                    "the environment variable %s is not set; set it before you start Demur"
                            .formatted(variable));
        }
        return value;
    }

    private static <T> T or(@Nullable T value, T standard) {
        return value == null ? standard : value;
    }

    private static JsonPointer at(String... keys) {
        var pointer = JsonPointer.empty();
        for (var key : keys) {
            pointer = pointer.appendProperty(key);
        }
        return pointer;
    }
}
