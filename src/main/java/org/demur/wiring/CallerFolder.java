package org.demur.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.demur.api.Caller;
import org.demur.api.Credentials;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jboss.logging.Logger;

/**
 * The callers that may sign in, one file {@code config/callers/<name>.yaml} each. Changes hold from
 * a second after they were made; a file that is broken lets nobody in. Thread-safe.
 */
public final class CallerFolder implements Credentials {
    private static final Logger LOG = Logger.getLogger(CallerFolder.class);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** Compared with where nobody has the name, so that this takes as long. */
    private static final String NOBODYS = "sha256:" + "0".repeat(64);

    private final Path folder;
    private final Optional<Caller> withoutKey;
    private final boolean journalled;
    private final Clock clock;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile long lookedAt;
    private volatile Seen seen;

    /** By name; with when and how long each file was, to notice changes. */
    private record Seen(Map<String, CallerFile> files, Map<Path, String> stamps) {}

    /**
     * Reads the folder, which need not exist.
     *
     * @param signIn who is let in without a key or token
     * @param journalled whether there is a journal, by which budgets are counted
     * @throws GatewayException INVALID_CONFIGURATION for a file that is wrong, or has a budget that
     *     nothing counts
     */
    CallerFolder(Path folder, Settings.SignIn signIn, boolean journalled, Clock clock) {
        this.folder = folder;
        this.withoutKey =
                switch (signIn) {
                    case OFF -> Optional.of(Caller.OWNER);
                    case OPEN -> Optional.of(Caller.ANYONE);
                    case REQUIRED -> Optional.empty();
                };
        this.journalled = journalled;
        this.clock = clock;
        this.seen = new Seen(read(folder), stamps(folder));
        this.seen.files().values().forEach(this::requireCounted);
        this.lookedAt = clock.millis();
    }

    static CallerFolder of(Settings settings) {
        return new CallerFolder(
                settings.home().resolve(settings.callers()),
                settings.signIn(),
                settings.journal().enabled(),
                Clock.systemUTC());
    }

    /**
     * Every caller by name, as the files stand.
     *
     * @throws GatewayException INVALID_CONFIGURATION for a file that is wrong
     */
    public static Map<String, CallerFile> read(Path folder) {
        var callers = new TreeMap<String, CallerFile>();
        for (var file : stamps(folder).keySet()) {
            var caller = CallerFile.read(file);
            callers.put(caller.caller().name(), caller);
        }
        return callers;
    }

    @Override
    public Optional<Caller> withoutKey() {
        return withoutKey;
    }

    @Override
    public Optional<Caller> ofKey(String key) {
        var presented = ApiKey.read(key);
        if (presented == null) {
            return Optional.empty();
        }
        look();
        var file = seen.files().get(presented.name());
        var kept = file == null || file.digest() == null ? NOBODYS : file.digest();
        boolean same = presented.hasDigest(kept);
        return file != null && same && file.isGood(clock.instant())
                ? Optional.of(file.caller())
                : Optional.empty();
    }

    /**
     * A person whom the provider of identities vouches for, with what the groups may that have a
     * file; none of them may do nothing. Of their bounds the widest holds.
     *
     * @param name as the provider's tokens have it
     */
    Caller ofGroups(String name, Set<String> groups) {
        look();
        return seen.files().values().stream()
                .filter(file -> file.group() != null && groups.contains(file.group()))
                .filter(file -> file.isGood(clock.instant()))
                .map(CallerFile::caller)
                .reduce(Caller::or)
                .orElse(new Caller(name, Set.of(), Set.of(), Caller.Bounds.NONE))
                .named(name);
    }

    /** Where it is time; the others meanwhile get what was there. */
    private void look() {
        if (clock.millis() - lookedAt >= BETWEEN_LOOKS.toMillis() && looking.tryLock()) {
            try {
                lookedAt = clock.millis();
                var stamps = stamps(folder);
                if (!stamps.equals(seen.stamps())) {
                    seen = new Seen(readable(stamps), stamps);
                }
            } catch (GatewayException e) { // nobody is let in by what cannot be read
                LOG.errorf("nobody can sign in: %s", e.getMessage());
                seen = new Seen(Map.of(), Map.of());
            } finally {
                looking.unlock();
            }
        }
    }

    private void requireCounted(CallerFile file) {
        var caller = file.caller();
        if (!journalled && caller.bounds().needJournal()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: the journal counts tokensPerDay and costPerDay, and it is off; set demur.journal.enabled=true or remove them"
                            .formatted(folder.resolve(caller.name() + CallerFile.ENDING)));
        }
    }

    private Map<String, CallerFile> readable(Map<Path, String> stamps) {
        var callers = new TreeMap<String, CallerFile>();
        for (var file : stamps.keySet()) {
            try {
                var caller = CallerFile.read(file);
                requireCounted(caller);
                callers.put(caller.caller().name(), caller);
            } catch (GatewayException e) {
                LOG.errorf("a caller cannot sign in: %s", e.getMessage());
            }
        }
        return callers;
    }

    private static Map<Path, String> stamps(Path folder) {
        var stamps = new TreeMap<Path, String>();
        if (!Files.isDirectory(folder)) {
            return stamps;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            for (var file :
                    entries.filter(f -> f.toString().endsWith(CallerFile.ENDING)).toList()) {
                var attributes = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.put(
                        file, attributes.size() + " " + attributes.lastModifiedTime().toInstant());
            }
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "%s: the folder of callers cannot be read; correct demur.callers"
                            .formatted(folder),
                    e);
        }
        return stamps;
    }
}
