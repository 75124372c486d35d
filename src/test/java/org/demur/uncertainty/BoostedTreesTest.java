package org.demur.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BoostedTreesTest {
    /** The models that ship with the program. */
    static Stream<Path> models() throws IOException {
        try (var files = Files.list(Path.of("models"))) {
            return files
                    .filter(file -> file.getFileName().toString().startsWith("evidence"))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void marginsAreThoseOfTheLibraryBitForBitAndTheSumOfTheirParts(Path file)
            throws IOException, XGBoostError {
        // given
        var random = new Random(7);
        var saved = JsonMapper.builder().build().readTree(file.toFile());
        int width = saved.path("features").size();
        int height = 200;
        float[] rows = new float[width * height];
        for (int i = 0; i < rows.length; i++) {
            rows[i] =
                    switch (random.nextInt(4)) {
                        case 0 -> Float.NaN;
                        case 1 -> random.nextInt(3);
                        default -> (float) (4 * random.nextGaussian());
                    };
        }
        assertThat(saved.path("trees")).isNotEmpty();
        for (var trees : saved.path("trees")) {
            byte[] ubjson = unpacked(trees.asText());
            var booster = XGBoost.loadModel(new ByteArrayInputStream(ubjson));
            var expected = booster.predict(new DMatrix(rows, height, width, Float.NaN), true);
            // when
            var ensemble = BoostedTrees.read(ubjson);
            // then
            assertThat(ensemble.features()).isBetween(1, width);
            double rest = Double.NaN;
            for (int r = 0; r < height; r++) {
                var row = Arrays.copyOfRange(rows, r * width, (r + 1) * width);
                assertThat(ensemble.margin(row)).isEqualTo(expected[r][0]);
                // what no feature does is the same for every row
                double[] parts = new double[width];
                ensemble.explain(row, parts);
                double left = ensemble.margin(row) - Arrays.stream(parts).sum();
                assertThat(left).isCloseTo(r == 0 ? left : rest, within(1e-3));
                rest = left;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void aModelThatIsCutShortIsRefused(Path file) throws IOException {
        // given
        var trees = JsonMapper.builder().build().readTree(file.toFile()).path("trees").path(0);
        byte[] whole = unpacked(trees.asText());
        for (int length = 0; length < whole.length; length += whole.length / 50) {
            byte[] cut = Arrays.copyOf(whole, length);
            // when, then
            assertThatThrownBy(() -> BoostedTrees.read(cut))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(IOException.class);
        }
    }

    private static byte[] unpacked(String trees) throws IOException {
        var packed = new ByteArrayInputStream(Base64.getDecoder().decode(trees));
        try (var unpacked = new GZIPInputStream(packed)) {
            return unpacked.readAllBytes();
        }
    }
}
