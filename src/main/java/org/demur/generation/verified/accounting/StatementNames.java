package org.demur.generation.verified.accounting;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.generation.verified.language.ColumnNameMatching;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.QuestionWord;
import org.demur.schema.WordStem;
import org.demur.sql.SqlNode.ColumnPath;
import org.demur.sql.SqlNode.Hop;
import org.demur.sql.SqlNode.Literal;

/**
 * The names and texts of a statement, by which words of a question may mean parts of it.
 *
 * @param tables in lower case, those of look-ups too
 * @param stems of the words of all names and texts
 */
public record StatementNames(Set<String> tables, Set<String> stems) {
    private static final int SHORTEST_WORD = 2;

    static StatementNames of(ParsedStatement statement) {
        Set<String> tables = new HashSet<>();
        Set<ColumnRef> columns = new HashSet<>();
        statement.tables().forEach(table -> tables.add(folded(table)));
        List<ColumnPath> paths = new ArrayList<>(statement.columns());
        statement.times().values().forEach(time -> paths.add(time.column()));
        for (ColumnPath path : paths) {
            columns.add(path.root());
            for (Hop hop : path.hops()) {
                columns.add(hop.column());
                hop.conditions().stream()
                        .flatMap(List::stream)
                        .filter(ColumnPath.class::isInstance)
                        .forEach(node -> columns.add(((ColumnPath) node).end()));
            }
        }
        columns.forEach(column -> tables.add(folded(column.table())));
        Set<String> stems = new HashSet<>();
        tables.forEach(table -> stems.addAll(stems(table)));
        columns.forEach(column -> stems.addAll(stems(column.column())));
        for (Literal literal : statement.literals()) {
            QuestionWord.of(literal.text()).forEach(word -> stems.add(word.stem()));
        }
        return new StatementNames(Set.copyOf(tables), Set.copyOf(stems));
    }

    /** Whether the table of a column is read. */
    boolean readsTableOf(ColumnRef column) {
        return tables.contains(folded(column.table()));
    }

    /** The stems of the words that a name consists of. */
    static Set<String> stems(String name) {
        Set<String> stems = new HashSet<>();
        for (String part : ColumnNameMatching.parts(name)) {
            if (part.length() >= SHORTEST_WORD) {
                stems.add(WordStem.of(part));
            }
        }
        return stems;
    }

    /** The columns that a statement returns as they are. */
    static Stream<ColumnRef> returned(ParsedStatement statement) {
        return statement.tree().select().stream()
                .filter(ColumnPath.class::isInstance)
                .map(node -> ((ColumnPath) node).end());
    }

    static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
