package org.demur.generation.verified.filling;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.model.DiscriminativeWords;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.template.SqlStructure;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Instantiation;

/**
 * A template with tables and columns, and what all drafts from it have in common: found once for
 * all of them. One question's; not thread-safe.
 */
public final class BoundTemplate {
    public final SqlTemplate template;
    public final Instantiation instantiation;

    /** Whether no pair vouches for its columns: one is there for what the question says. */
    public final boolean isExchanged;

    /** Its tables and columns as elements of a statement. */
    public final BitSet symbols = new BitSet();

    /** What its columns are used for, as pieces of structure, as far as pairs have them. */
    public final BitSet uses = new BitSet();

    private final QuestionPredictions asked;
    private final int number;
    private final Map<List<String>, DiscriminativeWords.Doubts> doubts = new HashMap<>();

    /**
     * Looks its elements up.
     *
     * @param number of the template's instantiation
     */
    BoundTemplate(QuestionPredictions asked, SqlTemplate template, int number) {
        this.asked = asked;
        this.template = template;
        this.number = number;
        this.instantiation = template.instantiations.get(number);
        this.isExchanged = template.exchange(number) != null;
        var parts = asked.model.templates().parts(template);
        for (int symbol : parts.symbols.get(number)) {
            if (symbol < 0) {
                instantiation.binding().symbols().forEach(name -> symbols.set(asked.element(name)));
                break;
            }
            symbols.set(symbol);
        }
        for (int piece : parts.uses.get(number)) {
            if (piece >= 0) {
                uses.set(piece);
            }
        }
    }

    /** What the question says against drafts with these operators. */
    public DiscriminativeWords.Doubts doubts(OperatorFilling.Choice operators) {
        return doubts.computeIfAbsent(
                operators.labels(),
                l -> asked.statistics.discriminativeWords().doubts(intent(operators.texts())));
    }

    private SqlStructure.Intent intent(List<String> operators) {
        return operators.equals(template.sample().operators())
                ? asked.model.templates().parts(template).intents.get(number)
                : template.structure()
                        .intent(
                                instantiation.binding().tables(),
                                instantiation.binding().columns(),
                                operators,
                                asked.model.schema());
    }
}
