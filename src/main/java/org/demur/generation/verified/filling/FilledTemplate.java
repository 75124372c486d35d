package org.demur.generation.verified.filling;

import org.demur.generation.verified.template.SqlTemplate;

/** One choice for every place of a template with tables and columns. */
public record FilledTemplate(
        BoundTemplate bound,
        LiteralFilling.Choice literals,
        OperatorFilling.Choice operators,
        LookUpFilling.Choice lookUps,
        TimeFilling.Choice times) {
    public SqlTemplate template() {
        return bound.template;
    }
}
