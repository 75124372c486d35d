package org.demur.evaluation.dataset;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    public Map<String, Sample> byId() {
        var byId = new LinkedHashMap<String, Sample>();
        samples.forEach(sample -> byId.put(sample.id(), sample));
        return byId;
    }
}
