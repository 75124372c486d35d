package org.demur.schema.pairs;

import java.util.List;
import java.util.function.Supplier;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/** Pairs that are read when first asked for and never again: serving does not need them. */
public final class HeldOutPairs implements VerifiedQueries {
    private final Supplier<List<VerifiedQuery>> reader;
    private @Nullable Snapshot snapshot;

    public HeldOutPairs(Supplier<List<VerifiedQuery>> reader) {
        this.reader = reader;
    }

    /**
     * The pairs, read at the first call.
     *
     * @throws org.demur.failure.GatewayException INVALID_CONFIGURATION where a file cannot be read
     */
    @Override
    public synchronized Snapshot snapshot() {
        Snapshot known = snapshot;
        if (known == null) {
            known = new Snapshot(0, reader.get());
            snapshot = known;
        }
        return known;
    }
}
