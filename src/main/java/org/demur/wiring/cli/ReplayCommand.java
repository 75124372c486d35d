package org.demur.wiring.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.Recording;
import org.demur.inference.http.Faults;
import org.demur.inference.http.ReplayServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description =
                "Answer as an OpenAI-compatible model from recorded completions, until"
                        + " interrupted.")
final class ReplayCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--recording",
            required = true,
            paramLabel = "DIR",
            description = "A folder of *.jsonl, see docs/llm.md.")
    private Path recording = Path.of("");

    @Option(names = "--port", defaultValue = "8081", description = "Default: ${DEFAULT-VALUE}.")
    private int port = 8081;

    @Option(names = "--seed", defaultValue = "0", description = "Of the faults.")
    private long seed;

    @Option(names = "--rate-limited", paramLabel = "SHARE", description = "Answered 429.")
    private double rateLimited;

    @Option(names = "--failed", paramLabel = "SHARE", description = "Answered 500.")
    private double failed;

    @Option(names = "--malformed", paramLabel = "SHARE", description = "Half a JSON text.")
    private double malformed;

    @Option(names = "--cut", paramLabel = "SHARE", description = "Connection ends too early.")
    private double cut;

    @Option(
            names = "--latency",
            paramLabel = "MILLISECONDS",
            description = "Half of all answers take longer.")
    private long latencyMillis;

    @Option(
            names = "--slow-latency",
            paramLabel = "MILLISECONDS",
            description = "One in a hundred answers takes longer.")
    private long slowLatencyMillis;

    @Option(
            names = "--retry-after",
            paramLabel = "SECONDS",
            defaultValue = "1",
            description = "What an answer 429 asks to wait (default: ${DEFAULT-VALUE}).")
    private double retryAfterSeconds = 1;

    @Option(
            names = "--per-second",
            paramLabel = "N",
            description = "More requests than that in a second are answered 429.")
    private int perSecond;

    @Option(
            names = "--outage",
            paramLabel = "FROM-TO",
            description = "Requests, counted from 1, that are hung up on.")
    private @Nullable String outage;

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > 65535) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--port must be a number from 0 to 65535");
        }
        try (var server = ReplayServer.start(Recording.read(recording), faults(), port, seed)) {
            spec.commandLine().getOut().println("replaying on " + server.url());
            spec.commandLine().getOut().flush();
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
    }

    private Faults faults() {
        try {
            var faults =
                    Faults.of(rateLimited, failed, malformed, cut)
                            .withLatency(
                                    Duration.ofMillis(latencyMillis),
                                    Duration.ofMillis(Math.max(latencyMillis, slowLatencyMillis)))
                            .withRateLimit(
                                    Duration.ofMillis(Math.round(retryAfterSeconds * 1000)),
                                    perSecond);
            return outage == null ? faults : faults.withOutage(requests(outage));
        } catch (IllegalArgumentException e) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private static Faults.Outage requests(String written) {
        var matcher = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})").matcher(written);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--outage is two numbers, such as 100-150");
        }
        return new Faults.Outage(
                Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }
}
