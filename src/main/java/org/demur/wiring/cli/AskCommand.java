package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.demur.answer.Answer;
import org.demur.answer.Explanation;
import org.demur.answer.ReasonCode;
import org.demur.answer.WithheldDraft;
import org.demur.api.AnswerBodies;
import org.demur.api.QuestionText;
import org.demur.decision.Reason;
import org.demur.execution.ResultColumn;
import org.demur.execution.ResultTable;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.wiring.Assembly;
import org.demur.wiring.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "ask",
        description = "Ask one question; prints rows, or why there is no answer.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:answered",
            "2:the command line or the question is at fault",
            "3:abstained",
            "4:a database or model cannot be reached",
            "70:Demur itself is at fault",
            "78:the configuration is at fault"
        })
final class AskCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "QUESTION", description = "The question in plain words.")
    private String question = "";

    @Parameters(index = "1..*", arity = "0..*", hidden = true)
    private List<String> further = List.of();

    @Option(
            names = "--database",
            description = "The database to ask; the configured one by default.")
    private @Nullable String database;

    @Option(names = "--strategy", description = "The strategy; the configured one by default.")
    private @Nullable String strategy;

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            description =
                    "What a wrong answer costs, in right ones; at least the configured penalty.")
    private @Nullable Double penalty;

    @Option(names = "--json", description = "Print the same JSON as POST /v1/query.")
    private boolean json;

    @Option(names = "--trace", description = "Tell what each stage measured; implies --json.")
    private boolean trace;

    @Option(
            names = "--drafts",
            description =
                    "Where no answer is sure enough, show the query that was withheld, unverified and"
                            + " not run, with what speaks against it.")
    private boolean drafts;

    @Option(
            names = "--caller",
            paramLabel = "NAME",
            description =
                    "Who asks, for databases that show each caller rows of its own. Whoever runs the"
                            + " command may say any name.")
    private @Nullable String caller;

    @Override
    public Integer call() throws Exception {
        if (!further.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "The question has to be one argument: put the question in quotes");
        }
        String accepted = QuestionText.accepted(question);
        Settings settings = ProgramHome.settings();
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var gateway = assembly.gateway();
            var asked =
                    new Question(
                            UUID.randomUUID().toString(),
                            Objects.requireNonNullElse(database, settings.ask().database()),
                            accepted);
            var answer =
                    gateway.ask(new Ask(asked, strategy, penalty, null, null, drafts).by(caller));
            var out = spec.commandLine().getOut();
            if (json || trace) {
                var verified = gateway.database(asked.database()).database().verified();
                out.println(
                        JsonMapper.builder()
                                .build()
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(AnswerBodies.of(answer, verified, trace)));
            } else {
                print(answer, out);
            }
            out.flush();
            return exitCode(answer);
        }
    }

    private static int exitCode(Answer answer) {
        return switch (answer) {
            case Answer.Answered _ -> ExitCode.OK;
            case Answer.Abstained(var _, Reason.StageFailed failed, var _, var _, var _) ->
                    ExitCode.of(new GatewayException(failed.code(), failed.message()));
            case Answer.Abstained _ -> ExitCode.ABSTAINED;
        };
    }

    /** Rounded down, and with a decimal where it is high: nothing but a person's word is 100 %. */
    private static String percent(double confidence) {
        return confidence == 1 || confidence < 0.99
                ? String.format(Locale.ROOT, "%.0f %%", Math.floor(100 * confidence))
                : String.format(Locale.ROOT, "%.1f %%", Math.floor(1000 * confidence) / 10);
    }

    private static void print(Answer answer, PrintWriter out) {
        switch (answer) {
            case Answer.Answered answered -> {
                printRows(answered.result(), out);
                out.printf("%n%s%n", answered.sql());
                answered.confidence()
                        .ifPresentOrElse(
                                confidence -> out.println("confidence " + percent(confidence)),
                                () -> out.println("confidence unknown: not calibrated"));
            }
            case Answer.Abstained abstained -> {
                out.printf(
                        "No answer (%s): %s%n",
                        ReasonCode.of(abstained.reason()).key(),
                        Explanation.of(
                                abstained.reason(),
                                abstained.trace().evidence(),
                                abstained.question().database(),
                                abstained.trace().tier()));
                if (abstained.draft() != null) {
                    print(abstained.draft(), out);
                }
                if (!abstained.suggestions().isEmpty()) {
                    out.println("It could answer:");
                    abstained.suggestions().forEach(s -> out.println("  " + s));
                }
            }
        }
    }

    private static void print(WithheldDraft draft, PrintWriter out) {
        out.printf("Is this what you mean? Nobody verified it.%n%s%n", draft.sql());
        out.println("Against it:");
        draft.against().forEach(sentence -> out.println("  " + sentence));
    }

    private static void printRows(ResultTable result, PrintWriter out) {
        int columns = result.columns().size();
        var widths = new int[columns];
        for (int i = 0; i < columns; i++) {
            widths[i] = result.columns().get(i).name().length();
            for (var row : result.rows()) {
                widths[i] = Math.min(40, Math.max(widths[i], cell(row, i).length()));
            }
        }
        printRow(result.columns().stream().map(ResultColumn::name).toList(), widths, out);
        for (var row : result.rows()) {
            printRow(row, widths, out);
        }
        out.printf(
                "(%d %s%s)%n",
                result.rows().size(),
                result.rows().size() == 1 ? "row" : "rows",
                result.truncated() ? ", and there are more" : "");
    }

    private static void printRow(
            List<? extends @Nullable Object> row, int[] widths, PrintWriter out) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            var cell = cell(row, i);
            line.append(cell).repeat(' ', Math.max(2, widths[i] + 2 - cell.length()));
        }
        out.println(line.toString().stripTrailing());
    }

    /** Cells are untrusted: a terminal must see no control characters. */
    private static String cell(List<? extends @Nullable Object> row, int index) {
        return String.valueOf(row.get(index)).replaceAll("\\p{Cntrl}", " ");
    }
}
