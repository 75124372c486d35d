package org.demur.evaluation.dataset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.demur.file.Sha256;

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
        DataFile.requireNone(name, "duplicate ids", twice);
    }

    public Optional<Sample> find(String id) {
        return Optional.ofNullable(byId().get(id));
    }

    /** The samples asked of one database, whatever the data set calls it. */
    public DataSet askedOf(String database) {
        return new DataSet(name, samples.stream().map(sample -> sample.of(database)).toList());
    }

    /**
     * Some of the samples, in their order: of every kind (infeasible of which kind; familiarity and
     * hardness; database) its share, drawn at random. All of them where they are no more.
     *
     * @param most samples, from 0 on
     * @param seed the same gives the same samples
     */
    public DataSet sampled(int most, long seed) {
        if (samples.size() <= most) {
            return this;
        }
        var drawn = new ArrayList<>(samples);
        Collections.shuffle(drawn, new Random(seed));
        Map<String, List<Sample>> strata = new TreeMap<>();
        for (Sample sample : drawn) {
            strata.computeIfAbsent(stratum(sample), s -> new ArrayList<>()).add(sample);
        }
        // as one list of strata, every n-th sample: each stratum's number is its share, rounded
        List<Sample> inStrata = strata.values().stream().flatMap(List::stream).toList();
        var kept = new HashSet<String>();
        for (long i = 0; i < most; i++) {
            kept.add(inStrata.get((int) ((2 * i + 1) * inStrata.size() / (2L * most))).id());
        }
        return where(sample -> kept.contains(sample.id()));
    }

    private static String stratum(Sample sample) {
        String kind =
                switch (sample.gold()) {
                    case Gold.Infeasible(var infeasible) -> "infeasible " + infeasible;
                    case Gold.FeasibleBy feasible ->
                            "feasible " + sample.familiarity() + " " + sample.hardness();
                };
        return kind + " " + sample.question().database();
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
