package org.demur.generation.verified.ranking;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.demur.generation.Measurement;
import org.demur.generation.verified.filling.TemplateFilling;
import org.demur.generation.verified.language.Operation;
import org.demur.generation.verified.language.Phrasings;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.model.SentenceNeighbours;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.inference.SentenceEncoder;
import org.jspecify.annotations.Nullable;

/** Drafts for a question, best first. */
public final class DraftRanking {
    /** Templates with tables and columns that are filled at most. */
    private static final int CANDIDATES = 100;

    /**
     * How far behind the best draft, in nats, none is worth looking at where pairs are many: of
     * 1,163 validation questions of EHRSQL one had its surest draft further behind, and no answer.
     */
    private static final double HOPELESS = 25;

    /** What a phrase that the statement does not answer to speaks against it, in nats. */
    private static final double UNMET = 2;

    private static final double UNSAID = 1;

    /** What a value that the statement leaves out speaks against it: a near pair may have none. */
    private static final double UNUSED = 15;

    private DraftRanking() {}

    /**
     * The drafts for a question, best first by what the models say; at most {@code limit}, without
     * those that are hopeless beside the best one.
     */
    public static List<Draft> of(
            VerifiedModel model,
            QuestionReading reading,
            int limit,
            @Nullable SentenceEncoder encoder) {
        var phrasings = new PhrasingMeasures(reading.text(), model.times());
        var meant =
                model.sentences() == null || encoder == null
                        ? null
                        : model.sentences().asked(reading, encoder);
        var asked = new QuestionPredictions(model, reading);
        var filling = new TemplateFilling(asked);
        var measures = new DraftMeasures(asked);
        var wanted = Operation.saidIn(reading.masked());
        Map<String, Draft> drafts = new LinkedHashMap<>();
        for (var candidate : BindingRanking.best(asked, meant, CANDIDATES)) {
            if (drafts.size() >= limit * 3) {
                break;
            }
            for (var filled : filling.fill(candidate.template(), candidate.number())) {
                Draft draft = measures.draft(filled, candidate);
                if (!does(wanted, draft)) {
                    continue;
                }
                if (meant != null) {
                    rerank(draft, meant, phrasings.measure(draft));
                }
                drafts.merge(draft.sql(), draft, (a, b) -> a.score() >= b.score() ? a : b);
            }
        }
        double best = drafts.values().stream().mapToDouble(Draft::score).max().orElse(0);
        double least = best - (meant == null ? HOPELESS : Double.POSITIVE_INFINITY);
        List<Draft> ranked =
                drafts.values().stream()
                        .filter(d -> d.score() >= least)
                        .sorted(Comparator.comparingDouble(Draft::score).reversed())
                        .limit(limit)
                        .toList();
        for (Draft draft : ranked) {
            if (meant == null) { // else it ranked them
                phrasings.measure(draft);
            } else {
                meant.align(
                        draft.features(),
                        draft.template().origin.id,
                        draft.instantiation().binding());
            }
        }
        for (int i = 0; i < ranked.size(); i++) {
            Draft draft = ranked.get(i);
            double next = i > 0 ? best : ranked.size() > 1 ? ranked.get(1).score() : best - 20;
            draft.features().put(Measurement.PREFERENCE, draft.score());
            draft.features().put(Measurement.RANK, (double) i);
            draft.features().put(Measurement.LEAD, Math.clamp(draft.score() - next, -20.0, 20.0));
        }
        return ranked;
    }

    /** Measures how near the sentences of pairs are, and corrects what the models say. */
    private static void rerank(
            Draft draft, SentenceNeighbours.Asked meant, Phrasings.Mismatch mismatch) {
        var features = draft.features();
        var binding = draft.instantiation().binding();
        meant.measure(features, draft.template().origin.id, binding, draft.sql());
        draft.raise(
                -UNMET * mismatch.unmet()
                        - UNSAID * mismatch.unsaid()
                        - UNUSED * features.getOrDefault(Measurement.CERTAIN_VALUES_LEFT_OUT, 0.0));
    }

    /**
     * Whether a draft does all that is wanted and passes over nothing of the question, or a pair
     * says the same of a statement with its columns that does it neither: "the bikes not in stock"
     * for {@code stock = 0}.
     */
    private static boolean does(Set<Operation> wanted, Draft draft) {
        var origin = draft.template().origin;
        var binding = draft.instantiation().binding();
        if (!draft.passedOver().stream().allMatch(m -> origin.isPassedOver(m, binding))) {
            return false;
        }
        var unsaid =
                wanted.stream().filter(operation -> !origin.isSaid(operation, binding)).toList();
        if (unsaid.isEmpty()) {
            return true;
        }
        return unsaid.stream().allMatch(operation -> operation.isIn(draft.tokens()));
    }
}
