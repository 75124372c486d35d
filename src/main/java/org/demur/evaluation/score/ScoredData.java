package org.demur.evaluation.score;

import java.nio.file.Files;
import java.nio.file.Path;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.score.ScoreRequest.Source;

/**
 * What predictions are scored against.
 *
 * @param gold in the order of its file
 * @param rules that the request or the data name
 * @param databases possibly none
 */
public record ScoredData(DataSet gold, ScoringRules rules, Databases databases) {
    /**
     * Reads gold and finds the databases.
     *
     * @throws org.demur.failure.GatewayException {@code INVALID_INPUT_FILE} when an input is not
     *     what it should be
     */
    public static ScoredData read(ScoreRequest request, ContentCache cache) {
        Databases databases = databases(request, cache);
        // a packed database is unpacked while the other files are read
        Thread.ofPlatform().daemon().start(databases::prepare);
        DataSet gold = GoldFile.read(request, databaseName(request));
        return new ScoredData(gold, GoldFile.rulesOf(request, gold), databases);
    }

    private static Databases databases(ScoreRequest request, ContentCache cache) {
        return switch (request.source()) {
            case Source.OneFile(Path file) -> {
                if (!Files.isRegularFile(file)) {
                    throw DataFile.invalid(file, "there is no such database file");
                }
                yield Databases.single(file, cache);
            }
            case Source.Folder(Path folder) -> {
                if (!Files.isDirectory(folder)) {
                    throw DataFile.invalid(folder, "there is no such folder of databases");
                }
                yield Databases.folder(folder, cache);
            }
            case Source.Declared(var database) -> Databases.declared(name -> database, cache);
            case Source.None none -> Databases.none(cache);
        };
    }

    /** The name of the only database, for gold that names none. */
    private static String databaseName(ScoreRequest request) {
        return switch (request.source()) {
            case Source.OneFile(Path file) -> baseName(file);
            case Source.Folder(Path folder) ->
                    Databases.only(folder)
                            .orElse("(gold names none; say " + Source.FILE_OPTION + " FILE)");
            case Source.Declared(var database) -> database.id();
            case Source.None none -> baseName(request.gold());
        };
    }

    private static String baseName(Path location) {
        String name = String.valueOf(location.getFileName());
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
