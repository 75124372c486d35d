package org.demur.evaluation.compare;

import java.util.function.UnaryOperator;
import org.demur.schema.DatabaseSchema;

/** Statements of Demur's own data may speak of the present, which a declaration sets. */
public final class DeclaredClock {
    private DeclaredClock() {}

    /** Sets the clock of a database in a statement; leaves it as it is where none is declared. */
    public static UnaryOperator<String> of(DatabaseSchema schema) {
        var now = schema.now();
        if (now == null) {
            return UnaryOperator.identity();
        }
        String text = "'" + now.toString().replace('T', ' ') + "'";
        return sql -> sql.replace("current_time", text);
    }
}
