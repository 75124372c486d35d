package org.demur.evaluation.calibration;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.suite.SuiteBuilder;
import org.demur.evaluation.suite.SuiteThreads;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;

/**
 * A suite of the bicycle shop, where a count of all bikes has by chance what some pairs ask for.
 */
final class ShopSuite {
    /** Of the real bikes each costs something; of a suite's not. */
    static final String PRICED =
            "{id: priced, question: \"How many bikes with a price are there?\","
                    + " sql: SELECT COUNT(*) FROM bike WHERE bike.price > 0}";

    private ShopSuite() {}

    static SuiteLabels labels(Path home, List<VerifiedQuery> pairs) {
        List<Sample> golds =
                pairs.stream()
                        .filter(pair -> pair.sql() != null)
                        .map(pair ->
                                new Sample(
                                        new Question(pair.id(), "shop", pair.question()),
                                        new Gold.FeasibleBy(Objects.requireNonNull(pair.sql()))))
                        .toList();
        Path suite = home.resolve("suite");
        new SuiteBuilder(suite, new SuiteThreads(1), () -> {})
                .build(
                        ScoringRules.DEMUR,
                        new DataSet("shop", golds),
                        Databases.single(
                                home.resolve("shop.sqlite"),
                                new ContentCache(home.resolve("contents"))),
                        1,
                        3);
        return SuiteLabels.of(suite, "shop");
    }
}
