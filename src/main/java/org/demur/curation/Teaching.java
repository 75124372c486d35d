package org.demur.curation;

import java.util.List;
import org.demur.pipeline.Gateway;
import org.demur.schema.VerifiedQuery;

/** Makes gateways as they would be if a database had other verified queries. Thread-safe. */
@FunctionalInterface
public interface Teaching {
    /**
     * As the service's own gateway would be if a database had these queries more, in place of those
     * with the same questions; to be closed, as the models that it makes are large.
     */
    Gateway taught(String database, List<VerifiedQuery> more);
}
