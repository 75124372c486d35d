package org.demur.generation.verified.ranking;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.demur.generation.Measurement;
import org.demur.generation.verified.language.Phrasings;
import org.demur.generation.verified.language.ProperName;
import org.demur.generation.verified.language.TemporalAnswerCheck;
import org.demur.sql.SqlNode;

/** What the words of one question say of a statement, whatever the pairs. */
public final class PhrasingMeasures {
    private final String words;
    private final List<String> names;

    /** The words of what was met in statements; many have the same texts. */
    private final Map<String, String> texts = new HashMap<>();

    private final boolean[] said;
    private final int conjunctions;
    private final TemporalAnswerCheck temporalAnswers;
    private final boolean asksMoment;
    private final boolean mayAskMoment;

    PhrasingMeasures(String question, TemporalAnswerCheck temporalAnswers) {
        this.temporalAnswers = temporalAnswers;
        words = Phrasings.words(question);
        names = ProperName.of(question).stream().map(name -> Phrasings.words(name.text())).toList();
        said = Phrasings.ENGLISH.said(question);
        conjunctions = words.split(" and ", -1).length - 1;
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
        var mismatch = Phrasings.ENGLISH.mismatch(said, draft.sql());
        for (int i = 0; i < mismatch.bySort().size(); i++) {
            features.put(Measurement.PHRASINGS.get(i), mismatch.bySort().get(i));
        }
        features.put(Measurement.PHRASINGS_UNMET, (double) mismatch.unmet());
        features.put(Measurement.PHRASINGS_UNSAID, (double) mismatch.unsaid());
        names(draft);
        features.put(
                Measurement.COLUMNS,
                1.0
                        + draft.template().sample().tree().select().stream()
                                .filter(new SqlNode.Word(",")::equals)
                                .count());
        features.put(
                Measurement.FIGURE_FOR_THING,
                Phrasings.isFigureForThing(words, draft.sql()) ? 1.0 : 0.0);
        features.put(Measurement.CONJUNCTIONS, (double) conjunctions);
        boolean moment = temporalAnswers.isGiven(draft.sql());
        features.put(Measurement.TIME_UNASKED, moment && !mayAskMoment ? 1.0 : 0.0);
        features.put(Measurement.TIME_MISSING, !moment && asksMoment ? 1.0 : 0.0);
        return mismatch;
    }

    /** Texts that only the statement has, and names that only the question has. */
    private void names(Draft draft) {
        int unsaid = 0;
        var all = new StringBuilder();
        for (Matcher m = Phrasings.TEXT.matcher(draft.sql()); m.find(); ) {
            String text = texts.computeIfAbsent(m.group(1), Phrasings::words);
            all.append(text);
            unsaid += words.contains(text) ? 0 : 1;
        }
        int unused = 0;
        for (String name : names) {
            unused += all.indexOf(name) < 0 ? 1 : 0;
        }
        draft.features().put(Measurement.TEXTS_NOT_IN_QUESTION, (double) unsaid);
        draft.features().put(Measurement.NAMES_LEFT_OUT, (double) unused);
    }
}
