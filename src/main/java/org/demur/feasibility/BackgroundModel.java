package org.demur.feasibility;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.demur.schema.ResourceLines;

/**
 * What speaks for infeasible in any database, learned from many; knows no word of any of them.
 *
 * @param model weights of {@link Features#GENERAL}
 */
record BackgroundModel(LogisticModel model) {
    private static final String BIAS = "BIAS";

    /** The weights that ship with the program; models/manifest.json says where they come from. */
    static final BackgroundModel SHIPPED =
            parse(ResourceLines.of(BackgroundModel.class, "background-weights.txt"));

    static BackgroundModel fit(List<LogisticModel.Row> rows, double cost) {
        var general =
                rows.stream()
                        .map(r -> new LogisticModel.Row(general(r.features()), r.infeasible()))
                        .toList();
        return new BackgroundModel(LogisticModel.fit(general, cost));
    }

    /** One weight in a line: the feature's name, then the number. */
    static BackgroundModel parse(List<String> lines) {
        Map<String, Double> byName =
                lines.stream()
                        .map(line -> line.split(" ", -1))
                        .collect(Collectors.toMap(f -> f[0], f -> Double.valueOf(f[1])));
        var weights = new double[Features.GENERAL.size() + 1];
        for (var feature : Features.GENERAL) {
            weights[feature.index()] = byName.getOrDefault(feature.name(), 0.0);
        }
        weights[weights.length - 1] = byName.getOrDefault(BIAS, 0.0);
        return new BackgroundModel(new LogisticModel(weights));
    }

    /** The weights by name, in the features' order, the bias last. */
    List<String> lines() {
        var byFeature = new EnumMap<Features, Double>(Features.class);
        Features.GENERAL.forEach(f -> byFeature.put(f, model.weight(f.index())));
        var lines =
                byFeature.entrySet().stream()
                        .map(e -> "%s %.3f".formatted(e.getKey(), e.getValue()))
                        .collect(Collectors.toList());
        lines.add("%s %.3f".formatted(BIAS, model.bias()));
        return lines;
    }

    /** Log-odds of being infeasible. */
    double logit(double[] features) {
        return model.logit(general(features));
    }

    private static double[] general(double[] features) {
        return Arrays.copyOf(features, Features.GENERAL.size());
    }
}
