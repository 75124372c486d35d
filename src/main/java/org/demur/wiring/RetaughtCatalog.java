package org.demur.wiring;

import java.util.List;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.VerifiedQuery;

/**
 * One database, declared or not, that has other verified queries than its own.
 *
 * @param known with its own ones
 */
record RetaughtCatalog(Database known, List<VerifiedQuery> pairs) implements DatabaseCatalog {
    @Override
    public Database database(String id) {
        if (!id.equals(known.id())) {
            throw DatabaseCatalog.unknown(id, ids());
        }
        return known.with(pairs);
    }

    @Override
    public List<String> declared() {
        return List.of(known.id());
    }

    @Override
    public List<String> ids() {
        return declared();
    }

    @Override
    public List<DatabaseProblem> problems() {
        return List.of();
    }
}
