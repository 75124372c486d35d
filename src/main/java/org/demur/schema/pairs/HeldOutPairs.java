package org.demur.schema.pairs;

import java.util.function.Supplier;
import org.demur.schema.VerifiedQueries;
import org.jspecify.annotations.Nullable;

/** Pairs that are read when first asked for and never again: serving does not need them. */
public final class HeldOutPairs implements VerifiedQueries {
    private final Supplier<PairReader.Read> reader;
    private @Nullable Snapshot snapshot;

    public HeldOutPairs(Supplier<PairReader.Read> reader) {
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
            known = new Snapshot(0, reader.get().queries());
            snapshot = known;
        }
        return known;
    }
}
