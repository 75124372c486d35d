package org.demur.execution.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class QueryThreadsTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final AtomicLong clock = new AtomicLong();
    private final QueryThreads threads =
            new QueryThreads(2, 3, 16, Duration.ofMillis(100), clock::get);

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void nobodyGetsATurnWhileTheShortLaneIsFullOfQueriesThatDoNotStop() throws Exception {
        // given
        var first = threads.lane();
        var second = threads.lane();
        first.enter(LIMIT);
        second.enter(LIMIT);
        assertThat(threads.canAnswer()).as("within their limits").isTrue();

        // when
        clock.addAndGet(Duration.ofSeconds(8).toNanos());

        // then
        assertThat(threads.canAnswer()).isFalse();
        second.close();
        assertThat(threads.canAnswer()).as("one has ended").isTrue();
    }

    @Test
    void whoeverIsLateInTheLongLaneKeepsNobodyWaiting() throws Exception {
        // given
        var first = threads.lane();
        var second = threads.lane();
        for (var lane : new QueryThreads.Lane[] {first, second}) {
            lane.enter(LIMIT);
        }
        clock.addAndGet(Duration.ofMillis(200).toNanos());
        first.letPass(1, TimeUnit.SECONDS);
        second.letPass(1, TimeUnit.SECONDS);

        // when
        clock.addAndGet(Duration.ofSeconds(8).toNanos());

        // then
        assertThat(threads.canAnswer()).isTrue();
    }

    @Test
    void nobodyGetsATurnWhileAllThreadsAreStuck() throws Exception {
        // given
        for (int i = 0; i < 3; i++) {
            var lane = threads.lane();
            lane.enter(LIMIT);
            clock.addAndGet(Duration.ofMillis(200).toNanos());
            if (i < 2) {
                lane.letPass(1, TimeUnit.SECONDS);
            }
        }

        // when
        clock.addAndGet(Duration.ofSeconds(8).toNanos());

        // then
        assertThat(threads.canAnswer()).isFalse();
    }
}
