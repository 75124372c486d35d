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
public final class ExactSetMatchPlus {
    private ExactSetMatchPlus() {}

    /** A prediction with gold. */
    public static SqlVerdict compare(Forms gold, String prediction, SchemaFacts schema) {
        if (gold.texts().isEmpty()) {
            return SqlVerdict.UNSCORED;
        }
        return Collections.disjoint(Forms.of(prediction, schema).texts(), gold.texts())
                ? SqlVerdict.DIFFERENT
                : SqlVerdict.EQUAL;
    }

    /**
     * A statement as it is compared.
     *
     * @param texts two statements of which one is the same are equal; none of what cannot be read
     */
    public record Forms(Set<String> texts) {
        public Forms {
            texts = Set.copyOf(texts);
        }

        /** Those of a statement over a schema. */
        public static Forms of(String sql, SchemaFacts schema) {
            try {
                return new Forms(canonicalForms(sql, schema));
            } catch (UnreadableSql e) {
                return new Forms(Set.of());
            }
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
