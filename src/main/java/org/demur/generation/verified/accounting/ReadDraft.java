package org.demur.generation.verified.accounting;

import org.demur.generation.verified.template.ParsedStatement;
import org.demur.sql.StatementTokens;
import org.demur.sql.StatementTokens.NullTest;

/** A statement and what questions are held against of it, read once for all rules. */
record ReadDraft(ParsedStatement statement, StatementNames names, StatementTokens tokens) {
    static ReadDraft of(ParsedStatement statement) {
        return new ReadDraft(
                statement, StatementNames.of(statement), StatementTokens.of(statement.tree()));
    }

    /** Whether each of what is asked for is kept for one of its rows, whatever the others are. */
    boolean keepsAnyRow() {
        boolean isOfEach = statement.tree().distinct() || tokens.has("COUNT", "(", "DISTINCT");
        return isOfEach
                && !tokens.leavesOutRows()
                && !tokens.has("HAVING")
                && tokens.nullTests().stream().noneMatch(NullTest::isNull);
    }
}
