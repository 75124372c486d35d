package org.demur.wiring.cli;

import io.quarkus.runtime.Quarkus;
import java.util.concurrent.Callable;
import org.demur.wiring.Assembly;
import picocli.CommandLine.Command;

@Command(
        name = "serve",
        description = "Serve on http://localhost:8080 until interrupted.",
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        // a typo is told in one line, before the framework starts
        Assembly.checkStrategies(ProgramHome.settings(), System.getenv());
        Quarkus.run();
        return ExitCode.OK;
    }
}
