package org.demur.wiring;

import com.fasterxml.jackson.core.JsonPointer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.demur.api.Caller;
import org.demur.api.Roles;
import org.demur.schema.declaration.YamlDocument;
import org.jspecify.annotations.Nullable;

/**
 * One file of {@code config/callers}: a caller with a key, or what a group of callers may whom the
 * provider of identities vouches for.
 *
 * @param digest of the key; null for a group
 * @param group as tokens name it; null for a key
 * @param expires last day in UTC on which the key is good
 * @param revoked the day it was revoked; null while it is good
 */
public record CallerFile(
        Caller caller,
        @Nullable String digest,
        @Nullable String group,
        LocalDate expires,
        @Nullable LocalDate revoked) {
    /** Two a second, which no person asks. */
    private static final int PER_MINUTE = 120;

    static final String ENDING = ".yaml";

    /**
     * Reads a file.
     *
     * @throws org.demur.failure.GatewayException INVALID_CONFIGURATION with file, line and remedy
     */
    static CallerFile read(Path file) {
        var fileName = String.valueOf(file.getFileName());
        var name = fileName.substring(0, fileName.length() - ENDING.length());
        var yaml = YamlDocument.read(file, file.toString(), "key: sha256:...");
        var written = yaml.bind(JsonPointer.empty(), WrittenCaller.class);
        if (!ApiKey.isName(name)) {
            throw yaml.problem(
                    JsonPointer.empty(),
                    "'%s' is no name of a caller: use a to z, 0 to 9 and -".formatted(name));
        }
        if ((written.key() == null) == (written.group() == null)) {
            throw yaml.problem(JsonPointer.empty(), "give 'key' or 'group', and not both");
        }
        if (written.key() != null && !ApiKey.isDigest(written.key())) {
            throw yaml.problem(at("key"), "'key' must be what ./demur key make writes");
        }
        var roles = set(written.roles());
        if (roles.isEmpty() || !Roles.ALL.containsAll(roles)) {
            throw yaml.problem(at("roles"), "'roles' must name some of ask, review and operate");
        }
        var expires = day(yaml, "expires", written.expires());
        if (expires == null && written.key() != null) {
            throw yaml.problem(at("expires"), "'expires' is missing: a day such as 2027-12-31");
        }
        return new CallerFile(
                new Caller(
                        name,
                        roles,
                        set(written.databases()),
                        new Caller.Bounds(
                                bound(
                                        yaml,
                                        "questionsPerMinute",
                                        written.questionsPerMinute(),
                                        PER_MINUTE),
                                bound(yaml, "questionsPerDay", written.questionsPerDay(), 0),
                                bound(yaml, "tokensPerDay", written.tokensPerDay(), 0L),
                                bound(yaml, "costPerDay", written.costPerDay(), 0.0))),
                written.key(),
                written.group(),
                expires == null ? LocalDate.MAX : expires,
                day(yaml, "revoked", written.revoked()));
    }

    /** Whether it may be used now. */
    boolean isGood(Instant now) {
        return revoked == null && !now.atZone(ZoneOffset.UTC).toLocalDate().isAfter(expires);
    }

    private static @Nullable LocalDate day(YamlDocument yaml, String key, @Nullable String text) {
        try {
            return text == null ? null : LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            throw yaml.problem(at(key), "'%s' must be a day such as 2027-12-31".formatted(key));
        }
    }

    private static <T extends Number> T bound(
            YamlDocument yaml, String key, @Nullable T written, T otherwise) {
        if (written != null && !(written.doubleValue() >= 0)) {
            throw yaml.problem(at(key), "'%s' must be 0, for no bound, or more".formatted(key));
        }
        return Objects.requireNonNullElse(written, otherwise);
    }

    private static Set<String> set(@Nullable List<String> written) {
        return written == null ? Set.of() : new HashSet<>(written);
    }

    private static JsonPointer at(String key) {
        return JsonPointer.empty().appendProperty(key);
    }
}
