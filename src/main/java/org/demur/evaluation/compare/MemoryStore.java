package org.demur.evaluation.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.demur.schema.jdbc.FileEngine;
import org.jspecify.annotations.Nullable;

/** Rows in memory: one connection writes, others can only read. */
final class MemoryStore implements SuiteDatabase.Store {
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final long number = NUMBERS.incrementAndGet();
    private final ExecutionLimits limits;
    private final Connection writer;
    private final ScoredDatabase reader;
    private @Nullable ScoredDatabase backwards;

    MemoryStore(ExecutionLimits limits, SuiteDatabase.Change filling) throws SQLException {
        this.limits = limits;
        writer = FileEngine.inMemory(number, false);
        change(filling);
        reader = RawDatabase.inMemory(number, List.of(), limits);
    }

    @Override
    public void change(SuiteDatabase.Change change) throws SQLException {
        writer.setAutoCommit(false);
        change.on(writer);
        writer.commit();
        writer.setAutoCommit(true);
    }

    @Override
    public ScoredDatabase reader() {
        return reader;
    }

    @Override
    public ScoredDatabase backwards() {
        if (backwards == null) {
            backwards =
                    RawDatabase.inMemory(number, List.of("reverse_unordered_selects = 1"), limits);
        }
        return backwards;
    }

    @Override
    public void close() throws SQLException {
        reader.close();
        if (backwards != null) {
            backwards.close();
        }
        writer.close();
    }
}
