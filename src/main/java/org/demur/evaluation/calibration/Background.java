package org.demur.evaluation.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.demur.evaluation.calibration.Calibrating.Judged;
import org.demur.evaluation.calibration.Calibrating.PartlyKnown;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.uncertainty.EvidenceModel;

/**
 * Calibrates for databases that nobody calibrated, on others: what right and wrong drafts look like
 * is learnt from all of them, when to trust one from questions of databases that were left out of
 * what was learnt. Each is asked the questions of its pairs, fold by fold, and some that it does
 * not answer. What is learnt, and not when to trust it, is also from known questions with other
 * values, which are easier than what else people ask.
 */
public final class Background {
    /** With fewer databases left out at a time more would be learnt, and it would take longer. */
    private static final int PORTIONS = 3;

    /** How far the database is whose names and questions are foreign. */
    private static final int STEP = 7;

    private final Consumer<String> progress;

    /**
     * Prepares a calibration.
     *
     * @param progress told a line now and then
     */
    public Background(Consumer<String> progress) {
        this.progress = progress;
    }

    /**
     * Asks and fits. Seconds of processor time for a database.
     *
     * @param provenance for the file of the model
     * @throws GatewayException {@code INVALID_CONFIGURATION} for fewer than three databases
     */
    public Calibrating.Result run(Map<String, String> provenance, List<Calibrating> databases) {
        if (databases.size() < PORTIONS) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "A background takes %d databases with verified queries or more, here are %d"
                            .formatted(PORTIONS, databases.size()));
        }
        List<PartlyKnown> asked = new ArrayList<>();
        int step = Math.min(STEP, databases.size() - 1);
        for (int i = 0; i < databases.size(); i++) {
            var own = databases.get(i).database();
            var other = databases.get((i + step) % databases.size()).database();
            var unanswerable =
                    Unanswerable.of(
                            own.schema(),
                            own.database().verified().current(),
                            other.schema(),
                            other.database().verified().current());
            asked.add(databases.get(i).partlyKnown(unanswerable));
            progress.accept((i + 1) + " of " + databases.size() + " databases asked: " + own.id());
        }
        List<Judged> judged = new ArrayList<>();
        for (int portion = 0; portion < PORTIONS; portion++) {
            var model = fit(asked, portion, provenance);
            for (int i = portion; i < asked.size(); i += PORTIONS) {
                judged.addAll(Calibrating.judged(model, asked.get(i).asked()));
            }
        }
        return Calibrating.result(fit(asked, PORTIONS, provenance), judged);
    }

    /** A model of all databases but those of a portion. */
    private static EvidenceModel fit(
            List<PartlyKnown> asked, int portion, Map<String, String> provenance) {
        List<EvidenceModel.Example> examples = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            if (i % PORTIONS != portion) {
                asked.get(i).asked().forEach(question -> examples.addAll(question.examples()));
                asked.get(i).otherValues().forEach(q -> examples.addAll(q.examples()));
            }
        }
        return EvidenceModel.fit(examples, new TreeMap<>(provenance));
    }
}
