package org.demur.inference.onnx;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.demur.inference.onnx.PointerModel.Input;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Figures for {@code docs/performance.md}, "Decoding": steps a second of the local models' writing
 * halves on one thread, and how many bytes of weights these read, once in each step, into {@code
 * target/decoding.txt}. Runs only when named.
 */
@Tag("slow")
final class DecodingBenchmark {
    private static final int STEPS = 40;
    private static final int STATEMENTS = 60;
    private static final int ROUNDS = 5;

    @Test
    void measure() throws Exception {
        var report = new StringBuilder();
        measure(report, "ehrsql", 18, 17, 384);
        measure(report, "cross", 120, 0, 0);
        Files.writeString(Path.of("target/decoding.txt"), report);
    }

    private static void measure(
            StringBuilder report, String name, int units, int sources, int context) {
        var manifest = ModelManifest.read(Path.of(""));
        var decoder = manifest.content("generator-" + name + "-decoder");
        boolean any = name.equals("cross");
        var model =
                PointerModel.open(
                        manifest.content("generator-" + name + "-encoder"),
                        decoder,
                        any
                                ? Set.of("ids", "pool", "features", "relations")
                                : QuestionReader.INPUTS);
        var inputs =
                any
                        ? List.of(
                                Input.of("ids", new long[units], 1, units),
                                Input.of("pool", new float[units * units], 1, units, units),
                                Input.of(
                                        "features",
                                        new float[units * model.width("features")],
                                        1,
                                        units,
                                        model.width("features")),
                                Input.of("relations", new long[units * units], 1, units, units))
                        : List.of(
                                Input.of("words", new long[units], 1, units),
                                Input.of("sources", new float[units * sources], 1, units, sources),
                                Input.of("context", new float[units * context], 1, units, context));
        var copyable = new float[units];
        Arrays.fill(copyable, 1);
        try (var reading = model.read(inputs, copyable)) {
            for (int hypotheses : new int[] {1, 4}) {
                double best = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    long began = System.nanoTime();
                    for (int statement = 0; statement < STATEMENTS; statement++) {
                        reading.restart();
                        for (int step = 0; step < STEPS; step++) {
                            int n = step == 0 ? 1 : hypotheses;
                            reading.step(new long[n], new long[n], new long[n]);
                        }
                    }
                    best = Math.max(best, 1e9 * STATEMENTS * STEPS / (System.nanoTime() - began));
                }
                report.append(
                        String.format(
                                Locale.ROOT,
                                "%s, %d hypotheses: %.0f steps/s of %.1f MB, %.1f GB/s%n",
                                name,
                                hypotheses,
                                best,
                                decoder.length / 1e6,
                                best * decoder.length / 1e9));
            }
        }
    }
}
