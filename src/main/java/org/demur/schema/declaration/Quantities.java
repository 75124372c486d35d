package org.demur.schema.declaration;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads quantities as people write them; empty where the text is none. */
public final class Quantities {
    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,12})\\s*([A-Za-z]*)");
    private static final Map<String, Long> BYTES =
            Map.of(
                    "", 1L,
                    "b", 1L,
                    "kb", 1_000L,
                    "kib", 1L << 10,
                    "mb", 1_000_000L,
                    "mib", 1L << 20,
                    "gb", 1_000_000_000L,
                    "gib", 1L << 30);

    private Quantities() {}

    /** "2s", "500ms", "1m" or ISO 8601 as "PT2S"; above zero. */
    public static Optional<Duration> duration(String text) {
        var simple = SIMPLE.matcher(text.strip());
        if (simple.matches()) {
            long amount = Long.parseLong(simple.group(1));
            Duration duration =
                    switch (simple.group(2).toLowerCase(Locale.ROOT)) {
                        case "ms" -> Duration.ofMillis(amount);
                        case "s" -> Duration.ofSeconds(amount);
                        case "m" -> Duration.ofMinutes(amount);
                        default -> Duration.ZERO;
                    };
            return Optional.of(duration).filter(Duration::isPositive);
        }
        try {
            return Optional.of(Duration.parse(text.strip())).filter(Duration::isPositive);
        } catch (DateTimeParseException notADuration) {
            return Optional.empty();
        }
    }

    /** Bytes, as "4194304", "4MB" or "4 MiB"; above zero. */
    static Optional<Long> bytes(String text) {
        var simple = SIMPLE.matcher(text.strip());
        if (!simple.matches()) {
            return Optional.empty();
        }
        Long unit = BYTES.get(simple.group(2).toLowerCase(Locale.ROOT));
        long amount = Long.parseLong(simple.group(1));
        if (unit == null || amount == 0 || amount > Long.MAX_VALUE / unit) {
            return Optional.empty();
        }
        return Optional.of(amount * unit);
    }

    /** "2031-12-31 23:59:00", the same with a T, or a day alone, which means its midnight. */
    static Optional<LocalDateTime> moment(String text) {
        String iso = text.strip().replace(' ', 'T');
        try {
            return Optional.of(
                    iso.contains("T")
                            ? LocalDateTime.parse(iso)
                            : LocalDate.parse(iso).atStartOfDay());
        } catch (DateTimeParseException notAMoment) {
            return Optional.empty();
        }
    }
}
