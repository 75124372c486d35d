package org.demur.wiring.cli;

import io.quarkus.runtime.Quarkus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "serve", description = "Serve on http://localhost:8080 until interrupted.")
final class ServeCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        Quarkus.run();
        return 0;
    }
}
