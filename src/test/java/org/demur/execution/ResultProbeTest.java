package org.demur.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.demur.schema.ColumnType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ResultProbeTest {
    @Test
    void theOrderOfRowsDoesNotMatter() {
        // given
        var one = probe(row(1L, "a"), row(2L, "b"));
        var other = probe(row(2L, "b"), row(1L, "a"));
        // then
        assertThat(one.digest()).isEqualTo(other.digest());
    }

    @Test
    void theOrderOfColumnsMatters() {
        assertThat(probe(row(1L, 2L)).digest()).isNotEqualTo(probe(row(2L, 1L)).digest());
    }

    @Test
    void howOftenARowOccursMatters() {
        assertThat(probe(row(1L), row(1L)).digest()).isNotEqualTo(probe(row(1L)).digest());
    }

    @Test
    void numbersThatAgreeToSixDecimalsAreTheSame() {
        assertThat(probe(row(2L)).digest()).isEqualTo(probe(row(2.0)).digest());
        assertThat(probe(row(0.1 + 0.2)).digest()).isEqualTo(probe(row(0.3)).digest());
        assertThat(probe(row(0.0)).digest()).isEqualTo(probe(row(-0.0)).digest());
        assertThat(probe(row(0.30001)).digest()).isNotEqualTo(probe(row(0.3)).digest());
    }

    @Test
    void aTextIsNeverANumberAndNullIsNeither() {
        assertThat(probe(row("1")).digest()).isNotEqualTo(probe(row(1L)).digest());
        assertThat(probe(row((Object) null)).digest()).isNotEqualTo(probe(row("null")).digest());
        assertThat(probe(row((Object) null)).digest()).isNotEqualTo(probe().digest());
    }

    @Test
    void aResultOfNullsAloneIsAllNullAndAnEmptyOneIsNot() {
        assertThat(probe(row(null, null)).allNull()).isTrue();
        assertThat(probe(row(null, 0L)).allNull()).isFalse();
        assertThat(probe().allNull()).isFalse();
        assertThat(probe().isEmpty()).isTrue();
    }

    private static @Nullable Object[] row(@Nullable Object... cells) {
        return cells;
    }

    @SuppressWarnings("NullAway") // of a compiled record it does not see the inner @Nullable
    private static ResultProbe probe(@Nullable Object[]... rows) {
        int width = rows.length == 0 ? 1 : rows[0].length;
        var columns = Collections.nCopies(width, new ResultColumn("c", ColumnType.OTHER));
        var table = new ArrayList<List<@Nullable Object>>();
        for (var row : rows) {
            table.add(Arrays.asList(row));
        }
        return ResultProbe.of(new ResultTable(columns, table, false, Duration.ZERO));
    }
}
