package org.demur.evaluation.dataset;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.demur.file.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Samples in the order of their file.
 *
 * @param name for people, such as {@code ehrsql-2024/valid}
 * @param samples ids differ
 */
public record DataSet(String name, List<Sample> samples) {
    public DataSet {
        samples = List.copyOf(samples);
        var seen = new LinkedHashSet<String>();
        var twice = new LinkedHashSet<String>();
        for (Sample sample : samples) {
            if (!seen.add(sample.id())) {
                twice.add(sample.id());
            }
        }
        if (!twice.isEmpty()) {
            throw DataFile.invalid(name, "duplicate ids", twice);
        }
    }

    public Optional<Sample> find(String id) {
        return Optional.ofNullable(byId().get(id));
    }

    /**
     * The first samples, asked of one database whatever the data set calls it.
     *
     * @param database null to leave the names as they are
     */
    public DataSet limited(int most, @Nullable String database) {
        return new DataSet(
                name,
                samples.stream()
                        .limit(most)
                        .map(sample -> database == null ? sample : sample.of(database))
                        .toList());
    }

    /** Some of the samples, in their order. */
    public DataSet where(Predicate<Sample> kept) {
        return new DataSet(name, samples.stream().filter(kept).toList());
    }

    /** SHA-256 over the samples, in hex. */
    public String digest() {
        return Sha256.of(samples.toString());
    }

    public Map<String, Sample> byId() {
        var byId = new LinkedHashMap<String, Sample>();
        samples.forEach(sample -> byId.put(sample.id(), sample));
        return byId;
    }
}
