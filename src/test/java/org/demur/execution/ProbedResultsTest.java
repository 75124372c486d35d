package org.demur.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseLimits;
import org.junit.jupiter.api.Test;

final class ProbedResultsTest {
    private static final ReadOnlySql SQL =
            new ReadOnlySql("shop", "SELECT id FROM bike", true, false, List.of());
    private static final DatabaseLimits LIMITS = DatabaseLimits.DEFAULT;

    @Test
    void whatAProbeReadIsNotReadAgain() {
        // given
        var counting = new Counting(2);
        var executor = new ProbedResults(counting);

        // when
        var probe = executor.probe(SQL, LIMITS);
        var table = executor.execute(SQL, LIMITS);

        // then
        assertThat(probe).isEqualTo(ResultProbe.of(table));
        assertThat(table.rows()).containsExactly(List.of(0L), List.of(1L));
        assertThat(counting.maxRows).containsExactly(ResultProbe.ROWS);
    }

    @Test
    void aResultIsHandedOnOnce() {
        // given
        var counting = new Counting(2);
        var executor = new ProbedResults(counting);
        executor.probe(SQL, LIMITS);
        executor.execute(SQL, LIMITS);

        // when
        executor.execute(SQL, LIMITS);

        // then
        assertThat(counting.maxRows).hasSize(2);
    }

    @Test
    void aProbeThatWasCutShortIsNoResult() {
        // given
        var counting = new Counting(500);
        var executor = new ProbedResults(counting);
        executor.probe(SQL, LIMITS);

        // when
        var table = executor.execute(SQL, LIMITS);

        // then
        assertThat(table.rows()).hasSize(500);
    }

    @Test
    void aRequestForFewerRowsIsExecuted() {
        // given
        var executor = new ProbedResults(new Counting(2));
        executor.probe(SQL, LIMITS);

        // when
        var table = executor.execute(SQL, new DatabaseLimits(Duration.ofSeconds(1), 1, 100, 100));

        // then
        assertThat(table.rows()).hasSize(1);
        assertThat(table.truncated()).isTrue();
    }

    /** Has so many rows, and notes how many it is asked for. */
    private static final class Counting implements QueryExecutor {
        private final int rows;
        private final List<Integer> maxRows = new ArrayList<>();

        Counting(int rows) {
            this.rows = rows;
        }

        @Override
        public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
            maxRows.add(limits.maxRows());
            var table = new ArrayList<List<Object>>();
            LongStream.range(0, Math.min(rows, limits.maxRows()))
                    .forEach(i -> table.add(List.of(i)));
            return new ResultTable(
                    List.of(new ResultColumn("id", ColumnType.INTEGER)),
                    table,
                    rows > limits.maxRows(),
                    Duration.ofMillis(1));
        }

        @Override
        public void explain(ReadOnlySql sql) {
            // always fine
        }
    }
}
