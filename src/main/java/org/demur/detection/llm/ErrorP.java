package org.demur.detection.llm;

import java.util.ArrayList;
import java.util.Map;
import org.demur.detection.ErrorDetector;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.generation.SqlCandidate;
import org.demur.inference.ChatModel;
import org.demur.inference.PromptFile;
import org.demur.inference.VerdictWords;
import org.demur.prompt.PromptFiles;
import org.demur.prompt.PromptNeed;
import org.demur.prompt.PromptWriter;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;

/**
 * Asks a model whether a draft is correct: self-correction as a verdict. One request for each draft
 * that the detector before it lets through.
 *
 * @see <a href="https://arxiv.org/abs/2403.15879">TrustSQL, Lee et al. 2024, supplement D.1:
 *     ERROR_P</a>
 */
public final class ErrorP implements ErrorDetector {
    public static final PromptNeed PROMPT =
            PromptNeed.of("detection/error-p.v1", "schema", "notes", "question", "statement");

    private static final VerdictWords VERDICTS = VerdictWords.of("correct", "incorrect");

    private final ErrorDetector before;
    private final ChatModel model;
    private final PromptWriter writer;
    private final PromptFile file;
    private final FindingCode objection;

    /**
     * A detector.
     *
     * @param before looks first; the model is not asked about what cannot run
     * @param advisory whether its objection is one among other evidence; else it is fatal
     */
    public ErrorP(
            ErrorDetector before,
            ChatModel model,
            PromptWriter writer,
            PromptFiles files,
            boolean advisory) {
        this.objection = advisory ? FindingCode.JUDGED_DOUBTFUL : FindingCode.JUDGED_INCORRECT;
        this.before = before;
        this.model = model;
        this.writer = writer;
        this.file = files.read(PROMPT);
    }

    @Override
    public Findings inspect(Question question, SqlCandidate draft, DatabaseSchema schema) {
        var found = before.inspect(question, draft, schema);
        if (found.isFatal()) {
            return found;
        }
        var written =
                writer.write(
                        file,
                        schema,
                        question.text(),
                        PromptWriter.Shown.NOTHING,
                        Map.of("statement", draft.sql()));
        var verdict = VERDICTS.verdict(model.complete(written.prompt()), "the drafted query");
        if (verdict.equals("correct")) {
            return found;
        }
        var all = new ArrayList<>(found.findings());
        all.add(
                new Finding(
                        objection,
                        "",
                        "A model that was shown the drafted query judged that it does not answer the question."));
        return new Findings(all, found.result());
    }
}
