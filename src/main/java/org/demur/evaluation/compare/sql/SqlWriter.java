package org.demur.evaluation.compare.sql;

import static org.demur.schema.SqlNames.quoted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.demur.evaluation.compare.sql.SqlTree.Combination;
import org.demur.evaluation.compare.sql.SqlTree.Expr;
import org.demur.evaluation.compare.sql.SqlTree.Join;
import org.demur.evaluation.compare.sql.SqlTree.Numeral;
import org.demur.evaluation.compare.sql.SqlTree.Op;
import org.demur.evaluation.compare.sql.SqlTree.Output;
import org.demur.evaluation.compare.sql.SqlTree.Query;
import org.demur.evaluation.compare.sql.SqlTree.Ref;
import org.demur.evaluation.compare.sql.SqlTree.Select;
import org.demur.evaluation.compare.sql.SqlTree.SortKey;
import org.demur.evaluation.compare.sql.SqlTree.Source;
import org.demur.evaluation.compare.sql.SqlTree.Star;
import org.demur.evaluation.compare.sql.SqlTree.Sub;
import org.demur.evaluation.compare.sql.SqlTree.Tail;
import org.demur.evaluation.compare.sql.SqlTree.Text;
import org.demur.schema.SqlTexts;

/**
 * Writes a tree as a statement that the engine executes. Every source has an alias of its own, so
 * that a column means the same wherever it stands; columns of sub-queries go by their place.
 */
final class SqlWriter {
    private static final Set<String> INFIX =
            Set.of(
                    "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "||", "and", "or",
                    "is", "glob", "match", "regexp", "like");

    private SqlWriter() {}

    /**
     * The statement of a tree.
     *
     * @throws UnreadableSql where the engine has no words for it, such as a set operation whose
     *     second arm is one too
     */
    static String write(Query query) {
        return query(query, false);
    }

    private static String query(Query query, boolean named) {
        return switch (query) {
            case Select select -> select(select, named);
            case Combination both -> {
                if (both.right() instanceof Combination) {
                    throw new UnreadableSql("the second arm is a set operation");
                }
                yield query(both.left(), named)
                        + ' '
                        + both.operation().toUpperCase(Locale.ROOT)
                        + ' '
                        + query(both.right(), named)
                        + tail(both.tail());
            }
        };
    }

    private static String select(Select select, boolean named) {
        var text = new StringBuilder(select.distinct() ? "SELECT DISTINCT " : "SELECT ");
        var items = new ArrayList<String>();
        for (Expr item : select.items()) {
            items.add(expr(item) + (named ? " AS c" + items.size() : ""));
        }
        text.append(String.join(", ", items));
        for (int i = 0; i < select.from().size(); i++) {
            join(text, select.from().get(i), i == 0);
        }
        conditions(text, " WHERE ", select.where());
        if (!select.groupBy().isEmpty()) {
            text.append(" GROUP BY ").append(list(select.groupBy()));
        }
        conditions(text, " HAVING ", select.having());
        return text.append(tail(select.tail())).toString();
    }

    private static void join(StringBuilder text, Join join, boolean first) {
        String word =
                switch (join.kind()) {
                    case INNER -> first ? " FROM " : " JOIN ";
                    case LEFT, RIGHT, FULL -> " " + join.kind() + " JOIN ";
                };
        Source source = join.source();
        text.append(word)
                .append(
                        source.table() != null
                                ? quoted(source.table().name())
                                : "(" + query(Objects.requireNonNull(source.query()), true) + ")")
                .append(" AS s")
                .append(source.id());
        conditions(text, " ON ", join.on());
    }

    private static void conditions(StringBuilder text, String word, List<Expr> conditions) {
        if (!conditions.isEmpty()) {
            text.append(word)
                    .append(
                            conditions.stream()
                                    .map(SqlWriter::operand)
                                    .collect(Collectors.joining(" AND ")));
        }
    }

    private static String tail(Tail tail) {
        var text = new StringBuilder();
        if (!tail.orderBy().isEmpty()) {
            text.append(" ORDER BY ")
                    .append(
                            tail.orderBy().stream()
                                    .map(SqlWriter::key)
                                    .collect(Collectors.joining(", ")));
        }
        if (tail.limit() != null) {
            text.append(" LIMIT ").append(expr(tail.limit()));
        }
        if (tail.offset() != null) {
            text.append(" OFFSET ").append(expr(tail.offset()));
        }
        return text.toString();
    }

    private static String key(SortKey key) {
        String nulls = key.nulls().isEmpty() ? "" : " NULLS " + key.nulls();
        return operand(key.expr()) + (key.descending() ? " DESC" : "") + nulls;
    }

    private static String list(List<Expr> exprs) {
        return exprs.stream().map(SqlWriter::expr).collect(Collectors.joining(", "));
    }

    /** In brackets unless it is one word: no precedence is relied on. */
    private static String operand(Expr expr) {
        boolean plain = !(expr instanceof Op op) || op.args().isEmpty() || isCall(op.name());
        return plain ? expr(expr) : "(" + expr(expr) + ")";
    }

    private static boolean isCall(String name) {
        return Character.isLetter(name.charAt(0))
                && !INFIX.contains(name)
                && !Set.of("not", "is null", "in", "exists", "case", "over", "negative", "row")
                        .contains(name);
    }

    private static String expr(Expr expr) {
        return switch (expr) {
            case Ref ref -> column(ref);
            case Output output -> Integer.toString(output.column() + 1);
            case Text text -> SqlTexts.quoted(text.text());
            case Numeral number -> number.number().toPlainString();
            case Star star -> "*";
            case Sub sub -> "(" + query(sub.query(), false) + ")";
            case Op op -> op(op);
        };
    }

    private static String op(Op op) {
        List<Expr> args = op.args();
        String name = op.name();
        if (INFIX.contains(name) && args.size() >= 2) {
            boolean escaped = name.equals("like") && args.size() == 3;
            List<Expr> operands = escaped ? args.subList(0, 2) : args;
            return operands.stream()
                            .map(SqlWriter::operand)
                            .collect(Collectors.joining(" " + name.toUpperCase(Locale.ROOT) + " "))
                    + (escaped ? " ESCAPE " + expr(args.getLast()) : "");
        }
        if (args.isEmpty() && SqlReader.CONSTANTS.contains(name)) {
            return name.toUpperCase(Locale.ROOT);
        }
        return switch (name) {
            case "not" -> "NOT " + operand(args.getFirst());
            case "negative" -> "- " + operand(args.getFirst());
            case "is null" -> operand(args.getFirst()) + " IS NULL";
            case "in" -> operand(args.getFirst()) + " IN " + expr(args.getLast());
            case "exists" -> "EXISTS " + expr(args.getFirst());
            case "row" -> "(" + list(args) + ")";
            case "case" -> cases(args);
            case "over" -> over(args);
            default -> call(name, args);
        };
    }

    private static String call(String name, List<Expr> args) {
        if (name.startsWith("cast ")) {
            return "CAST(" + expr(args.getFirst()) + " AS " + name.substring(5) + ")";
        }
        if (name.endsWith(" distinct")) {
            String function = name.substring(0, name.length() - " distinct".length());
            return function + "(DISTINCT " + list(args) + ")";
        }
        return name + "(" + list(args) + ")";
    }

    private static String cases(List<Expr> args) {
        var text = new StringBuilder("CASE");
        for (Expr arg : args.subList(0, args.size() - 1)) {
            Op part = (Op) arg;
            text.append(
                    part.name().equals("of")
                            ? " " + operand(part.args().getFirst())
                            : " WHEN "
                                    + operand(part.args().getFirst())
                                    + " THEN "
                                    + operand(part.args().getLast()));
        }
        return text.append(" ELSE ").append(operand(args.getLast())).append(" END").toString();
    }

    private static String over(List<Expr> args) {
        var text = new StringBuilder(expr(args.getFirst())).append(" OVER (");
        for (Expr arg : args.subList(1, args.size())) {
            Op part = (Op) arg;
            if (part.name().equals("partition")) {
                text.append("PARTITION BY ").append(list(part.args())).append(' ');
            } else {
                text.append("ORDER BY ")
                        .append(
                                part.args().stream()
                                        .map(key -> (Op) key)
                                        .map(key ->
                                                operand(key.args().getFirst()) + " " + key.name())
                                        .collect(Collectors.joining(", ")));
            }
        }
        return text.append(')').toString();
    }

    private static String column(Ref ref) {
        Source source = ref.source();
        String column =
                source.table() != null
                        ? quoted(source.table().columns().get(ref.column()).name())
                        : "c" + ref.column();
        return "s" + source.id() + "." + column;
    }
}
