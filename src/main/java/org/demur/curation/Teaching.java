package org.demur.curation;

import java.util.List;
import org.demur.pipeline.Gateway;
import org.demur.schema.VerifiedQuery;

/** Makes gateways as they would be if a database had other verified queries. Thread-safe. */
@FunctionalInterface
public interface Teaching {
    /**
     * Such a gateway, with models of its own; to be closed, as they are large.
     *
     * @param gateway answers until it is closed
     * @param ending what ends it
     */
    record Taught(Gateway gateway, Runnable ending) implements AutoCloseable {
        @Override
        public void close() {
            ending.run();
        }
    }

    /** As the service's own gateway would be if a database had these queries more. */
    Taught taught(String database, List<VerifiedQuery> more);
}
