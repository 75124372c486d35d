package org.demur.wiring;

import java.util.List;
import java.util.stream.Stream;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.DatabaseProblem;
import org.demur.schema.VerifiedQueries.Snapshot;
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
        var before = known.verified().snapshot();
        var after =
                new Snapshot(
                        before.version(),
                        Stream.concat(before.queries().stream(), more.stream()).toList());
        return new Database(
                known.schema(),
                known.limits(),
                () -> after,
                known.validation(),
                known.location(),
                known.keepsQuestions(),
                known.declaredIn());
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
