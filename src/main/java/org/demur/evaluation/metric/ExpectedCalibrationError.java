package org.demur.evaluation.metric;

import java.util.List;
import java.util.OptionalDouble;

/**
 * ECE(b): mean distance of confidence from accuracy over b equally wide bins, weighted by their
 * drafts. Range [0, 1], lower is better; no value where uncertainty is no probability.
 *
 * @param bins b, at least 1
 * @see <a href="https://arxiv.org/abs/1706.04599">Guo et al. 2017</a>
 */
public record ExpectedCalibrationError(int bins) implements Metric {
    public ExpectedCalibrationError {
        if (bins < 1) {
            throw new IllegalArgumentException("there is at least one bin, not " + bins);
        }
    }

    @Override
    public String name() {
        return "ECE(%d)".formatted(bins);
    }

    @Override
    public OptionalDouble over(List<ScoredItem> items) {
        Calibration calibration = Calibration.of(items, bins);
        if (calibration.bins().isEmpty()) {
            return OptionalDouble.empty();
        }
        double distance = 0;
        for (Calibration.Bin bin : calibration.bins()) {
            distance += bin.drafts() * Math.abs(bin.confidence() - bin.accuracy());
        }
        return OptionalDouble.of(distance / calibration.drafts());
    }

    @Override
    public double printedTimes() {
        return 1;
    }
}
