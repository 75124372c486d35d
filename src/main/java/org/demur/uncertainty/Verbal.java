package org.demur.uncertainty;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.demur.detection.InspectedDraft;
import org.demur.feasibility.Feasibility;
import org.demur.inference.ChatModel;
import org.demur.inference.PromptFile;
import org.demur.inference.VerdictWords;
import org.demur.prompt.DemonstrationText;
import org.demur.prompt.Demonstrations;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.prompt.PromptWriter;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;

/**
 * What the model says of its own first draft: 0 for True, 1 for False. It is shown the nearest
 * pairs as true ones, and as many false ones: the same questions with each other's statements. One
 * request.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, second version, appendix C.2.2:
 *     VERBAL</a>
 */
public final class Verbal implements UncertaintyEstimator {
    public static final PromptNeed PROMPT =
            PromptNeed.of(
                    "uncertainty/verbal.v1",
                    "schema",
                    "notes",
                    "demonstrations",
                    "question",
                    "statement");

    private static final VerdictWords VERDICTS = VerdictWords.of("true", "false");

    private final DatabaseSchema schema;
    private final ChatModel model;
    private final PromptWriter writer;
    private final Demonstrations demonstrations;
    private final PromptFile file;
    private final int pairs;

    /**
     * An estimator for one database.
     *
     * @param pairs true demonstrations; there are as many false ones
     */
    public Verbal(
            DatabaseSchema schema,
            ChatModel model,
            PromptWriter writer,
            Demonstrations demonstrations,
            PromptFiles files,
            int pairs) {
        this.schema = schema;
        this.model = model;
        this.writer = writer;
        this.demonstrations = demonstrations;
        this.file = files.read(PROMPT);
        this.pairs = pairs;
    }

    @Override
    public Estimate estimate(
            Question question, Feasibility feasibility, List<InspectedDraft> drafts) {
        var first = drafts.getFirst();
        if (first.findings().isFatal()) {
            return new Estimate(first, new UncertaintyScore(1)); // nothing to ask about
        }
        var text = question.text();
        var written =
                writer.write(
                        file,
                        schema,
                        text,
                        new PromptWriter.Shown(
                                demonstrations.feasible(text, pairs), Verbal::judged),
                        Map.of("statement", first.draft().sql()));
        var verdict = VERDICTS.verdict(model.complete(written.prompt()), "its own query");
        return new Estimate(first, new UncertaintyScore(verdict.equals("true") ? 0 : 1));
    }

    /** True and false in turn; with one pair alone there is no statement to borrow. */
    private static String judged(List<VerifiedQuery> shown) {
        var texts = new ArrayList<String>();
        for (int i = 0; i < shown.size(); i++) {
            var pair = shown.get(i);
            var other = shown.get((i + 1) % shown.size());
            texts.add(DemonstrationText.withSql(List.of(pair)) + "\nDecision: True");
            if (shown.size() > 1) {
                texts.add(
                        DemonstrationText.withSql(
                                        List.of(
                                                new VerifiedQuery(
                                                        pair.id(), pair.question(), other.sql())))
                                + "\nDecision: False");
            }
        }
        return texts.isEmpty() ? "none" : String.join("\n\n", texts);
    }
}
