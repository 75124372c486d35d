package org.demur.wiring;

import org.demur.feasibility.Feasibility;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.LocalFeasibilityClassifier;
import org.demur.question.Question;
import org.demur.schema.Database;
import org.demur.schema.DatabaseSchema;

/** The local classifier, fitted anew when the verified queries of its database change. */
final class LearnedFeasibility implements FeasibilityClassifier {
    private final Database database;
    private volatile Fitted fitted;

    private record Fitted(long version, LocalFeasibilityClassifier classifier) {}

    LearnedFeasibility(Database database) {
        this.database = database;
        this.fitted = fit();
    }

    @Override
    public Feasibility classify(Question question, DatabaseSchema schema) {
        return current().classifier().classify(question, schema);
    }

    private Fitted current() {
        var known = fitted;
        if (known.version() == database.verified().version()) {
            return known;
        }
        synchronized (this) { // one question fits it, the others wait
            if (fitted.version() != database.verified().version()) {
                fitted = fit();
            }
            return fitted;
        }
    }

    private Fitted fit() {
        var pairs = database.verified().snapshot();
        return new Fitted(
                pairs.version(),
                LocalFeasibilityClassifier.fit(database.schema(), pairs.queries()));
    }
}
