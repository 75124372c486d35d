package org.demur.feasibility;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SchemaLinker;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.catalog.DeclaredCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fits the background weights anew. Not part of the tests: runs when named, with {@code
 * DEMUR_SPIDER_TRAIN} pointing to Spider's unpacked training databases, and writes {@code
 * target/feasibility/background-weights.txt}.
 */
final class BackgroundModelTraining {
    /** Databases with fewer questions or larger files are left out. */
    private static final int FEWEST_QUESTIONS = 30;

    private static final long LARGEST_FILE = 1_500_000;
    private static final int MOST_PER_DATABASE = 40;
    private static final double COST = 1.0;

    /** Cues are put into questions artificially: their weights say too much and are cut here. */
    private static final double MOST_FOR_A_CUE = 4.0;

    @TempDir private Path home = Path.of("set by JUnit");

    @Test
    void fitsTheBackgroundWeights() throws IOException {
        // given
        var databases = System.getenv("DEMUR_SPIDER_TRAIN");
        assumeThat(databases).as("DEMUR_SPIDER_TRAIN").isNotNull();
        assumeThat(Benchmarks.folder()).as("benchmarks' folder").isPresent();
        var folder = Benchmarks.folder().orElseThrow();
        var questions =
                questions(
                        Benchmarks.json(folder.resolve("spider/train_spider_reconstructed.json")));
        var smallTalk = smallTalk(Benchmarks.json(folder.resolve("triagesql/testset_test.json")));
        var schemas = schemas(questions, Path.of(requireNonNull(databases)));
        // when
        var model = BackgroundModel.fit(rows(questions, schemas, smallTalk), COST);
        // then
        var lines = new ArrayList<String>();
        lines.add(
                "# What speaks for infeasible in any database: weights of a logistic regression, natural log-odds. See models/manifest.json.");
        model.lines().forEach(line -> lines.add(bounded(line)));
        var out = Files.createDirectories(Path.of("target/feasibility"));
        Files.write(out.resolve("background-weights.txt"), lines);
        assertThat(schemas).hasSizeGreaterThan(50);
    }

    private static Map<String, List<VerifiedQuery>> questions(JsonNode items) {
        var questions = new TreeMap<String, List<VerifiedQuery>>();
        for (var item : items) {
            var pairs =
                    questions.computeIfAbsent(item.get("db_id").asText(), _ -> new ArrayList<>());
            pairs.add(
                    new VerifiedQuery(
                            "q" + pairs.size(),
                            item.get("question").asText(),
                            item.get("query").asText()));
        }
        questions.values().removeIf(pairs -> pairs.size() < FEWEST_QUESTIONS);
        return questions;
    }

    private static List<String> smallTalk(JsonNode items) {
        var talk = new ArrayList<String>();
        for (var item : items) {
            if (item.get("type").asText().equals("small talk")) {
                talk.add(item.get("question").asText());
            }
        }
        return talk;
    }

    private Map<String, DatabaseSchema> schemas(
            Map<String, List<VerifiedQuery>> questions, Path databases) throws IOException {
        var schemas = new TreeMap<String, DatabaseSchema>();
        for (var id : questions.keySet()) {
            var file = databases.resolve(id).resolve(id + ".sqlite").toAbsolutePath();
            if (Files.exists(file) && Files.size(file) < LARGEST_FILE) {
                Files.writeString(home.resolve(id + ".yaml"), "file: " + file + "\n");
            }
        }
        var environment = new HashMap<>(System.getenv());
        environment.put("DEMUR_CACHE", home.resolve("cache").toString());
        var catalog = DeclaredCatalog.of(home, home, environment);
        for (var id : catalog.ids()) {
            schemas.put(id, catalog.database(id).schema());
        }
        return schemas;
    }

    private static List<LogisticModel.Row> rows(
            Map<String, List<VerifiedQuery>> questions,
            Map<String, DatabaseSchema> schemas,
            List<String> smallTalk) {
        var rows = new ArrayList<LogisticModel.Row>();
        var ids = List.copyOf(schemas.keySet());
        int talk = 0;
        for (int d = 0; d < ids.size(); d++) {
            var linker = SchemaLinker.of(requireNonNull(schemas.get(ids.get(d))));
            var own = requireNonNull(questions.get(ids.get(d)));
            var others = requireNonNull(questions.get(ids.get((d + 7) % ids.size())));
            for (int every : new int[] {2, 6}) { // many and few pairs
                var seen = new ArrayList<ReadQuestion>();
                var asked = new ArrayList<ReadQuestion>();
                for (int i = 0; i < own.size(); i++) {
                    // Spider's questions come as pairs of paraphrases: these stay together
                    var read = read(own.get(i).question(), linker, true);
                    if (i / 2 % every == 0) {
                        seen.add(read);
                    } else if (asked.size() < MOST_PER_DATABASE) {
                        asked.add(read);
                    }
                }
                var vocabulary = Vocabulary.of(linker, Phrasing.of(seen));
                var all = new ArrayList<>(asked);
                all.addAll(InfeasibleAugmentation.of(linker).of(asked, vocabulary.phrasing()));
                for (int i = 0; i < asked.size() / 8; i++) {
                    all.add(read(others.get(i).question(), linker, false));
                }
                for (int i = 0; i < 2; i++) {
                    all.add(read(smallTalk.get(talk++ % smallTalk.size()), linker, false));
                }
                all.forEach(q ->
                        rows.add(new LogisticModel.Row(Features.of(q, vocabulary), !q.feasible())));
            }
        }
        return rows;
    }

    private static ReadQuestion read(String question, SchemaLinker linker, boolean feasible) {
        return ReadQuestion.of(linker.link(question), feasible);
    }

    private static String bounded(String line) {
        var fields = line.split(" ", -1);
        boolean cue =
                fields[0].equals("NON_SQL_START")
                        || Arrays.stream(CueKind.values())
                                .anyMatch(k -> k.name().equals(fields[0]));
        double weight = Double.parseDouble(fields[1]);
        return cue ? "%s %.3f".formatted(fields[0], Math.clamp(weight, 0.0, MOST_FOR_A_CUE)) : line;
    }
}
