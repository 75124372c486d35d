package org.demur.generation.verified.parsing;

import java.util.List;
import org.demur.generation.verified.language.QuestionReading.NumberMention;
import org.demur.generation.verified.language.QuestionReading.ValueMention;
import org.demur.generation.verified.language.TimeMention;
import org.demur.generation.verified.parsing.ConditionWords.Condition;
import org.demur.schema.ColumnRef;
import org.jspecify.annotations.Nullable;

/** Words of a question that stand for something of the database. Not thread-safe. */
final class Mention {
    /** Index of its first token. */
    final int start;

    /** Index after its last token. */
    final int end;

    /** Tables that the words name; possibly none. */
    final List<String> tables;

    /** Columns that they name; possibly none. */
    final List<ColumnRef> columns;

    /** Whether they say all of the name, as far as it means something. */
    final boolean isWhole;

    /** What the word means in pairs, for rows that it stands beside. */
    final @Nullable Condition condition;

    final @Nullable ValueMention value;
    final @Nullable NumberMention number;
    final @Nullable TimeMention time;

    /** Whether the statement has it. */
    boolean isUsed;

    private Mention(
            int start,
            int end,
            List<String> tables,
            List<ColumnRef> columns,
            boolean isWhole,
            @Nullable Condition condition,
            @Nullable ValueMention value,
            @Nullable NumberMention number,
            @Nullable TimeMention time) {
        this.start = start;
        this.end = end;
        this.tables = tables;
        this.columns = columns;
        this.isWhole = isWhole;
        this.condition = condition;
        this.value = value;
        this.number = number;
        this.time = time;
    }

    static Mention name(
            int start, int end, List<String> tables, List<ColumnRef> columns, boolean isWhole) {
        return new Mention(start, end, tables, columns, isWhole, null, null, null, null);
    }

    static Mention value(ValueMention value) {
        return new Mention(
                value.start(), value.end(), List.of(), List.of(), true, null, value, null, null);
    }

    static Mention number(NumberMention number) {
        return new Mention(
                number.token(),
                number.token() + 1,
                List.of(),
                List.of(),
                true,
                null,
                null,
                number,
                null);
    }

    static Mention time(int start, int end, TimeMention time) {
        return new Mention(start, end, List.of(), List.of(), true, null, null, null, time);
    }

    static Mention condition(int at, Condition condition) {
        return new Mention(at, at + 1, List.of(), List.of(), true, condition, null, null, null);
    }

    boolean isName() {
        return !tables.isEmpty() || !columns.isEmpty();
    }
}
