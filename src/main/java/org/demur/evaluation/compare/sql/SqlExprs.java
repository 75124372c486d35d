package org.demur.evaluation.compare.sql;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Numeral;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Text;

/**
 * Builds expressions in one form where several say the same: rules 11, 15, 19 and 20 of ESM+, which
 * need no schema.
 */
final class SqlExprs {
    static final Set<String> AGGREGATES =
            Set.of(
                    "count",
                    "count distinct",
                    "sum",
                    "sum distinct",
                    "avg",
                    "avg distinct",
                    "min",
                    "max",
                    "total",
                    "group_concat");

    static final Op NULL = new Op("null");

    /** Rule 11: a text that is a number compares as one unless it starts with a zero. */
    private static final Pattern NUMERIC_TEXT = Pattern.compile("-?[1-9][0-9]*(\\.[0-9]+)?");

    private static final Map<String, String> OPPOSITES =
            Map.of("=", "!=", "!=", "=", "<", ">=", ">=", "<", ">", "<=", "<=", ">");
    private static final Map<String, String> MIRRORED = Map.of("<", ">", "<=", ">=");

    private SqlExprs() {}

    static Numeral number(BigDecimal number) {
        return new Numeral(number.stripTrailingZeros());
    }

    /** {@code operator} is one of = != &lt; &lt;= &gt; &gt;=; "less" becomes "greater" mirrored. */
    static Expr compare(String operator, Expr left, Expr right) {
        Expr first = comparable(left);
        Expr second = comparable(right);
        String mirrored = MIRRORED.get(operator);
        return mirrored == null ? new Op(operator, first, second) : new Op(mirrored, second, first);
    }

    private static Expr comparable(Expr expr) {
        return expr instanceof Text text && NUMERIC_TEXT.matcher(text.text()).matches()
                ? number(new BigDecimal(text.text()))
                : expr;
    }

    /** Rule 15: a list is a disjunction of equalities. */
    static Expr inList(Expr expr, List<Expr> list) {
        return or(list.stream().map(value -> compare("=", expr, value)).toList());
    }

    /** Rule 19. */
    static Expr between(Expr expr, Expr low, Expr high) {
        return and(List.of(compare(">=", expr, low), compare("<=", expr, high)));
    }

    /** Rule 20, and rule 15 for NOT IN: a negated disjunction of equalities. */
    static Expr not(Expr expr) {
        if (expr instanceof Op op) {
            String opposite = OPPOSITES.get(op.name());
            if (opposite != null) {
                return compare(opposite, op.args().getFirst(), op.args().getLast());
            }
            switch (op.name()) {
                case "not" -> {
                    return op.args().getFirst();
                }
                case "or" -> {
                    return and(op.args().stream().map(SqlExprs::not).toList());
                }
                case "and" -> {
                    return or(op.args().stream().map(SqlExprs::not).toList());
                }
                default -> {}
            }
        }
        return new Op("not", expr);
    }

    static Expr and(List<Expr> operands) {
        return chain("and", operands);
    }

    static Expr or(List<Expr> operands) {
        return chain("or", operands);
    }

    private static Expr chain(String name, List<Expr> operands) {
        Collection<Expr> flat = new LinkedHashSet<>();
        for (Expr operand : operands) {
            if (operand instanceof Op op && op.name().equals(name)) {
                flat.addAll(op.args());
            } else {
                flat.add(operand);
            }
        }
        return flat.size() == 1 ? flat.iterator().next() : new Op(name, List.copyOf(flat));
    }

    /** The conditions that all must hold. */
    static List<Expr> conjuncts(Expr condition) {
        return condition instanceof Op op && op.name().equals("and")
                ? op.args()
                : List.of(condition);
    }

    /** An operation after its operands have changed. */
    static Expr rebuilt(String name, List<Expr> args) {
        return switch (name) {
            case "and" -> and(args);
            case "or" -> or(args);
            default -> new Op(name, args);
        };
    }

    /** Distinct conditions of several conjunctions, in order. */
    static List<Expr> all(Collection<Expr> one, Collection<Expr> other) {
        Collection<Expr> all = new LinkedHashSet<>(one);
        all.addAll(other);
        return new ArrayList<>(all);
    }
}
