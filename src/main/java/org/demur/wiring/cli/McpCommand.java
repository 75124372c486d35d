package org.demur.wiring.cli;

import io.quarkus.runtime.Quarkus;
import java.util.Map;
import java.util.concurrent.Callable;
import org.demur.api.McpLines;
import picocli.CommandLine.Command;

@Command(
        name = "mcp",
        description =
                "Serve the Model Context Protocol on standard input and output, for an agent on this"
                        + " machine that starts it; ends with its input. Whoever starts it may ask"
                        + " every database.",
        mixinStandardHelpOptions = true)
final class McpCommand implements Callable<Integer> {
    /** No port is opened, so nobody has to sign in; standard output is the protocol's alone. */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "quarkus.mcp.server.stdio.enabled", "true",
                    "quarkus.log.console.stderr", "true",
                    "quarkus.http.host-enabled", "false",
                    "quarkus.management.host-enabled", "false",
                    "demur.sign-in", "off");

    @Override
    public Integer call() {
        ProgramHome.settings(); // a mistake there is told here, in one line
        SETTINGS.forEach(System::setProperty);
        System.setIn(new McpLines(System.in, System.out));
        Quarkus.run();
        return ExitCode.OK;
    }
}
