package org.demur.wiring.cli;

import io.quarkus.runtime.Quarkus;
import java.util.concurrent.Callable;
import org.demur.wiring.EarlyStart;
import picocli.CommandLine.Command;

@Command(
        name = ServeCommand.NAME,
        description = "Serve on http://localhost:8080 until interrupted.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    static final String NAME = "serve";

    @Override
    public Integer call() {
        EarlyStart.begin(ProgramHome.path());
        Quarkus.run();
        return ExitCode.OK;
    }
}
