package org.demur.wiring.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.Recording;
import org.demur.inference.http.Faults;
import org.demur.inference.http.ReplayServer;
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

    @Override
    public Integer call() throws InterruptedException {
        try (var server = ReplayServer.start(Recording.read(recording), faults(), port, seed)) {
            spec.commandLine().getOut().println("replaying on " + server.url());
            spec.commandLine().getOut().flush();
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
    }

    private Faults faults() {
        try {
            return new Faults(
                    rateLimited,
                    failed,
                    malformed,
                    cut,
                    Duration.ofMillis(latencyMillis),
                    Duration.ofMillis(Math.max(latencyMillis, slowLatencyMillis)));
        } catch (IllegalArgumentException e) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, "faults", e);
        }
    }
}
