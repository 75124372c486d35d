package org.demur.evaluation.report;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.demur.decision.Thresholds;
import org.demur.detection.Finding;
import org.demur.detection.FindingCode;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.evaluation.compare.ContentCache;
import org.demur.evaluation.compare.Databases;
import org.demur.evaluation.compare.ResultPreview;
import org.demur.evaluation.compare.ScoringRules;
import org.demur.evaluation.dataset.DataSet;
import org.demur.evaluation.dataset.Familiarity;
import org.demur.evaluation.dataset.Gold;
import org.demur.evaluation.dataset.Hardness;
import org.demur.evaluation.dataset.Sample;
import org.demur.evaluation.run.DraftScores;
import org.demur.evaluation.run.ResultPreviews;
import org.demur.evaluation.run.RunDecision;
import org.demur.evaluation.run.RunLog;
import org.demur.evaluation.run.RunSample;
import org.demur.evaluation.run.RunSpec;
import org.demur.evaluation.run.SavedRun;
import org.demur.evaluation.suite.SuiteBuilder;
import org.demur.evaluation.suite.SuiteThreads;
import org.demur.failure.FailureCode;
import org.demur.feasibility.Feasibility;
import org.demur.feasibility.InfeasibleKind;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.question.Question;
import org.demur.uncertainty.Argument;
import org.demur.uncertainty.CalibrationSource;
import org.jspecify.annotations.Nullable;

/**
 * A run about an orchard that nobody ran: samples of every kind and fate, as large on disk as real
 * ones are. The same seed gives the same run but for the quality, which shifts who is right.
 */
public final class GeneratedRun {
    /** What no page may take for markup. */
    public static final String HOSTILE =
            "</script><script>window.harmed = true</script><img src=x onerror=\"window.harmed = true\">"
                    + " <!-- <b>bold</b> &amp; \u2028 ' \" ` ${7*7} \\";

    private static final List<String> FRUITS =
            List.of("apple", "pear", "plum", "quince", "cherry", "medlar", "fig", "damson");
    private static final int EVIDENCE = 45;

    /** The item whose draft has gold's result by chance. */
    public static final String BY_CHANCE = "item-5";

    /** The item whose gold rounds, which versions of SQLite do in different ways. */
    public static final String ROUNDED = "item-6";

    private static final String TALL = "SELECT kind FROM tree WHERE height > 3";

    private final Random random;
    private final double quality;
    private final Map<String, List<@Nullable Boolean>> right = new LinkedHashMap<>();
    private final Map<String, ResultPreviews.Pair> results = new LinkedHashMap<>();

    private GeneratedRun(long seed, double quality) {
        this.random = new Random(seed);
        this.quality = quality;
    }

    /**
     * Writes a run's folder, decided at penalty 10.
     *
     * @param quality share of the drafts that are right, in [0, 1]
     * @return the folder
     */
    public static Path write(Path folder, int samples, long seed, double quality) {
        return new GeneratedRun(seed, quality).write(folder, samples);
    }

    /**
     * Builds a suite that tells the draft of {@link #BY_CHANCE} from its gold and knows no other
     * statement of the run; its cells are hostile text.
     *
     * @return the folder
     */
    public static Path suite(Path folder) throws SQLException {
        Path database = folder.resolveSibling("orchard.sqlite");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            statement.executeUpdate(
                    "CREATE TABLE tree (kind TEXT, height INTEGER);"
                            + " INSERT INTO tree VALUES ('%s', 5)"
                                    .formatted(HOSTILE.replace("'", "''")));
        }
        var asked = new Sample(new Question("1", "orchard", ""), new Gold.FeasibleBy(TALL));
        new SuiteBuilder(folder, new SuiteThreads(1), () -> {})
                .build(
                        ScoringRules.DEMUR,
                        new DataSet("orchard", List.of(asked)),
                        Databases.single(
                                database, new ContentCache(folder.resolveSibling("cache"))),
                        1,
                        30);
        return folder;
    }

    private Path write(Path folder, int count) {
        var samples = new ArrayList<RunSample>();
        for (int i = 0; i < count; i++) {
            samples.add(sample(i));
        }
        var spec =
                new RunSpec(
                        "orchard/test",
                        "0rch4rd",
                        count,
                        null,
                        "generated",
                        Map.of("generator", "none"),
                        10,
                        Map.of(
                                "orchard",
                                List.of(
                                        new Thresholds(0, 0.9, 0.9),
                                        new Thresholds(10, 0.5, 0.35),
                                        new Thresholds(100, 0.3, 0.1))),
                        7,
                        0.05,
                        Map.of("database orchard", "d1g3st"),
                        Map.of("demur", "test"),
                        Map.of("processors", "2"));
        try (var log = RunLog.open(folder, spec)) {
            new SavedRun(spec, samples).redecided(10).samples().forEach(log::append);
        }
        new DraftScores("demur", "SQLite 3.54.1", right).write(folder);
        new ResultPreviews(results).write(folder, samples);
        return folder;
    }

    private RunSample sample(int number) {
        boolean hostile = number == 3;
        String id = hostile ? "</script>&\"'" : "item-" + number;
        boolean infeasible = number % 3 == 1;
        boolean brokenDown = number % 500 == 17;
        boolean undrafted = number % 41 == 11;
        // the share that differs between runs of one seed is drawn apart from all else
        boolean byChance = id.equals(BY_CHANCE);
        boolean draftRight = (random.nextDouble() < quality && !infeasible && !hostile) || byChance;
        double uncertainty =
                Math.clamp((draftRight ? 0.25 : 0.6) + 0.2 * random.nextGaussian(), 0.001, 0.999);
        double infeasibleProbability =
                Math.clamp((infeasible ? 0.6 : 0.2) + 0.2 * random.nextGaussian(), 0.001, 0.999);
        String fruit = FRUITS.get(random.nextInt(FRUITS.size()));
        List<InspectedDraft> drafts =
                drafts(brokenDown || undrafted ? 0 : 5, fruit, hostile, byChance);
        int chosen = drafts.isEmpty() ? -1 : 0;
        String gold = infeasible ? null : byChance ? TALL : sql(fruit, 0);
        if (id.equals(ROUNDED)) {
            gold += " AND round(tree.height, 1) > 2";
        }
        var verdicts = new ArrayList<@Nullable Boolean>();
        for (int i = 0; i < drafts.size(); i++) {
            verdicts.add(i == 0 && draftRight);
        }
        right.put(id, verdicts);
        results.put(
                id,
                new ResultPreviews.Pair(
                        id,
                        gold == null ? null : result(fruit, hostile),
                        chosen < 0 ? null : result(draftRight ? fruit : "gage", hostile)));
        return new RunSample(
                id,
                "orchard",
                hostile
                        ? HOSTILE
                        : "How many %s trees older than %d years bore fruit in row %d last year?"
                                .formatted(fruit, random.nextInt(90), number),
                gold,
                infeasible ? one(InfeasibleKind.values(), number / 3) : null,
                "template-" + number / 4,
                infeasible ? null : one(Familiarity.values(), number),
                infeasible ? null : one(Hardness.values(), number / 2),
                brokenDown
                        ? null
                        : new Feasibility(
                                infeasibleProbability,
                                InfeasibleKind.COLUMN_RELATED,
                                infeasible ? List.of("fruit") : List.of()),
                drafts,
                chosen,
                chosen < 0 ? null : uncertainty,
                chosen < 0 ? null : CalibrationSource.OWN,
                List.of(new Argument("it is ahead of the next draft", 1.5)),
                brokenDown
                        ? RunDecision.BROKEN_DOWN
                        : undrafted ? RunDecision.ABSTAINED : RunDecision.ANSWERED,
                brokenDown ? "stage-failed" : undrafted ? "no-draft" : null,
                brokenDown ? "no model" : undrafted ? "nothing like it" : null,
                brokenDown || undrafted ? "generation" : "execution",
                brokenDown ? FailureCode.MODEL_UNAVAILABLE : null,
                chosen < 0 ? null : drafts.getFirst().draft().sql(),
                chosen < 0 ? -1 : 3,
                Map.of("feasibility", 1.5, "generation", 20.25, "execution", 0.75));
    }

    private static <T> T one(T[] values, int number) {
        return values[number % values.length];
    }

    private List<InspectedDraft> drafts(
            int count, String fruit, boolean hostile, boolean byChance) {
        var drafts = new ArrayList<InspectedDraft>();
        for (int i = 0; i < count; i++) {
            var evidence = new EnumMap<Measurement, Double>(Measurement.class);
            for (var measurement : List.of(Measurement.values()).subList(0, EVIDENCE)) {
                evidence.put(measurement, evidence.size() % 2 == 0 ? 0.0 : random.nextGaussian());
            }
            drafts.add(
                    new InspectedDraft(
                            new SqlCandidate(
                                    hostile
                                            ? "SELECT '" + HOSTILE + "'"
                                            : byChance ? TALL.replace(">", ">=") : sql(fruit, i),
                                    -i,
                                    "verified-" + i,
                                    evidence),
                            random.nextInt(12) == 0
                                    ? new Findings(
                                            List.of(
                                                    new Finding(
                                                            FindingCode.VALUE_IN_NO_ROW,
                                                            fruit,
                                                            "No row holds " + fruit + ".")))
                                    : Findings.NONE));
        }
        return drafts;
    }

    private String sql(String fruit, int variant) {
        return ("SELECT COUNT(DISTINCT tree.id) FROM tree JOIN orchard_row ON tree.row_id = orchard_row.id JOIN"
                        + " harvest ON harvest.tree_id = tree.id WHERE tree.kind = '%s' AND harvest.year ="
                        + " strftime('%%Y', 'now', '-1 year') AND tree.planted < date('now', '-%d year') AND"
                        + " orchard_row.number = %d")
                .formatted(fruit, variant + random.nextInt(50), random.nextInt(2000));
    }

    @SuppressWarnings("NullAway") // a record's class file does not tell that cells may be null
    private ResultPreview result(String fruit, boolean hostile) {
        var rows = new ArrayList<List<@Nullable Object>>();
        for (int i = 0; i < 3; i++) {
            var row = new ArrayList<@Nullable Object>();
            row.add(hostile ? HOSTILE : fruit + " " + random.nextInt(100));
            row.add(i == 2 ? null : random.nextInt(10_000));
            rows.add(row);
        }
        return new ResultPreview(
                List.of(hostile ? HOSTILE : "kind", "trees"), rows, random.nextInt(5) == 0, null);
    }
}
