package org.demur.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.demur.schema.ColumnRef;
import org.demur.schema.SqlNames;
import org.demur.schema.SqlTexts;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;

/** Writes a tree as SQL, turning every path along keys back into nested look-ups. */
public final class SqlTreeWriter {
    private SqlTreeWriter() {}

    /**
     * The statement of a tree.
     *
     * @return empty where a path stands in a place that nested look-ups cannot express
     */
    public static Optional<String> write(QueryTree query) {
        var out = new StringBuilder();
        return query(query, out) ? Optional.of(out.toString()) : Optional.empty();
    }

    private static boolean query(QueryTree query, StringBuilder out) {
        if (query.select().size() == 1
                && query.select().getFirst() instanceof ColumnPath path
                && !path.hops().isEmpty()) {
            return lookUp(query, path, out);
        }
        word(out, "SELECT");
        if (query.distinct()) {
            word(out, "DISTINCT");
        }
        if (!plain(query.select(), out)) {
            return false;
        }
        return afterSelect(query, out);
    }

    private static boolean lookUp(QueryTree query, ColumnPath path, StringBuilder out) {
        Hop hop = path.hops().getLast();
        if (!hop.tail().isEmpty()) {
            return false;
        }
        word(out, "SELECT");
        if (hop.distinct()) {
            word(out, "DISTINCT");
        }
        name(out, hop.column());
        word(out, "FROM");
        word(out, quoted(hop.key().table()));
        word(out, "WHERE");
        name(out, hop.key());
        word(out, hop.operator());
        word(out, "(");
        var shorter =
                new ColumnPath(
                        path.qualifier(),
                        path.root(),
                        path.hops().subList(0, path.hops().size() - 1));
        if (!query(query.withSelect(query.distinct(), List.of(shorter)), out)) {
            return false;
        }
        word(out, ")");
        for (var condition : hop.conditions()) {
            word(out, "AND");
            if (!plain(condition, out)) {
                return false;
            }
        }
        return true;
    }

    private static boolean afterSelect(QueryTree query, StringBuilder out) {
        if (!query.from().isEmpty()) {
            word(out, "FROM");
            if (!plain(query.from(), out)) {
                return false;
            }
        }
        for (int i = 0; i < query.where().size(); i++) {
            word(out, i == 0 ? "WHERE" : "AND");
            // OR binds weaker than the AND between conditions
            boolean inBrackets = query.where().size() > 1 && hasOr(query.where().get(i));
            word(out, inBrackets ? "(" : "");
            if (!condition(query.where().get(i), out)) {
                return false;
            }
            word(out, inBrackets ? ")" : "");
        }
        if (!query.group().isEmpty()) {
            word(out, "GROUP BY");
            if (!plain(query.group(), out)) {
                return false;
            }
        }
        if (!query.having().isEmpty()) {
            word(out, "HAVING");
            if (!plain(query.having(), out)) {
                return false;
            }
        }
        if (!plain(query.tail(), out)) {
            return false;
        }
        for (SqlNode node : query.rest()) {
            if (node instanceof Subquery(QueryTree next)) {
                if (!query(next, out)) {
                    return false;
                }
            } else if (!plain(List.of(node), out)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasOr(List<SqlNode> condition) {
        int depth = 0;
        for (SqlNode node : condition) {
            if (node instanceof Word(String text)) {
                depth += text.equals("(") ? 1 : text.equals(")") ? -1 : 0;
                if (depth == 0 && text.equals("OR")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean condition(List<SqlNode> nodes, StringBuilder out) {
        int deep = -1;
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i) instanceof ColumnPath path && !path.hops().isEmpty()) {
                if (deep >= 0) {
                    return false;
                }
                deep = i;
            }
        }
        if (deep < 0) {
            return plain(nodes, out);
        }
        var path = (ColumnPath) nodes.get(deep);
        Hop hop = path.hops().getFirst();
        name(out, path.qualifier(), path.root());
        word(out, hop.operator());
        word(out, "( SELECT");
        if (hop.distinct()) {
            word(out, "DISTINCT");
        }
        name(out, hop.key());
        word(out, "FROM");
        word(out, quoted(hop.key().table()));
        word(out, "WHERE");
        var inner = new ArrayList<>(nodes);
        inner.set(
                deep,
                new ColumnPath(
                        hop.column().table(),
                        hop.column(),
                        path.hops().subList(1, path.hops().size())));
        if (!condition(inner, out)) {
            return false;
        }
        for (var further : hop.conditions()) {
            word(out, "AND");
            if (!plain(further, out)) {
                return false;
            }
        }
        if (!plain(hop.tail(), out)) {
            return false;
        }
        word(out, ")");
        return true;
    }

    private static boolean plain(List<SqlNode> nodes, StringBuilder out) {
        for (SqlNode node : nodes) {
            switch (node) {
                case Word(String text) -> word(out, text);
                case Literal(String text, boolean isQuoted) ->
                        word(out, isQuoted ? SqlTexts.quoted(text) : text);
                case TableUse(String table, String alias) -> {
                    word(out, quoted(table));
                    if (!alias.equals(table)) {
                        word(out, "AS");
                        word(out, quoted(alias));
                    }
                }
                case ColumnPath path -> {
                    if (!path.hops().isEmpty()) {
                        return false;
                    }
                    name(out, path.qualifier(), path.root());
                }
                case Subquery(QueryTree inner) -> {
                    word(out, "(");
                    if (!query(inner, out)) {
                        return false;
                    }
                    word(out, ")");
                }
            }
        }
        return true;
    }

    private static void name(StringBuilder out, ColumnRef ref) {
        name(out, ref.table(), ref);
    }

    private static void name(StringBuilder out, String qualifier, ColumnRef ref) {
        word(
                out,
                qualifier.isEmpty()
                        ? quoted(ref.column())
                        : quoted(qualifier) + "." + quoted(ref.column()));
    }

    private static String quoted(String name) {
        boolean isSimple = !name.isEmpty();
        boolean isWord = isSimple;
        for (int i = 0; isSimple && i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isLetter = Character.isLetter(c);
            isWord &= isLetter;
            isSimple = isLetter || c == '_' || (i > 0 && Character.isDigit(c));
        }
        if (isWord) { // keywords are of letters
            isSimple = !SqlTokens.isKeyword(name.toUpperCase(java.util.Locale.ROOT));
        }
        return isSimple ? name : SqlNames.quoted(name);
    }

    private static void word(StringBuilder out, String text) {
        if (text.isEmpty()) {
            return;
        }
        boolean glue =
                out.isEmpty()
                        || out.charAt(out.length() - 1) == '('
                        || text.equals(")")
                        || text.equals(",")
                        || (text.equals("(") && endsWithFunction(out));
        if (!glue) {
            out.append(' ');
        }
        out.append(text);
    }

    private static boolean endsWithFunction(StringBuilder out) {
        int end = out.length();
        int start = end;
        while (start > 0
                && (Character.isLetterOrDigit(out.charAt(start - 1))
                        || out.charAt(start - 1) == '_')) {
            start--;
        }
        if (start == end) {
            return false;
        }
        String last = out.substring(start, end);
        String upper = last.toUpperCase(java.util.Locale.ROOT);
        return switch (upper) {
            case "COUNT", "SUM", "AVG", "MIN", "MAX", "CAST" -> true;
            default -> !SqlTokens.isKeyword(upper);
        };
    }
}
