package org.demur.wiring.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.demur.evaluation.calibration.Calibrating;
import org.demur.uncertainty.ThresholdFitter;

/** What was fitted, what supports it, what is missing and what stands in the way of more. */
final class CalibrationReport {
    /** What is told of a curve besides the penalty asked for. */
    private static final List<Double> ROUND =
            List.of(0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0);

    private static final int WRONG_SHOWN = 10;

    private final Calibrating.Fit fit;
    private final ThresholdFitter fitter;
    private final double penalty;

    /**
     * A report.
     *
     * @param penalty to report on above all
     */
    CalibrationReport(Calibrating.Fit fit, double penalty) {
        this.fit = fit;
        this.fitter = fit.fitter();
        this.penalty = penalty;
    }

    /** For people, in lines that each end. */
    String text() {
        var text = new StringBuilder();
        var support = fitter.support(penalty);
        line(
                text,
                "At penalty %s: threshold %.4f; of %d validation questions (%d infeasible) %d answered, %d wrong",
                plain(penalty),
                Math.max(0, support.threshold()),
                fit.questions(),
                fit.infeasible(),
                support.answered(),
                support.wrong());
        table(text);
        missing(text);
        inTheWay(text);
        return text.toString();
    }

    private void table(StringBuilder text) {
        line(text, "penalty  threshold  answered  wrong  templates  as good as independent");
        for (double c : reported()) {
            var support = fitter.support(c);
            line(
                    text,
                    "%7s  %9.4f  %8d  %5d  %9d  %22.1f%s",
                    plain(c),
                    Math.max(0, support.threshold()),
                    support.answered(),
                    support.wrong(),
                    support.templates(),
                    support.independent(),
                    support.missing() == 0 ? "" : "  beyond the bound");
        }
    }

    /** At the penalty asked for, or at the first one beyond that is not supported. */
    private void missing(StringBuilder text) {
        if (fitter.isCutElsewhere()) {
            line(text, "The thresholds are those of other databases.");
            return;
        }
        line(text, "The bound supports penalties up to %.1f.", fitter.supported());
        reported().stream()
                .filter(c -> c >= penalty && fitter.support(c).missing() > 0)
                .findFirst()
                .ifPresent(c ->
                        line(
                                text,
                                "%d more templates answered right would support penalty %s.",
                                fitter.support(c).missing(),
                                plain(c)));
    }

    private void inTheWay(StringBuilder text) {
        var wrong = fit.inTheWay(WRONG_SHOWN);
        if (!wrong.isEmpty()) {
            line(text, "In the way stand wrong answers, the most confident first:");
        }
        for (var drafted : wrong) {
            line(
                    text,
                    "%6.2f %%  %s  %s",
                    100 * (1 - drafted.outcome().score()),
                    drafted.question().id(),
                    drafted.question().text());
        }
    }

    private static void line(StringBuilder text, String form, Object... values) {
        text.append(String.format(Locale.ROOT, form + "%n", values));
    }

    /** For programs. */
    String json(Path file) throws JsonProcessingException {
        var json = new LinkedHashMap<String, Object>();
        json.put("file", file.toString());
        json.putAll(json(penalty));
        json.put("questions", fit.questions());
        json.put("supportedUpTo", fitter.supported());
        json.put("thresholds", reported().stream().map(this::json).toList());
        json.put(
                "inTheWay",
                fit.inTheWay(WRONG_SHOWN).stream()
                        .map(d ->
                                Map.of(
                                        "database", d.question().database(),
                                        "id", d.question().id(),
                                        "question", d.question().text(),
                                        "confidence", 1 - d.outcome().score()))
                        .toList());
        return JsonMapper.builder().build().writeValueAsString(json);
    }

    private Map<String, Object> json(double at) {
        var support = fitter.support(at);
        var json = new LinkedHashMap<String, Object>();
        json.put("penalty", at);
        json.put("threshold", support.threshold());
        json.put("answered", support.answered());
        json.put("wrong", support.wrong());
        json.put("templates", support.templates());
        json.put("independent", support.independent());
        json.put("missingTemplates", support.missing());
        return json;
    }

    private List<Double> reported() {
        return Stream.concat(ROUND.stream(), Stream.of(penalty)).distinct().sorted().toList();
    }

    private static String plain(double penalty) {
        return penalty == Math.rint(penalty)
                ? String.valueOf((long) penalty)
                : String.valueOf(penalty);
    }
}
