package org.demur.wiring;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.failure.NearestName;

/**
 * Reads {@link Settings} where the framework is not running, and checks them before it starts: from
 * {@code config/application.properties} below the home folder, environment variables and system
 * properties, the last being the strongest.
 */
public final class SettingsFile {
    private static final System.Logger LOG = System.getLogger(SettingsFile.class.getName());
    private static final String PREFIX = "demur.";

    /** Stronger than the defaults of the program, weaker than environment variables. */
    private static final int ORDINAL = 260;

    /** Stronger than system properties. */
    private static final int STRONGEST = 500;

    private SettingsFile() {}

    /**
     * The settings in force.
     *
     * @param home folder that holds {@code config/}
     * @throws GatewayException INVALID_CONFIGURATION for an unknown key or a value that cannot be
     *     read
     */
    public static Settings read(Path home) {
        return read(home, Map.of());
    }

    /**
     * The settings in force, but for some.
     *
     * @param instead values that stand for those in force, by key
     */
    public static Settings read(Path home, Map<String, String> instead) {
        return config(home, instead).getConfigMapping(Settings.class);
    }

    /** The configuration that {@link #read} reads. */
    static SmallRyeConfig config(Path home) {
        return config(home, Map.of());
    }

    private static SmallRyeConfig config(Path home, Map<String, String> instead) {
        var file = home.resolve("config").resolve("application.properties");
        try {
            var config =
                    sources(file, instead)
                            .withDefaultValue("demur.home", home.toAbsolutePath().toString())
                            .withMapping(Settings.class)
                            .withMappingIgnore("demur.**")
                            .build();
            refuseUnknown(config, file);
            refuseSecret(config, file);
            SettingValues.check(config);
            return config;
        } catch (IOException | IllegalArgumentException e) {
            refuseValues(file, instead);
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: cannot be read: %s".formatted(file, e.getMessage()),
                    e);
        } catch (io.smallrye.config.ConfigValidationException e) {
            refuseValues(file, instead);
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, e.getProblem(0).getMessage(), e);
        }
    }

    private static SmallRyeConfigBuilder sources(Path file, Map<String, String> instead)
            throws IOException {
        var builder =
                new SmallRyeConfigBuilder()
                        .addDefaultInterceptors()
                        .addSystemSources()
                        .withSources(
                                new PropertiesConfigSource(instead, "command line", STRONGEST));
        if (Files.exists(file)) {
            builder.withSources(new PropertiesConfigSource(file.toUri().toURL(), ORDINAL));
        }
        return builder;
    }

    /** Says which value cannot be read, where that is why nothing can. */
    private static void refuseValues(Path file, Map<String, String> instead) {
        try {
            SettingValues.check(sources(file, instead).build());
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(System.Logger.Level.DEBUG, "the values cannot be told one by one", e);
        }
    }

    private static void refuseUnknown(SmallRyeConfig config, Path file) {
        var known = knownKeys();
        for (var key :
                new TreeSet<>(
                        StreamSupport.stream(config.getPropertyNames().spliterator(), false)
                                .filter(name -> name.startsWith(PREFIX))
                                .toList())) {
            // declarations, the launcher and the cache have variables of their own
            if (!known.contains(key) && !place(config, key, file).equals("environment")) {
                throw new GatewayException(
                        FailureCode.INVALID_CONFIGURATION,
                        "%s: unknown setting %s%s"
                                .formatted(
                                        config.getConfigValue(key).getConfigSourceName() == null
                                                ? file
                                                : place(config, key, file),
                                        key,
                                        NearestName.hint(key, known)));
            }
        }
    }

    private static void refuseSecret(SmallRyeConfig config, Path file) {
        if (config.getConfigValue(OpenIdConnect.SECRET).getValue() != null
                && !place(config, OpenIdConnect.SECRET, file).equals("environment")) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: %s is secret; set the environment variable DEMUR_OIDC_SECRET instead"
                            .formatted(
                                    place(config, OpenIdConnect.SECRET, file),
                                    OpenIdConnect.SECRET));
        }
    }

    private static String place(SmallRyeConfig config, String key, Path file) {
        var source = String.valueOf(config.getConfigValue(key).getConfigSourceName());
        return source.contains("application.properties")
                ? file.toString()
                : source.startsWith("Env") ? "environment" : source;
    }

    /** The text of every setting that has one. */
    static Map<String, String> values(SmallRyeConfig config) {
        var values = new TreeMap<String, String>();
        for (var key : knownKeys()) {
            var value = config.getConfigValue(key).getValue();
            if (value != null) {
                values.put(key, value);
            }
        }
        return values;
    }

    /** Every key that {@link Settings} maps. */
    static Set<String> knownKeys() {
        return SettingValues.known().keySet();
    }
}
