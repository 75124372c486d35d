package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.demur.evaluation.calibration.Calibrating;
import org.demur.generation.verified.CrossFittingFolds;
import org.demur.pipeline.OpenDatabase;
import org.demur.pipeline.PipelineListener;
import org.demur.schema.VerifiedQuery;
import org.demur.wiring.Assembly;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "folds",
        mixinStandardHelpOptions = true,
        description = {
            "Print the folds in which `calibrate` and `generalise` ask a database's pairs, as JSON.",
            "A model that drafts beside the verified queries is trained on each fold's known pairs, so"
                    + " that confidence learns what it is worth on others (models/training/ehrsql.sh)."
        })
final class FoldsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--database", required = true, description = "The database.")
    private String database = "";

    @Override
    public Integer call() throws Exception {
        try (var assembly =
                new Assembly(ProgramHome.settings(), System.getenv(), PipelineListener.NOP)) {
            var open = assembly.gateway().database(database);
            var out = spec.commandLine().getOut();
            out.println(JsonMapper.builder().build().writeValueAsString(described(open)));
            out.flush();
        }
        return ExitCode.OK;
    }

    private static Map<String, Object> described(OpenDatabase open) {
        var verified = open.database().verified().current();
        var pooled = GeneraliseCommand.pooled(open);
        return Map.of(
                "pairs",
                pooled.stream().map(FoldsCommand::described).toList(),
                "folds",
                Stream.of(verified, pooled)
                        .distinct()
                        .flatMap(pairs ->
                                IntStream.range(0, Calibrating.DRAWS)
                                        .boxed()
                                        .flatMap(draw ->
                                                CrossFittingFolds.byTemplate(
                                                        open.schema(), pairs, draw)
                                                        .stream()))
                        .map(FoldsCommand::described)
                        .toList());
    }

    private static Map<String, Object> described(VerifiedQuery pair) {
        return pair.sql() == null
                ? Map.of("id", pair.id(), "question", pair.question())
                : Map.of("id", pair.id(), "question", pair.question(), "sql", pair.sql());
    }

    private static Map<String, Object> described(CrossFittingFolds.Fold fold) {
        return Map.of("key", fold.key(), "known", ids(fold.train()), "asked", ids(fold.asked()));
    }

    private static List<String> ids(List<VerifiedQuery> pairs) {
        return pairs.stream().map(VerifiedQuery::id).toList();
    }
}
