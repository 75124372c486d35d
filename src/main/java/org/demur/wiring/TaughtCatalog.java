package org.demur.wiring;

import static java.util.stream.Collectors.toUnmodifiableSet;

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
 * @param more in place of those with the same questions
 */
record TaughtCatalog(DatabaseCatalog databases, String taught, List<VerifiedQuery> more)
        implements DatabaseCatalog {
    @Override
    public Database database(String id) {
        var known = databases.database(id);
        if (!id.equals(taught)) {
            return known;
        }
        var asked = more.stream().map(TaughtCatalog::words).collect(toUnmodifiableSet());
        var others =
                known.verified().current().stream().filter(pair -> !asked.contains(words(pair)));
        return known.with(Stream.concat(others, more.stream()).toList());
    }

    private static String words(VerifiedQuery pair) {
        return VerifiedQuery.normal(pair.question());
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
