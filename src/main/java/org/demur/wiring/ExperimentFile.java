package org.demur.wiring;

import com.fasterxml.jackson.core.JsonPointer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.demur.experiment.Experiment;
import org.demur.experiment.Experiment.Guardrails;
import org.demur.experiment.Experiment.ShadowBounds;
import org.demur.experiment.Experiment.Unit;
import org.demur.experiment.Variant;
import org.demur.schema.declaration.Quantities;
import org.demur.schema.declaration.YamlDocument;
import org.jspecify.annotations.Nullable;

/** Reads one file of {@code config/experiments}. Every message names the file and the line. */
final class ExperimentFile {
    static final String ENDING = ".yaml";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    /** Rounding of decimal shares. */
    private static final double EPSILON = 1e-9;

    private final YamlDocument yaml;
    private final Set<String> names = new HashSet<>();

    private ExperimentFile(YamlDocument yaml) {
        this.yaml = yaml;
    }

    /**
     * The experiment of a file.
     *
     * @param penalty that holds where it names none
     * @throws org.demur.failure.GatewayException INVALID_CONFIGURATION with file, line and remedy
     */
    static Experiment read(Path file, double penalty) {
        var fileName = String.valueOf(file.getFileName());
        var id = fileName.substring(0, fileName.length() - ENDING.length());
        var yaml = YamlDocument.read(file, file.toString(), "databases: [demo]");
        if (!NAME.matcher(id).matches()) {
            throw yaml.problem(
                    JsonPointer.empty(),
                    "'%s' is no name of an experiment: use a to z, 0 to 9 and -".formatted(id));
        }
        return new ExperimentFile(yaml).read(id, penalty);
    }

    private Experiment read(String id, double penalty) {
        var written = yaml.bind(JsonPointer.empty(), WrittenExperiment.class);
        var databases = written.databases();
        if (databases == null || databases.isEmpty()) {
            throw problem("databases", "name at least one database, such as [demo]");
        }
        var start = instant("start", written.start(), false);
        var end = instant("end", written.end(), true);
        if (!start.isBefore(end)) {
            throw problem("end", "'end' must be after 'start'");
        }
        var variants = variants("variants", written.variants());
        if (variants.size() < 2) {
            throw problem("variants", "name at least two variants, each with 'name' and 'share'");
        }
        double sum = variants.stream().mapToDouble(Variant::share).sum();
        if (sum > 1 + EPSILON) {
            throw problem(
                    "variants", "the shares sum to %s; they may sum to 1 at most".formatted(sum));
        }
        return new Experiment(
                id,
                Objects.requireNonNullElse(written.description(), ""),
                Set.copyOf(databases),
                unit(written.unit()),
                start,
                end,
                number("penalty", written.penalty(), penalty),
                variants,
                variants("shadows", written.shadows()),
                bounds(written.shadowBounds()),
                guardrails(written.guardrails()));
    }

    private Unit unit(@Nullable String written) {
        return Arrays.stream(Unit.values())
                .filter(unit -> unit.key().equals(written))
                .findFirst()
                .orElseThrow(() ->
                        problem(
                                "unit",
                                "'unit' must be one of "
                                        + Arrays.stream(Unit.values())
                                                .map(Unit::key)
                                                .collect(Collectors.joining(", "))));
    }

    /** A day is its first instant; as an end, the first one after it. */
    private Instant instant(String key, @Nullable String written, boolean isEnd) {
        if (written == null) {
            throw problem(key, "'%s' is missing: a day such as 2027-01-31".formatted(key));
        }
        try {
            if (written.contains("T")) {
                return Instant.parse(written);
            }
            var day = LocalDate.parse(written);
            return (isEnd ? day.plusDays(1) : day).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeParseException e) {
            throw problem(
                    key,
                    "'%s' must be a day such as 2027-01-31, or an instant such as 2027-01-31T08:00:00Z"
                            .formatted(key));
        }
    }

    private List<Variant> variants(String key, @Nullable List<WrittenExperiment.Variant> written) {
        var variants = new ArrayList<Variant>();
        for (var one : written == null ? List.<WrittenExperiment.Variant>of() : written) {
            var at = JsonPointer.empty().appendProperty(key).appendIndex(variants.size());
            var name = one.name();
            if (name == null || !NAME.matcher(name).matches()) {
                throw yaml.problem(at, "a variant needs a 'name' of a to z, 0 to 9 and -");
            }
            if (!names.add(name)) {
                throw yaml.problem(at, "two variants are named '%s'".formatted(name));
            }
            var share = one.share();
            if (share == null || share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
                throw yaml.problem(
                        at, "'%s' needs a 'share' above 0, at most 1, such as 0.5".formatted(name));
            }
            var penalty = one.penalty();
            if (penalty != null && penalty.signum() < 0) {
                throw yaml.problem(at, "the 'penalty' of '%s' must be 0 or more".formatted(name));
            }
            if (one.strategy() == null && penalty == null && key.equals("shadows")) {
                throw yaml.problem(
                        at,
                        "'%s' would do what is configured; name a 'strategy' or a 'penalty'"
                                .formatted(name));
            }
            variants.add(
                    new Variant(
                            name,
                            one.strategy(),
                            penalty == null ? null : penalty.doubleValue(),
                            share.doubleValue()));
        }
        return variants;
    }

    private ShadowBounds bounds(WrittenExperiment.@Nullable ShadowBounds written) {
        if (written == null) {
            return ShadowBounds.DEFAULT;
        }
        return new ShadowBounds(
                atLeastOne("concurrent", written.concurrent(), ShadowBounds.DEFAULT.concurrent()),
                atLeastOne("perDay", written.perDay(), ShadowBounds.DEFAULT.perDay()),
                number("shadowBounds", written.costPerDay(), 0));
    }

    private int atLeastOne(String key, @Nullable Integer written, int otherwise) {
        if (written != null && written < 1) {
            throw problem("shadowBounds", "'%s' must be 1 or more".formatted(key));
        }
        return Objects.requireNonNullElse(written, otherwise);
    }

    private Guardrails guardrails(WrittenExperiment.@Nullable Guardrails written) {
        if (written == null) {
            return Guardrails.NONE;
        }
        var slow = written.slow();
        var costly = written.costly();
        return new Guardrails(
                written.wrong() == null ? null : share("wrong", written.wrong()),
                slow == null
                        ? null
                        : new Guardrails.Slow(time(slow.over()), share("slow.share", slow.share())),
                costly == null
                        ? null
                        : new Guardrails.Costly(
                                amount(costly.over()), share("costly.share", costly.share())));
    }

    private double share(String key, @Nullable BigDecimal written) {
        if (written == null || written.signum() <= 0 || written.compareTo(BigDecimal.ONE) >= 0) {
            throw problem(
                    "guardrails", "'%s' must be above 0 and below 1, such as 0.05".formatted(key));
        }
        return written.doubleValue();
    }

    private Duration time(@Nullable String written) {
        return Quantities.duration(Objects.requireNonNullElse(written, ""))
                .orElseThrow(() ->
                        problem("guardrails", "'slow.over' must be a time such as 2s or 500ms"));
    }

    private double amount(@Nullable BigDecimal written) {
        if (written == null || written.signum() <= 0) {
            throw problem("guardrails", "'costly.over' must be an amount above 0");
        }
        return written.doubleValue();
    }

    private double number(String key, @Nullable BigDecimal written, double otherwise) {
        if (written != null && written.signum() < 0) {
            throw problem(key, "a number in '%s' must be 0 or more".formatted(key));
        }
        return written == null ? otherwise : written.doubleValue();
    }

    private RuntimeException problem(String key, String message) {
        return yaml.problem(JsonPointer.empty().appendProperty(key), message);
    }
}
