package org.demur.feasibility.llm;

import java.util.List;
import java.util.Map;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.FeasibilityClassifier;
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

/**
 * Asks a model for its verdict after showing it the nearest feasible and infeasible questions, the
 * verdicts beside them. One request. The verdict tells no kind.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024, supplement D.1:
 *     CLS_P</a>
 */
public final class ClsP implements FeasibilityClassifier {
    public static final PromptNeed PROMPT =
            PromptNeed.of("feasibility/cls-p.v1", "schema", "notes", "demonstrations", "question");

    private static final VerdictWords VERDICTS =
            VerdictWords.of("answerable", DemonstrationText.NOT_ANSWERABLE);

    private final ChatModel model;
    private final PromptWriter writer;
    private final Demonstrations demonstrations;
    private final PromptFile file;
    private final int feasible;
    private final int infeasible;

    /**
     * A classifier for one database.
     *
     * @param feasible how many feasible questions to show
     * @param infeasible how many infeasible ones
     */
    public ClsP(
            ChatModel model,
            PromptWriter writer,
            Demonstrations demonstrations,
            PromptFiles files,
            int feasible,
            int infeasible) {
        this.model = model;
        this.writer = writer;
        this.demonstrations = demonstrations;
        this.file = files.read(PROMPT);
        this.feasible = feasible;
        this.infeasible = infeasible;
    }

    @Override
    public Feasibility classify(Question question, DatabaseSchema schema) {
        var text = question.text();
        var written =
                writer.write(
                        file,
                        schema,
                        text,
                        new PromptWriter.Shown(
                                demonstrations.mixed(text, feasible, infeasible),
                                DemonstrationText::withVerdict),
                        Map.of());
        var verdict =
                VERDICTS.verdict(
                        model.complete(written.prompt()), "whether the question can be answered");
        return new Feasibility(verdict.equals("answerable") ? 0.0 : 1.0, null, List.of());
    }
}
