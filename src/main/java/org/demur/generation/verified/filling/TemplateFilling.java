package org.demur.generation.verified.filling;

import java.util.ArrayList;
import java.util.List;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.template.SqlTemplate;

/**
 * Fills the places of templates from one question, in every way that the question allows, likeliest
 * first. Not thread-safe.
 */
public final class TemplateFilling {
    private static final int MAXIMUM_FILLINGS = 8;

    private final QuestionPredictions asked;
    private final LiteralFilling literals;
    private final OperatorFilling operators;
    private final LookUpFilling lookUps;
    private final TimeFilling times;

    public TemplateFilling(QuestionPredictions asked) {
        this.asked = asked;
        this.literals = new LiteralFilling(asked);
        this.operators = new OperatorFilling(asked);
        this.lookUps = new LookUpFilling(asked);
        this.times = new TimeFilling(asked);
    }

    /**
     * A filled template.
     *
     * @param sql as it is written
     */
    public record Statement(FilledTemplate filling, String sql) {}

    /**
     * The statements of a template with tables and columns; none where the question lacks a
     * literal.
     *
     * @param number of the template's instantiation
     */
    public List<Statement> fill(SqlTemplate template, int number) {
        List<Statement> filled = new ArrayList<>();
        var instantiation = template.instantiations.get(number);
        if (template.isDegenerate(instantiation)) {
            return filled;
        }
        var texts = literals.choices(template, instantiation.binding());
        if (texts.isEmpty()) {
            return filled;
        }
        var words = operators.choices(template);
        var columns = lookUps.choices(template, instantiation.binding());
        var conditions = times.choices(template, instantiation);
        var bound = new BoundTemplate(asked, template, number);
        for (var l : texts) {
            for (var o : words) {
                for (var c : columns) {
                    for (var t : conditions) {
                        if (filled.size() >= MAXIMUM_FILLINGS) {
                            return filled;
                        }
                        var filling = new FilledTemplate(bound, l, o, c, t);
                        TemplateWriter.write(filling)
                                .map(sql -> new Statement(filling, sql))
                                .ifPresent(filled::add);
                    }
                }
            }
        }
        return filled;
    }
}
