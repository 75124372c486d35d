package org.demur.generation.verified.accounting;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.demur.generation.verified.accounting.Contradictions.Asked;
import org.demur.generation.verified.accounting.Contradictions.Sort;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.NullTest;

/**
 * What has none of something: rows without a value that come first, groups without a row that are
 * left out, and a number that no row lacks.
 */
final class AbsenceContradictions implements ContradictionRule {
    /** The place in a tail after {@code ORDER BY} and a column. */
    private static final int AFTER_KEY = 3;

    private static final SqlNode DOWN = new SqlNode.Word("DESC");

    /** What follows a column that rows are sorted by as it is. */
    private static final Set<SqlNode> ENDS_KEY =
            Set.of(DOWN, new SqlNode.Word("ASC"), new SqlNode.Word(","), new SqlNode.Word("LIMIT"));

    private final SchemaNames names;

    /** Whether some pair counts for each row of a table, be it none. */
    private final boolean countsNone;

    AbsenceContradictions(SchemaNames names, Collection<Licences.Pair> pairs) {
        this.names = names;
        this.countsNone =
                pairs.stream()
                        .map(Licences.Pair::statement)
                        .filter(statement -> countedOfEach(statement).isPresent())
                        .anyMatch(statement ->
                                StatementTokens.of(statement.tree()).has("LEFT", "JOIN"));
    }

    @Override
    public void find(Asked asked, ReadDraft draft, Findings found) {
        nothingFirst(draft.statement(), draft.tokens(), found);
        leftOut(draft.statement(), draft.tokens(), found);
        lacking(draft.statement(), draft.tokens(), found);
    }

    /** "The smallest budget", and the first row is one whose budget nobody knows. */
    private void nothingFirst(ParsedStatement statement, StatementTokens tokens, Findings found) {
        var tail = statement.tree().tail();
        if (tail.size() <= AFTER_KEY
                || !tail.contains(new SqlNode.Word("LIMIT"))
                || tail.contains(new SqlNode.Word("NULLS"))
                || !(tail.get(AFTER_KEY - 1) instanceof ColumnPath path)
                || !ENDS_KEY.contains(tail.get(AFTER_KEY))) {
            return;
        }
        var column = path.end();
        boolean isDown = tail.get(AFTER_KEY).equals(DOWN);
        if (!names.mayBeNull(column) || !names.nullsAreFirst(isDown)) {
            return;
        }
        boolean isCompared =
                tokens.nullTests().stream()
                                .filter(test -> !test.isNull())
                                .map(NullTest::name)
                                .anyMatch(column.column()::equalsIgnoreCase)
                        || tokens.comparisons().stream()
                                .anyMatch(c -> c.isOf(column.column()) && !c.isUnequal());
        if (!isCompared) {
            found.ofStatement(
                    Sort.NEGATION,
                    "first " + column,
                    column,
                    "The draft takes the first by %s, and rows that have none come first.",
                    column);
        }
    }

    /** "How many customers has each branch", and branches without one are left out. */
    private void leftOut(ParsedStatement statement, StatementTokens tokens, Findings found) {
        countedOfEach(statement)
                .filter(_ -> countsNone && !tokens.has("LEFT", "JOIN"))
                .ifPresent(table ->
                        found.ofStatement(
                                Sort.GROUPS,
                                "each %s %s".formatted(table, statement.tree().where().isEmpty()),
                                table,
                                "The draft leaves out each of %s that has none, and verified queries count such.",
                                table));
    }

    /**
     * The table of which a statement counts something for each row; empty where it only takes some
     * of them.
     */
    private static Optional<String> countedOfEach(ParsedStatement statement) {
        var tree = statement.tree();
        boolean isWhole =
                tree.having().isEmpty() && !tree.tail().contains(new SqlNode.Word("LIMIT"));
        return tree.select().contains(new SqlNode.Word("COUNT"))
                        && isWhole
                        && !tree.group().isEmpty()
                        && tree.group().getFirst() instanceof ColumnPath path
                        && (!path.hops().isEmpty() || statement.tables().size() > 1)
                ? Optional.of(StatementNames.folded(path.end().table()))
                : Optional.empty();
    }

    /** "No refills", and the draft looks for rows that lack their number, which none does. */
    private void lacking(ParsedStatement statement, StatementTokens tokens, Findings found) {
        var nulls = tokens.nullTests().stream().filter(NullTest::isNull).toList();
        statement.columns().stream()
                .map(ColumnPath::end)
                .filter(column -> names.isFigure(column) && !names.mayBeNull(column))
                .filter(column ->
                        nulls.stream().anyMatch(test -> test.name().equals(column.column())))
                .findFirst()
                .ifPresent(column ->
                        found.ofStatement(
                                Sort.NEGATION,
                                "none " + column,
                                column,
                                "The draft looks for rows without any %s, and all have one, be it 0.",
                                column));
    }
}
