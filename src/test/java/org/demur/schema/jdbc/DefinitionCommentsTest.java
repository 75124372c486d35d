package org.demur.schema.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionCommentsTest {
    @Test
    void aCommentIsAboutTheColumnOnItsLine() {
        // given
        String definition =
                """
                CREATE TABLE bike ( -- one that can be rented
                  -- keys
                  bike_id INTEGER PRIMARY KEY, /* stamped on
                     the frame */
                  kind TEXT NOT NULL DEFAULT 'C, -- no comment', -- C classic,
                                                                 -- E electric
                  "price, cents" DECIMAL(6, 2), name TEXT -- as it is painted
                    CHECK (kind IN ('C', 'E')), -- both
                  [last seen] TEXT,
                  FOREIGN KEY (kind) REFERENCES kind (id), -- once there was a table
                  seen_at TEXT
                  -- all that we know
                ) -- the end
                """;
        // when
        var comments = DefinitionComments.of(definition);
        // then
        assertThat(comments.ofTable()).isEqualTo("one that can be rented");
        assertThat(comments.ofColumns())
                .isEqualTo(
                        Map.of(
                                "bike_id",
                                "stamped on the frame",
                                "kind",
                                "C classic, E electric",
                                "name",
                                "as it is painted both"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE t (a, `b c` /* x */) | {b c=x}",
                "CREATE TABLE t (A TEXT /* x */) | {a=x}",
                "CREATE TABLE t (a, \"b\"\"c\" /* x */) | {b\"c=x}",
                "CREATE TABLE t (a /* never closed | {a=never closed}",
                "CREATE TABLE t (a, -- x | {a=x}",
                "CREATE TABLE t AS SELECT 1 -- x | {}",
                "CREATE TABLE t (a CHECK (a > (1 + 2)), b /* x */) | {b=x}",
                "CREATE TABLE t (a, PRIMARY KEY (a) /* x */) | {}",
                "CREATE TABLE t (a, \"check\" /* x */) | {check=x}",
                ")))( | {}",
            })
    void definitionsAreReadAsTheyWereTyped(String definition, String comments) {
        assertThat(DefinitionComments.of(definition).ofColumns()).hasToString(comments);
    }

    @Test
    void aLongTextIsPassedOver() {
        // given
        String text = "so ''called''; ".repeat(100_000);
        // when
        var comments = DefinitionComments.of("CREATE TABLE t (a DEFAULT '" + text + "', -- x\n b)");
        // then
        assertThat(comments.ofColumns()).isEqualTo(Map.of("a", "x"));
    }
}
