package org.demur.wiring;

import java.util.List;
import java.util.stream.Stream;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.VerifiedQuery;

/**
 * Databases of which one has more verified queries.
 *
 * @param taught the one, by its id
 */
record TaughtCatalog(DatabaseCatalog databases, String taught, List<VerifiedQuery> more)
        implements DatabaseCatalog {
    @Override
    public Database database(String id) {
        var known = databases.database(id);
        if (!id.equals(taught)) {
            return known;
        }
        return known.with(
                Stream.concat(known.verified().current().stream(), more.stream()).toList());
    }

    @Override
    public List<String> declared() {
        return databases.declared();
    }

    @Override
    public List<String> ids() {
        return databases.ids();
    }

    @Override
    public List<DatabaseProblem> problems() {
        return databases.problems();
    }
}
