package org.demur.wiring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.demur.feasibility.KeptWeights;
import org.demur.schema.jdbc.Cache;
import org.jboss.logging.Logger;

/** One file of the cache: the key in the first line, the weights, a line each, below it. */
final class WeightFile implements KeptWeights {
    private static final Logger LOG = Logger.getLogger(WeightFile.class);

    private final Cache cache;
    private final Path file;

    WeightFile(Cache cache, String name) {
        this.cache = cache;
        this.file = cache.entry("feasibility", name);
    }

    @Override
    public Optional<double[]> find(String key) {
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            var lines = Files.readAllLines(file);
            // the count comes second, so that a file cut short is noticed
            if (lines.size() < 2
                    || !lines.getFirst().equals(key)
                    || Integer.parseInt(lines.get(1)) != lines.size() - 2) {
                return Optional.empty();
            }
            return Optional.of(lines.stream().skip(2).mapToDouble(Double::parseDouble).toArray());
        } catch (IOException | NumberFormatException e) {
            LOG.debugf(e, "%s cannot be used", file);
            return Optional.empty();
        }
    }

    @Override
    public void keep(String key, double[] weights) {
        var text =
                Arrays.stream(weights)
                        .mapToObj(Double::toString) // read back, it is the same number
                        .collect(
                                Collectors.joining("\n", key + "\n" + weights.length + "\n", "\n"));
        try {
            cache.write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            LOG.warnf("fitted weights could not be kept: %s", e);
        }
    }
}
