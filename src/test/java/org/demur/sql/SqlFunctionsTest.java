package org.demur.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import org.demur.schema.Dialect;
import org.junit.jupiter.api.Test;

final class SqlFunctionsTest {
    /** Functions of this build that a draft may not call, with the reason in groups. */
    private static final String NOT_ALLOWED =
            """
            load_extension fts3_tokenizer snippet offsets matchinfo optimize fts5 fts5_source_id bm25 \
            highlight rtreecheck rtreedepth rtreenode match unistr unistr_quote \
            zeroblob randomblob replicate padc padl padr random mode median lower_quartile upper_quartile \
            percentile percentile_cont percentile_disc \
            atn2 charindex cot coth difference leftstr rightstr proper reverse square strfilter \
            changes total_changes last_insert_rowid sqlite_version sqlite_source_id sqlite_log \
            sqlite_compileoption_get sqlite_compileoption_used likelihood subtype \
            current_date current_time current_timestamp -> ->> \
            """;

    @Test
    void everyFunctionOfTheEngineIsDecidedOn() throws SQLException {
        // given
        var functions = SqlFunctions.of(Dialect.ofFiles());
        // when
        var known = known();
        var undecided =
                known.stream()
                        .filter(name -> !functions.isAllowed(name) && !isRefused(name))
                        .toList();
        // then
        assertThat(known).hasSizeGreaterThan(100);
        assertThat(functions.allowed()).allMatch(known::contains);
        assertThat(undecided).isEmpty();
    }

    private static boolean isRefused(String name) {
        return (" " + NOT_ALLOWED + " ").contains(" " + name + " ")
                || name.startsWith("json")
                || name.startsWith("geopoly")
                || name.startsWith("fts");
    }

    private static Set<String> known() throws SQLException {
        var known = new TreeSet<String>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement();
                var rows =
                        statement.executeQuery("SELECT DISTINCT name FROM pragma_function_list")) {
            while (rows.next()) {
                known.add(rows.getString(1));
            }
        }
        return known;
    }

    @Test
    void theListsSayNothingThatIsNotUnderstood() {
        assertThat(SqlFunctions.lists().lines())
                .allMatch(line ->
                        line.matches(
                                "[a-z0-9_]+ (number|text|time|anything)"
                                        + "( (aggregate|exact|ordered|refused|clock:[01]))*"));
    }

    /** What a detector takes for a function and what the guard lets through stand in one list. */
    @Test
    void aFunctionMayBeThereAndRefused() {
        // given
        var functions = SqlFunctions.of(Dialect.ofFiles());
        // then
        assertThat(functions.named("RANDOM")).isPresent();
        assertThat(functions.isAllowed("RANDOM")).isFalse();
        assertThat(functions.isAllowed("Lower")).isTrue();
        assertThat(functions.isAggregate("max", 1)).isTrue();
        assertThat(functions.isAggregate("max", 2)).isFalse();
        assertThat(functions.timeArgument("strftime")).isEqualTo(1);
        assertThat(SqlFunctions.of(new Dialect.Postgres("public")).isAllowed("strftime")).isFalse();
    }
}
