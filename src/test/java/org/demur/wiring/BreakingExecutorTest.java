package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.test.junit.QuarkusTest;
import java.util.concurrent.atomic.AtomicInteger;
import org.demur.execution.GuardLimits;
import org.demur.execution.QueryExecutor;
import org.demur.execution.ReadOnlySql;
import org.demur.execution.ResultTable;
import org.demur.execution.SqlGuard;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Library;
import org.demur.schema.DatabaseLimits;
import org.junit.jupiter.api.Test;

@QuarkusTest
class BreakingExecutorTest {
    @Test
    void aDatabaseThatCannotBeReachedIsAskedOnlyNowAndThen() {
        // given
        var asked = new AtomicInteger();
        var executor =
                new BreakingExecutor("gone", new Failing(FailureCode.DATABASE_UNAVAILABLE, asked));
        var sql = sql();

        // when
        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> executor.execute(sql, DatabaseLimits.DEFAULT))
                    .isInstanceOfSatisfying(
                            GatewayException.class,
                            e -> assertThat(e.code()).isEqualTo(FailureCode.DATABASE_UNAVAILABLE));
        }

        // then
        assertThat(asked).hasValue(10);
    }

    @Test
    void queriesThatFailByTheirOwnFaultAreAllTried() {
        // given
        var asked = new AtomicInteger();
        var executor = new BreakingExecutor("there", new Failing(FailureCode.QUERY_FAILED, asked));
        var sql = sql();

        // when
        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> executor.execute(sql, DatabaseLimits.DEFAULT))
                    .isInstanceOf(GatewayException.class);
        }

        // then
        assertThat(asked).hasValue(50);
    }

    private static ReadOnlySql sql() {
        try (var library = new Library();
                var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            var schema = library.catalog().database("library").schema();
            return (ReadOnlySql) guard.check("SELECT count(*) FROM book", schema);
        }
    }

    private record Failing(FailureCode code, AtomicInteger asked) implements QueryExecutor {
        @Override
        public ResultTable execute(ReadOnlySql sql, DatabaseLimits limits) {
            asked.incrementAndGet();
            throw new GatewayException(code, "failing on purpose");
        }

        @Override
        public void explain(ReadOnlySql sql) {}
    }
}
