package org.demur.evaluation.compare.sql;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.evaluation.compare.sql.SqlTree.Query;

/**
 * A gold statement taken apart, so that a suite of databases can be made on which whoever says
 * something else has another result.
 */
public final class GoldStatement {
    private final Query query;
    private final SchemaFacts schema;
    private final String written;

    private GoldStatement(Query query, SchemaFacts schema) {
        this.query = query;
        this.schema = schema;
        written = SqlWriter.write(query);
    }

    /**
     * The statement of a text; empty where it is not one that this schema can answer, or uses what
     * the reader does not know.
     *
     * @param schema what holds of every database that the statement is executed on
     */
    public static Optional<GoldStatement> read(String sql, SchemaFacts schema) {
        try {
            Query query = SqlReader.read(sql, schema);
            if (SqlTree.size(query, EquivalenceRules.MAX_SIZE) >= EquivalenceRules.MAX_SIZE) {
                return Optional.empty();
            }
            return Optional.of(new GoldStatement(query, schema));
        } catch (UnreadableSql | StackOverflowError e) {
            return Optional.empty();
        }
    }

    /** The statement itself, written from what was read of it. */
    public String written() {
        return written;
    }

    /**
     * The statements that differ from it by one change and that ESM+'s rules do not show to say the
     * same. Some may not execute.
     *
     * @param seed of the random numbers and texts in them
     */
    public List<String> neighbours(long seed) {
        Set<String> own = ExactSetMatchPlus.canonicalForms(query, schema);
        var texts = new LinkedHashSet<String>();
        for (Query neighbour : NeighbourQueries.of(query, seed)) {
            written(neighbour)
                    .filter(text -> !text.equals(written) && !texts.contains(text))
                    .filter(text -> !isEqual(text, own))
                    .ifPresent(texts::add);
        }
        return List.copyOf(texts);
    }

    private boolean isEqual(String text, Set<String> own) {
        try {
            // read anew: a changed tree may name columns that are out of reach
            Set<String> forms =
                    ExactSetMatchPlus.canonicalForms(SqlReader.read(text, schema), schema);
            return !Collections.disjoint(forms, own);
        } catch (UnreadableSql e) {
            return false;
        }
    }

    /**
     * Twice the statement, with all that it leaves to the engine decided in opposite ways. Where
     * they differ in a database, gold's result there is one of several.
     */
    public List<String> decided() {
        return Stream.of(false, true)
                .flatMap(descending -> written(TieBreaking.of(query, descending)).stream())
                .filter(text -> !text.equals(written))
                .toList();
    }

    /** Empty where a tree is none that the engine has words for. */
    private static Optional<String> written(Query tree) {
        try {
            return Optional.of(SqlWriter.write(tree));
        } catch (UnreadableSql e) {
            return Optional.empty();
        }
    }

    /** What rows have to hold so that it has something to find. */
    public StatementValues values() {
        return StatementValues.of(query);
    }
}
