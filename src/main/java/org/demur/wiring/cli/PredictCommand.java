package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.demur.answer.Answer;
import org.demur.decision.Reason;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.wiring.Assembly;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "predict",
        description = "Ask a file of questions; writes id to SQL, or \"null\" for an abstention.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every question was answered or abstained from",
            "2:the command line or the file of questions is at fault",
            "4:a database or model could not be reached for some questions",
            "70:Demur itself is at fault",
            "78:the configuration is at fault"
        })
final class PredictCommand implements Callable<Integer> {
    /** As EHRSQL-2024 writes an abstention. */
    private static final String ABSTENTION = "null";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--database", description = "The database; the configured one by default.")
    private @Nullable String database;

    @Option(names = "--strategy", description = "The strategy; the configured one by default.")
    private @Nullable String strategy;

    @Option(
            names = "--questions",
            required = true,
            paramLabel = "FILE",
            description = "data.json of EHRSQL-2024, packed by gzip or not.")
    private Path questions = Path.of("");

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "prediction.json; appears whole or not at all.")
    private Path out = Path.of("");

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            description =
                    "What a wrong answer costs, in right ones; the configured one by default.")
    private @Nullable Double penalty;

    @Option(
            names = "--threads",
            description = "Questions asked at a time; as many as processors by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (threads < 1) {
            throw new ParameterException(spec.commandLine(), "--threads must be at least 1");
        }
        // predictions are scored, not shown: a smaller penalty than the configured one harms nobody
        var settings = ProgramHome.settings(penalty);
        var asked =
                QuestionFile.read(
                        questions, Objects.requireNonNullElse(database, settings.ask().database()));
        try (var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var answers = answers(asked, assembly.gateway());
            write(answers);
            return report(answers);
        }
    }

    private List<Answer> answers(List<Question> asked, Gateway gateway)
            throws InterruptedException {
        try (var progress = Progress.of("Asking", asked.size());
                var workers = Executors.newFixedThreadPool(threads)) {
            var running = new ArrayList<Future<Answer>>(asked.size());
            for (var question : asked) {
                running.add(
                        workers.submit(() -> {
                            var answer =
                                    gateway.ask(
                                            new Ask(question, strategy, null, null, null, false));
                            progress.step();
                            return answer;
                        }));
            }
            var answers = new ArrayList<Answer>(asked.size());
            try {
                for (var one : running) {
                    answers.add(one.get());
                }
            } catch (ExecutionException e) {
                workers.shutdownNow();
                if (e.getCause() instanceof GatewayException known) {
                    throw known;
                }
                throw new GatewayException(
                        FailureCode.UNEXPECTED, "Demur failed in an unforeseen way", e);
            }
            return answers;
        }
    }

    private void write(List<Answer> answers) throws IOException {
        Map<String, String> predictions = new LinkedHashMap<>();
        for (var answer : answers) {
            predictions.put(
                    answer.question().id(),
                    switch (answer) {
                        case Answer.Answered answered -> answered.draft().sql();
                        case Answer.Abstained _ -> ABSTENTION;
                    });
        }
        var target = out.toAbsolutePath();
        var folder = Objects.requireNonNullElse(target.getParent(), target);
        Files.createDirectories(folder);
        var draft = Files.createTempFile(folder, ".prediction-", ".part");
        try {
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValue(draft.toFile(), predictions);
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** An outage is no abstention: it is counted, told, and fails the command. */
    private int report(List<Answer> answers) {
        var brokenDown = new TreeMap<FailureCode, Integer>();
        int answered = 0;
        for (var answer : answers) {
            switch (answer) {
                case Answer.Answered _ -> answered++;
                case Answer.Abstained(var _, Reason.StageFailed failed, var _, var _, var _)
                        when failed.code().type() != FailureType.MODEL ->
                        brokenDown.merge(failed.code(), 1, Integer::sum);
                case Answer.Abstained _ -> {}
            }
        }
        var err = spec.commandLine().getErr();
        err.printf(
                "%d questions: %d answered, %d abstained from; %s%n",
                answers.size(), answered, answers.size() - answered, out);
        brokenDown.forEach((code, count) ->
                err.printf("%d of the abstentions are breakdowns: %s%n", count, code));
        err.flush();
        return brokenDown.isEmpty()
                ? ExitCode.OK
                : ExitCode.of(new GatewayException(brokenDown.firstKey(), "broken down"));
    }
}
