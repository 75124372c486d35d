package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.demur.evaluation.report.ItemStory;
import org.demur.evaluation.report.ScoredRun;
import org.demur.evaluation.suite.SuiteVerdict;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description =
                "Tell one item's whole way through a run: question, feasibility, every draft with"
                        + " its evidence and findings, uncertainty, decision, execution, score, and"
                        + " both results.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:told", "2:there is no such run or item"})
final class ExplainCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "RUN", description = "Folder of a scored run.")
    private Path run = Path.of("");

    @Parameters(index = "1", paramLabel = "ID", description = "The item's id.")
    private String id = "";

    @Option(names = "--all", description = "List what was measured of each draft, by name.")
    private boolean all;

    @Option(
            names = "--suite",
            paramLabel = "DIR",
            description =
                    "A suite that demur suite built: tells whether the SQL is right on it as well,"
                            + " and if not the few rows that tell it from gold.")
    private @Nullable Path suite;

    @Option(names = "--json", description = "Print JSON, with all of it.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        var story = ItemStory.of(ScoredRun.read(run), id);
        Optional<SuiteVerdict> onSuite = suite == null ? Optional.empty() : story.onSuite(suite);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
            var told = new LinkedHashMap<>(story.json());
            onSuite.ifPresent(verdict -> told.put("suite", verdict));
            out.println(mapper.writeValueAsString(told));
        } else {
            out.print(story.text(all));
            onSuite.ifPresent(verdict -> out.print(ItemStory.text(verdict)));
        }
        out.flush();
        return ExitCode.OK;
    }
}
