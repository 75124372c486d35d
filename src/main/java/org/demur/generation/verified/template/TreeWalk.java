package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.List;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;

/** Visits a statement in one fixed order and rebuilds it from what the visitor returns. */
public final class TreeWalk {
    /** What to put in the place of each piece; every method may return its argument. */
    public interface Visitor {
        /**
         * Called before a SELECT's pieces; scopes are numbered from 0 in the order of these calls.
         */
        default void enter(boolean distinct) {}

        default void exit() {}

        default SqlNode word(Word word) {
            return word;
        }

        default SqlNode literal(Literal literal, List<SqlNode> around, int index) {
            return literal;
        }

        default SqlNode table(TableUse table) {
            return table;
        }

        default SqlNode column(ColumnPath column, List<SqlNode> around, int index, Clause clause) {
            return column;
        }

        /** Called after a derived table's pieces, with its alias. */
        default void derived(String alias) {}

        /** The conjuncts of the scope entered last, after their pieces were visited. */
        default List<List<SqlNode>> conjuncts(List<List<SqlNode>> where) {
            return where;
        }
    }

    /** Where in a SELECT a piece stands. */
    public enum Clause {
        FROM,
        SELECT,
        WHERE,
        GROUP,
        HAVING,
        TAIL,
        REST
    }

    private TreeWalk() {}

    /** The statement that the visitor makes of this one. */
    public static QueryTree walk(QueryTree query, Visitor visitor) {
        visitor.enter(query.distinct());
        var from = nodes(query.from(), visitor, Clause.FROM);
        var select = nodes(query.select(), visitor, Clause.SELECT);
        List<List<SqlNode>> where = new ArrayList<>();
        for (var conjunct : query.where()) {
            where.add(nodes(conjunct, visitor, Clause.WHERE));
        }
        where = visitor.conjuncts(where);
        var group = nodes(query.group(), visitor, Clause.GROUP);
        var having = nodes(query.having(), visitor, Clause.HAVING);
        var tail = nodes(query.tail(), visitor, Clause.TAIL);
        visitor.exit();
        var rest = nodes(query.rest(), visitor, Clause.REST);
        return new QueryTree(query.distinct(), select, from, where, group, having, tail, rest);
    }

    private static List<SqlNode> nodes(List<SqlNode> nodes, Visitor visitor, Clause clause) {
        List<SqlNode> out = new ArrayList<>(nodes.size());
        for (int i = 0; i < nodes.size(); i++) {
            SqlNode node = nodes.get(i);
            switch (node) {
                case Word word -> out.add(visitor.word(word));
                case Literal literal -> out.add(visitor.literal(literal, nodes, i));
                case TableUse table -> out.add(visitor.table(table));
                case ColumnPath column -> out.add(visitor.column(column, nodes, i, clause));
                case Subquery(QueryTree inner) -> {
                    out.add(new Subquery(walk(inner, visitor)));
                    if (clause == Clause.FROM
                            && i + 2 < nodes.size()
                            && nodes.get(i + 1).equals(new Word("AS"))
                            && nodes.get(i + 2) instanceof Word(String alias)) {
                        visitor.derived(alias);
                    }
                }
            }
        }
        return out;
    }
}
