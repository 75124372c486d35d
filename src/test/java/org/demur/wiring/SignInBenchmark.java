package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Locale;
import org.demur.api.Credentials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Figures for {@code docs/performance.md}, "Journal and sign-in": what telling a caller by its key
 * takes, among 100 callers, into {@code target/sign-in.txt}. Runs only when named.
 */
@Tag("slow")
final class SignInBenchmark {
    private static final int CALLERS = 100;
    private static final int REQUESTS = 200_000;

    @TempDir private Path folder = Path.of("");

    @Test
    void measure() throws Exception {
        var keys = new ApiKey[CALLERS];
        for (int i = 0; i < CALLERS; i++) {
            keys[i] =
                    new ApiKey(
                            "caller" + i,
                            "%scaller%d_%064x".formatted(Credentials.KEY_PREFIX, i, i));
            Files.writeString(
                    folder.resolve("caller%d.yaml".formatted(i)),
                    "key: %s\nroles: [ask]\ndatabases: [demo]\nexpires: 2999-12-31\n"
                            .formatted(keys[i].digest()));
        }
        var callers = new CallerFolder(folder, Settings.SignIn.REQUIRED, true, Clock.systemUTC());
        measure(callers, keys); // to warm up
        Files.writeString(Path.of("target/sign-in.txt"), measure(callers, keys));
    }

    private static String measure(CallerFolder callers, ApiKey[] keys) {
        var nanos = new long[REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            var key = keys[i % CALLERS];
            long start = System.nanoTime();
            var caller = callers.ofKey(key.text());
            nanos[i] = System.nanoTime() - start;
            assertThat(caller).isPresent();
        }
        Arrays.sort(nanos);
        return String.format(
                Locale.ROOT,
                "p50 %.4f ms, p99 %.4f ms, at most %.1f ms%n",
                nanos[REQUESTS / 2] / 1e6,
                nanos[REQUESTS / 100 * 99] / 1e6,
                nanos[REQUESTS - 1] / 1e6);
    }
}
