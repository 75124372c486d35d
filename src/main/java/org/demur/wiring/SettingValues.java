package org.demur.wiring;

import io.smallrye.config.ConfigMappingInterface.Property;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.SmallRyeConfig;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * What may be written for each setting. The framework tells in its own words what it cannot read,
 * takes every word that it does not know for {@code false}, and knows no bounds.
 */
final class SettingValues {
    /** Numbers that are at least 1; all others are at least 0. */
    private static final Set<String> FROM_ONE =
            Set.of("demur.query-workers", "demur.service.max-concurrent");

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Set<String> TRUE_OR_FALSE =
            Set.of("true", "yes", "y", "on", "1", "false", "no", "n", "off", "0");

    private SettingValues() {}

    /** Every setting, by its key. */
    static Map<String, Property> known() {
        return new TreeMap<>(
                ConfigMappings.getProperties(
                        ConfigMappings.ConfigClass.configClass(Settings.class)));
    }

    /**
     * Refuses the first value that nothing can be done with.
     *
     * @throws GatewayException INVALID_CONFIGURATION that says what may be written
     */
    static void check(SmallRyeConfig config) {
        known().forEach((key, property) -> {
            var text = config.getConfigValue(key).getValue();
            if (text == null || (property.isOptional() && text.isEmpty())) {
                return;
            }
            var type = property.getMethod().getReturnType();
            if (!isGood(config, key, text, type)) {
                throw new GatewayException(
                        FailureCode.INVALID_CONFIGURATION,
                        "%s must be %s, not \"%s\"".formatted(key, inWords(key, type), text));
            }
        });
    }

    private static boolean isGood(SmallRyeConfig config, String key, String text, Class<?> type) {
        if (type == boolean.class) {
            return TRUE_OR_FALSE.contains(text.strip().toLowerCase(Locale.ROOT));
        }
        if (!isChecked(type)) {
            return !text.isEmpty();
        }
        try {
            return switch (config.requireConverter(MethodType.methodType(type).wrap().returnType())
                    .convert(text)) {
                case Number number ->
                        Double.isFinite(number.doubleValue()) && number.doubleValue() >= least(key);
                case Duration duration ->
                        duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0;
                case null -> false;
                default -> true;
            };
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isChecked(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || type == Duration.class;
    }

    private static int least(String key) {
        return FROM_ONE.contains(key) ? 1 : 0;
    }

    private static String inWords(String key, Class<?> type) {
        if (type == boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a duration from PT0.001S to PT24H, such as PT5S for five seconds";
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (type.isPrimitive()) {
            return "a %s of at least %d"
                    .formatted(type == double.class ? "number" : "whole number", least(key));
        }
        return "something";
    }
}
