package org.demur.generation.verified.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.demur.generation.verified.template.TreeWalk.Clause;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlNode.Subquery;
import org.demur.sql.SqlNode.TableUse;
import org.demur.sql.SqlNode.Word;

/**
 * What statements of one template are built of, in names that hold across templates: the words of
 * SQL, alone and with their neighbours, and what each column is used for. That lets a question's
 * words speak for or against a template which they never occurred with.
 */
public final class SqlStructure {
    private static final String OPERATOR = "%";

    /** The walk's words; operator places are blank. */
    private final List<String> words = new ArrayList<>();

    /** For each column place the clause, whether it is the outermost one's, and the function. */
    private final List<String> uses = new ArrayList<>();

    /** The outermost SELECT's list, with the names of columns and operators left out. */
    private final List<Piece> form = new ArrayList<>();

    /**
     * A piece of a SELECT list.
     *
     * @param text as it stands, or what is in its place
     * @param operators how many operators it has
     */
    public record Piece(String text, int operators) {}

    /** The number of the first operator of the outermost SELECT's list. */
    private final int firstOperator;

    private SqlStructure(QueryTree tree) {
        this.firstOperator = operators(tree.from());
        if (tree.distinct()) {
            form.add(new Piece("DISTINCT", 0));
        }
        for (SqlNode node : tree.select()) {
            String text =
                    switch (node) {
                        case Word(String word) ->
                                ParsedStatement.isOperator(word)
                                        ? OPERATOR
                                        : word.toUpperCase(Locale.ROOT);
                        case Literal literal -> "?";
                        case ColumnPath column -> "c";
                        case TableUse table -> "T";
                        case Subquery query -> "{}";
                    };
            form.add(new Piece(text, operators(List.of(node))));
        }
    }

    private static int operators(List<SqlNode> nodes) {
        int[] count = new int[1];
        TreeWalk.walk(
                new QueryTree(
                        false, nodes, List.of(), List.of(), List.of(), List.of(), List.of(),
                        List.of()),
                new TreeWalk.Visitor() {
                    @Override
                    public SqlNode word(Word word) {
                        count[0] += ParsedStatement.isOperator(word.text()) ? 1 : 0;
                        return word;
                    }
                });
        return count[0];
    }

    static SqlStructure of(QueryTree tree) {
        var structure = new SqlStructure(tree);
        TreeWalk.walk(tree, structure.new Reader());
        return structure;
    }

    /** The elements that hold for every statement of the template. */
    public Set<String> words() {
        Set<String> elements = new TreeSet<>();
        String last = "";
        for (String word : words) {
            if (!word.equals(OPERATOR)) {
                elements.add("sql " + word);
                if (!last.equals(OPERATOR)) {
                    elements.add("sql " + last + " " + word);
                }
            }
            last = word;
        }
        return elements;
    }

    /** The elements of a statement with its operators, in the walk's order. */
    public Set<String> words(List<String> operators) {
        Set<String> elements = words();
        elements.addAll(operatorWords(operators));
        return elements;
    }

    /** Those elements of a statement with its operators that are not the whole template's. */
    public Set<String> operatorWords(List<String> operators) {
        Set<String> elements = new TreeSet<>();
        String last = "";
        boolean isAfterOperator = false;
        int operator = 0;
        for (String word : words) {
            boolean isOperator = word.equals(OPERATOR);
            String text = isOperator ? operators.get(operator++) : word;
            if (isOperator) {
                elements.add("sql " + text);
            }
            if (isOperator || isAfterOperator) {
                elements.add("sql " + last + " " + text);
            }
            last = text;
            isAfterOperator = isOperator;
        }
        return elements;
    }

    /** The elements of a statement with its columns, in the walk's order. */
    public Set<String> uses(List<ColumnPath> columns) {
        Set<String> elements = new TreeSet<>();
        for (int p = 0; p < uses.size(); p++) {
            elements.add("use " + uses.get(p) + " " + columns.get(p).end());
        }
        return elements;
    }

    /** The column places that the outermost SELECT returns as they stand and alone. */
    List<Integer> projections() {
        return IntStream.range(0, uses.size())
                .filter(p -> uses.get(p).equals("outer SELECT "))
                .boxed()
                .toList();
    }

    /** Whether the outermost SELECT returns a column place, or something made of it. */
    boolean isReturned(int place) {
        return uses.get(place).startsWith("outer SELECT ");
    }

    /**
     * What a statement is asked for.
     *
     * @param kind the kind of thing that it returns: its SELECT list with types for columns
     * @param things which of that kind: the columns, or the table where no column is returned
     * @param order the ends of orders that it takes, as in {@code DESC LIMIT 1}; may be empty
     */
    public record Intent(String kind, String things, String order) {}

    /**
     * What a statement of the template is asked for; each list is in the walk's order.
     *
     * @param tables the statement's tables
     */
    public Intent intent(
            List<String> tables,
            List<ColumnPath> columns,
            List<String> operators,
            DatabaseSchema schema) {
        var kind = new StringJoiner(" ");
        int operator = firstOperator;
        for (Piece piece : form) {
            kind.add(piece.text().equals(OPERATOR) ? operators.get(operator) : piece.text());
            operator += piece.operators();
        }
        var things = new StringJoiner(" ");
        for (int p = 0; p < uses.size(); p++) {
            if (isReturned(p)) {
                var end = columns.get(p).end();
                kind.add(schema.column(end).map(c -> c.type().name()).orElse("?"));
                things.add(end.toString());
            }
        }
        if (things.length() == 0 && !tables.isEmpty()) {
            things.add(tables.getFirst());
        }
        String order =
                operators.stream()
                        .filter(o -> o.startsWith("ASC") || o.startsWith("DESC"))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" "));
        return new Intent(kind.toString(), things.toString(), order);
    }

    /** Whether a column place orders the outermost SELECT. */
    boolean isOrdering(int place) {
        return uses.get(place).equals("outer TAIL ");
    }

    private final class Reader implements TreeWalk.Visitor {
        private int depth;

        @Override
        public void enter(boolean distinct) {
            depth++;
            words.add(distinct ? "{ DISTINCT" : "{");
        }

        @Override
        public void exit() {
            depth--;
            words.add("}");
        }

        @Override
        public SqlNode word(Word word) {
            words.add(
                    ParsedStatement.isOperator(word.text())
                            ? OPERATOR
                            : word.text().toUpperCase(Locale.ROOT));
            return word;
        }

        @Override
        public SqlNode literal(Literal literal, List<SqlNode> around, int index) {
            words.add(literal.quoted() ? "'?'" : "?");
            return literal;
        }

        @Override
        public SqlNode table(TableUse table) {
            words.add("T");
            return table;
        }

        @Override
        public SqlNode column(ColumnPath column, List<SqlNode> around, int index, Clause clause) {
            words.add("c");
            String function =
                    index > 1
                                    && around.get(index - 1).equals(new Word("("))
                                    && around.get(index - 2) instanceof Word(String name)
                            ? ParsedStatement.isOperator(name) ? "AGGREGATE" : name
                            : clause == Clause.SELECT && around.size() > 1 ? "among others" : "";
            uses.add((depth == 1 ? "outer " : "inner ") + clause + " " + function);
            return column;
        }
    }
}
