package org.demur.generation.verified.ranking;

import org.demur.generation.Measurement;
import org.demur.generation.verified.language.Phrasings;
import org.demur.generation.verified.language.TemporalAnswerCheck;

/** What the words of one question say of a statement, whatever the pairs. */
public final class PhrasingMeasures {
    private final boolean[] said;
    private final TemporalAnswerCheck temporalAnswers;
    private final boolean asksMoment;
    private final boolean mayAskMoment;

    PhrasingMeasures(String question, TemporalAnswerCheck temporalAnswers) {
        this.temporalAnswers = temporalAnswers;
        String words = Phrasings.words(question);
        said = Phrasings.ENGLISH.said(question);
        asksMoment = TemporalAnswerCheck.isAsked(words);
        mayAskMoment = TemporalAnswerCheck.mayBeAsked(words);
    }

    /**
     * Measures a draft.
     *
     * @param draft its features are added to
     */
    Phrasings.Mismatch measure(Draft draft) {
        var features = draft.features();
        var mismatch = Phrasings.ENGLISH.mismatch(said, draft.tokens());
        for (int i = 0; i < mismatch.bySort().size(); i++) {
            features.put(Measurement.PHRASINGS.get(i), mismatch.bySort().get(i));
        }
        features.put(Measurement.PHRASINGS_UNMET, (double) mismatch.unmet());
        features.put(Measurement.PHRASINGS_UNSAID, (double) mismatch.unsaid());
        boolean moment = temporalAnswers.isGiven(draft.tokens());
        features.put(Measurement.TIME_UNASKED, moment && !mayAskMoment ? 1.0 : 0.0);
        features.put(Measurement.TIME_MISSING, !moment && asksMoment ? 1.0 : 0.0);
        return mismatch;
    }
}
