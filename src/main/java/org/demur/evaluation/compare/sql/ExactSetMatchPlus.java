package org.demur.evaluation.compare.sql;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.demur.evaluation.compare.sql.SqlTree.Query;

/**
 * ESM+: equal clause by clause, values, DISTINCT, LIMIT, kinds and conditions of joins included,
 * after the 20 equivalence rules of the paper's Table 1, each only where the schema's facts verify
 * its assumption. Columns out of sub-queries, brackets round conditions and column aliases are read
 * as SQL means them, which the original does not do.
 *
 * <p>A prediction that is no query of this schema is different; such a gold leaves the item
 * unscored. Stateless, so threads may share one.
 *
 * @see <a href="https://arxiv.org/abs/2407.07313">ESM+, Ascoli et al. 2024</a>
 */
public final class ExactSetMatchPlus implements SqlComparator {
    @Override
    public SqlVerdict compare(String gold, String prediction, SchemaFacts schema) {
        Set<String> goldForms;
        try {
            goldForms = canonicalForms(gold, schema);
        } catch (UnreadableSql e) {
            return SqlVerdict.UNSCORED;
        }
        try {
            return Collections.disjoint(canonicalForms(prediction, schema), goldForms)
                    ? SqlVerdict.DIFFERENT
                    : SqlVerdict.EQUAL;
        } catch (UnreadableSql e) {
            return SqlVerdict.DIFFERENT;
        }
    }

    private static Set<String> canonicalForms(String sql, SchemaFacts schema) {
        try {
            return canonicalForms(SqlReader.read(sql, schema), schema);
        } catch (StackOverflowError e) {
            throw new UnreadableSql(e);
        }
    }

    /** Two statements of which a form is the same are equal. */
    static Set<String> canonicalForms(Query query, SchemaFacts schema) {
        try {
            if (SqlTree.size(query, EquivalenceRules.MAX_SIZE) >= EquivalenceRules.MAX_SIZE) {
                throw new UnreadableSql("too large");
            }
            Set<String> forms = new HashSet<>();
            for (boolean countsFirst : List.of(true, false)) {
                forms.add(
                        CanonicalText.of(new EquivalenceRules(schema, countsFirst).applied(query)));
            }
            return forms;
        } catch (StackOverflowError e) {
            throw new UnreadableSql(e);
        }
    }
}
