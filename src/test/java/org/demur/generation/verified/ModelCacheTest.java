package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.question.Question;
import org.demur.schema.Database;
import org.demur.schema.ReachableValues;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.catalog.DeclaredCatalog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A model read from the cache answers as the one that was fitted; a bad file is as good as none.
 */
final class ModelCacheTest {
    private static DeclaredCatalog catalog;

    @TempDir private Path folder;

    @BeforeAll
    static void read() {
        catalog = DeclaredCatalog.below(Path.of("").toAbsolutePath(), System.getenv());
    }

    @ParameterizedTest
    @CsvSource({"demo, 100", "ehrsql, 50"})
    void aKeptModelDraftsAsTheFittedOne(String id, int questions) {
        // given
        assumeTrue(catalog.ids().contains(id), () -> "no database " + id);
        var database = catalog.database(id);
        var pairs = database.verified().current();

        // when
        var fitted = generator(database, pairs, cache(database));
        var kept = generator(database, pairs, cache(database));

        // then
        for (VerifiedQuery pair : asked(database, questions)) {
            var question = new Question(pair.id(), id, pair.question());
            assertThat(kept.generate(question, database.schema()))
                    .isEqualTo(fitted.generate(question, database.schema()));
            assertThat(kept.nearest(question, database.schema(), 3))
                    .isEqualTo(fitted.nearest(question, database.schema(), 3));
        }
    }

    @Test
    void aKeptModelIsNotFittedAgain() {
        // given
        var database = catalog.database("demo");
        var pairs = database.verified().current();
        cache(database).model(database.schema(), pairs, () -> fit(database, pairs));

        // when
        var kept =
                cache(database)
                        .model(
                                database.schema(),
                                pairs,
                                () -> {
                                    throw new AssertionError("fitted again");
                                });

        // then
        assertThat(kept).isPresent();
    }

    @Test
    void aModelOfFewPairsThatRelateRowsOfOneTableIsKept(@TempDir Path home) throws IOException {
        // given
        Path council =
                Path.of("config/benchmarks/business/background/aldermoor_council").toAbsolutePath();
        Path declared = Files.createDirectories(home.resolve("config/databases"));
        Files.writeString(
                declared.resolve("council.yaml"),
                "file: %s.sqlite.gz%nverified: {files: [{path: %s-pairs.json}]}%n"
                        .formatted(council, council));
        var database = DeclaredCatalog.below(home, Map.of()).database("council");
        var pairs = database.verified().current();
        cache(database).model(database.schema(), pairs, () -> fit(database, pairs));

        // when
        var kept = cache(database).model(database.schema(), pairs, Optional::empty);

        // then
        assertThat(kept).isPresent();
    }

    @Test
    void aModelOfOtherPairsIsFittedAnew() {
        // given
        var database = catalog.database("demo");
        var pairs = database.verified().current();
        cache(database).model(database.schema(), pairs, () -> fit(database, pairs));
        var fewer = pairs.subList(0, pairs.size() - 1);

        // when
        var model = cache(database).model(database.schema(), fewer, Optional::empty);

        // then
        assertThat(model).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty", "short", "other", "flipped"})
    void aBrokenFileIsReplaced(String damage) throws IOException {
        // given
        var database = catalog.database("demo");
        var pairs = database.verified().current();
        cache(database).model(database.schema(), pairs, () -> fit(database, pairs));
        Path file = file();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, damaged(bytes, damage));

        // when
        var broken = cache(database).model(database.schema(), pairs, Optional::empty);
        cache(database).model(database.schema(), pairs, () -> fit(database, pairs));
        var mended = cache(database).model(database.schema(), pairs, Optional::empty);

        // then
        assertThat(broken).isEmpty();
        assertThat(mended).isPresent();
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsNoTrouble() throws IOException {
        // given
        var database = catalog.database("demo");
        var pairs = database.verified().current();
        var blocked = Files.createFile(folder.resolve("file")).resolve("models");

        // when
        var model =
                ModelCache.of(blocked, database.digest())
                        .model(database.schema(), pairs, () -> fit(database, pairs));

        // then
        assertThat(model).isPresent();
    }

    private static byte[] damaged(byte[] bytes, String damage) {
        return switch (damage) {
            case "empty" -> new byte[0];
            case "short" -> Arrays.copyOf(bytes, bytes.length / 2);
            case "other" ->
                    "a file of another program, long enough to have a header"
                            .getBytes(StandardCharsets.UTF_8);
            default -> {
                byte[] flipped = bytes.clone();
                flipped[flipped.length / 2] ^= 1;
                yield flipped;
            }
        };
    }

    private Path file() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList().getFirst();
        }
    }

    private ModelCache cache(Database database) {
        return ModelCache.of(folder, database.digest());
    }

    private static List<VerifiedQuery> asked(Database database, int questions) {
        var validation = database.validation().current();
        return (validation.isEmpty() ? database.verified().current() : validation)
                .stream().limit(questions).toList();
    }

    private static VerifiedGenerator generator(
            Database database, List<VerifiedQuery> pairs, ModelCache cache) {
        var snapshot = new VerifiedQueries.Snapshot(1, pairs);
        return new VerifiedGenerator(
                database.schema(),
                () -> snapshot,
                ReachableValues.NONE,
                MiniLmEmbedder.encoder(),
                cache);
    }

    private static Optional<VerifiedModel> fit(Database database, List<VerifiedQuery> pairs) {
        Map<String, ParsedStatement> statements = new HashMap<>();
        for (VerifiedQuery pair : pairs) {
            if (pair.sql() != null) {
                ParsedStatement.of(pair.sql(), database.schema())
                        .ifPresent(parsed -> statements.put(pair.id(), parsed));
            }
        }
        return Optional.of(
                VerifiedModel.fit(
                        database.schema(),
                        pairs,
                        statements,
                        ReachableValues.NONE,
                        MiniLmEmbedder.encoder()));
    }
}
