package org.demur.wiring.cli;

import java.io.Closeable;
import java.nio.file.Path;
import org.demur.inference.Recording;
import org.demur.inference.http.Faults;
import org.demur.inference.http.ReplayServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option of commands that can ask recorded models instead of live ones. */
final class Replaying {
    /** Where the models of a recording are declared to listen. */
    private static final int PORT = 8081;

    @Option(
            names = "--replay",
            paramLabel = "DIR",
            description = "Replay a recording meanwhile, as ./demur replay does on port 8081.")
    private @Nullable Path recording;

    /** What has to be closed when nothing is asked any more. */
    Closeable started() {
        return recording == null
                ? () -> {}
                : ReplayServer.start(Recording.read(recording), Faults.NONE, PORT, 0)::close;
    }
}
