package org.demur.wiring.cli;

import io.quarkus.runtime.Quarkus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "serve",
        description = "Serve on http://localhost:8080 until interrupted.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        ProgramHome.settings(); // a typo is told in one line, before the framework starts
        Quarkus.run();
        return ExitCode.OK;
    }
}
