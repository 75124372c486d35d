package org.demur.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
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

    private static List<@Nullable Object> row(@Nullable Object... cells) {
        return Arrays.asList(cells);
    }

    @SafeVarargs
    private static ResultProbe probe(List<@Nullable Object>... rows) {
        int width = rows.length == 0 ? 1 : rows[0].size();
        var columns = java.util.Collections.nCopies(width, new ResultColumn("c", ColumnType.OTHER));
        return ResultProbe.of(new ResultTable(columns, List.of(rows), false, Duration.ZERO));
    }
}
