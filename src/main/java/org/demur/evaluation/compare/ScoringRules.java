package org.demur.evaluation.compare;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The rules of each data set, as its published scorer applies them. Where a rule looks odd, it is
 * the benchmark's, kept because published figures depend on it.
 *
 * @see <a href="https://github.com/glee4810/TrustSQL">TrustSQL's scorer</a>
 * @see <a href="https://github.com/glee4810/ehrsql-2024">EHRSQL-2024's scorer</a>
 * @see <a href="https://github.com/taoyds/test-suite-sql-eval">Spider's scorer</a>
 * @see <a href="https://github.com/bird-bench/mini_dev">BIRD's scorer</a>
 */
public enum ScoringRules {
    /** TrustSQL over ATIS: cells as texts, first 100 sorted rows; gold lends its DISTINCT. */
    TRUSTSQL_ATIS("trustsql/atis"),
    /** As for ATIS, and N/No and Y/Yes are 0 and 1. */
    TRUSTSQL_ADVISING("trustsql/advising"),
    /** As for ATIS, with the replacements that MIMIC-IV needs. */
    TRUSTSQL_EHRSQL("trustsql/ehrsql"),
    /** TrustSQL over Spider: bags of rows, DISTINCT removed on both sides. */
    TRUSTSQL_SPIDER("trustsql/spider"),
    /** The shared task of 2024: cells as texts, first 100 sorted rows, nothing lent. */
    EHRSQL_2024("ehrsql-2024"),
    /** Spider's execution match, values not plugged in, DISTINCT removed on both sides. */
    SPIDER("spider"),
    /** As Spider's with its option keep_distinct: DISTINCT stays on both sides. */
    SPIDER_DISTINCT("spider/keep-distinct"),
    /**
     * BIRD: sets of rows, columns in gold's order, duplicates and the order of rows passed over.
     */
    BIRD("bird"),
    /** SEDE: there is no database to execute anything on, only statements can be compared. */
    SEDE("sede"),
    /** Demur's own data: as EHRSQL-2024 compares, with nothing replaced. */
    DEMUR("demur");

    private static final Pattern CURRENT_YEAR =
            Pattern.compile(
                    "YEAR\\s*\\(\\s*CURDATE\\s*\\(\\s*\\)\\s*\\)\\s*",
                    Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);

    /** What separates a prediction from its database in BIRD's files. */
    private static final String BIRD_SEPARATOR = "\t----- bird -----\t";

    private final String printed;

    ScoringRules(String printed) {
        this.printed = printed;
    }

    /** The rules of that name; empty where there are none. */
    public static Optional<ScoringRules> named(String printed) {
        return Arrays.stream(values()).filter(r -> r.printed.equals(printed)).findFirst();
    }

    /** The rules' name in reports and on the command line. */
    public String printed() {
        return printed;
    }

    /**
     * The SQL that a model's text stands for; empty for an abstention.
     *
     * @param text as the model wrote it
     */
    public Optional<String> prediction(String text) {
        return switch (this) {
            case EHRSQL_2024 -> Optional.of(clinical(text)).filter(sql -> !sql.equals("null"));
            case DEMUR -> Optional.of(text).filter(sql -> !sql.equals("null"));
            case BIRD -> SEDE.prediction(text.split(BIRD_SEPARATOR, -1)[0]);
            case SEDE ->
                    Optional.of(text).filter(sql -> !sql.isBlank() && !sql.strip().equals("null"));
            case SPIDER, SPIDER_DISTINCT ->
                    Optional.of(text)
                            .filter(sql -> !sql.isBlank() && !sql.strip().equals("null"))
                            .map(sql -> plainSpider(sql.replace(" value ", " 1 ")));
            case TRUSTSQL_ATIS, TRUSTSQL_ADVISING, TRUSTSQL_EHRSQL, TRUSTSQL_SPIDER ->
                    PredictionText.isAbstention(text)
                            ? Optional.empty()
                            : Optional.of(postProcessed(text));
        };
    }

    /** The gold statement as it is executed. */
    public String gold(String sql) {
        return switch (this) {
            case TRUSTSQL_ATIS, TRUSTSQL_ADVISING, BIRD, SEDE, DEMUR -> sql;
            case TRUSTSQL_EHRSQL -> ClinicalText.ofTrustSqlGold(sql);
            case TRUSTSQL_SPIDER -> SqlText.withoutDistinct(sql);
            case EHRSQL_2024 -> clinical(sql);
            case SPIDER, SPIDER_DISTINCT -> plainSpider(sql);
        };
    }

    /**
     * The prediction as it is executed, given the gold statement as it is executed.
     *
     * @param gold what {@link #gold} gave
     * @param prediction what {@link #prediction} gave
     */
    public String executed(String gold, String prediction) {
        return switch (this) {
            case TRUSTSQL_ATIS, TRUSTSQL_ADVISING, TRUSTSQL_EHRSQL ->
                    SqlText.withDistinctOf(gold, prediction);
            case TRUSTSQL_SPIDER, EHRSQL_2024, SPIDER, SPIDER_DISTINCT, BIRD, SEDE, DEMUR ->
                    prediction;
        };
    }

    /**
     * Whether a text has been through {@link #prediction} already, but for blanks: doing it again
     * would change other things, such as a quote that the first pass left open.
     */
    public boolean isPostProcessed(String text) {
        return switch (this) {
            case EHRSQL_2024, SPIDER, SPIDER_DISTINCT, BIRD, SEDE, DEMUR -> false;
            case TRUSTSQL_ATIS, TRUSTSQL_ADVISING, TRUSTSQL_EHRSQL, TRUSTSQL_SPIDER -> {
                if (PredictionText.isAbstention(text)) {
                    yield text.equals("null");
                }
                String once = PredictionText.evenlySpaced(PredictionText.cleaned(text));
                yield text.indexOf('\n') < 0
                        && once.equals(
                                SqlText.withSingleBlanks(text)
                                        .replace("( ", "(")
                                        .replace(") ", ")"));
            }
        };
    }

    /** Whether statements are compared as well, unless a request says otherwise. */
    public boolean comparesStatements() {
        return this == SPIDER || this == SPIDER_DISTINCT || this == SEDE;
    }

    /** Whether there is anything to score without a database. */
    public boolean needsDatabase() {
        return !comparesStatements();
    }

    boolean comparesTexts() {
        return this != TRUSTSQL_SPIDER && this != SPIDER && this != SPIDER_DISTINCT && this != BIRD;
    }

    boolean knowsCounting() {
        return switch (this) {
            case TRUSTSQL_ATIS, TRUSTSQL_ADVISING, TRUSTSQL_EHRSQL -> true;
            case TRUSTSQL_SPIDER, EHRSQL_2024, SPIDER, SPIDER_DISTINCT, BIRD, SEDE, DEMUR -> false;
        };
    }

    /** Whether rows are compared as a set. */
    boolean comparesSets() {
        return this == BIRD;
    }

    /** How long a statement may take in the published scripts. */
    public Duration timeLimit() {
        return Duration.ofSeconds(this == BIRD ? 30 : 60);
    }

    /** What a cell's word stands for before it is read as a number. */
    UnaryOperator<String> words() {
        return this == TRUSTSQL_ADVISING ? ScoringRules::asDigit : UnaryOperator.identity();
    }

    private String postProcessed(String text) {
        String sql = PredictionText.cleaned(text);
        boolean doubles = this == TRUSTSQL_ATIS || this == TRUSTSQL_ADVISING;
        sql = doubles ? PredictionText.doubleQuoted(sql) : PredictionText.singleQuoted(sql);
        sql = PredictionText.evenlySpaced(sql);
        return switch (this) {
            case TRUSTSQL_ADVISING ->
                    // the one course whose name has two blanks in the database
                    sql.replace(
                            "Organogenesis: Stem Cells to Regenerative Biology",
                            "Organogenesis:  Stem Cells to Regenerative Biology");
            case TRUSTSQL_SPIDER -> SqlText.withoutDistinct(sql);
            case TRUSTSQL_EHRSQL -> ClinicalText.ofTrustSqlPrediction(sql);
            case TRUSTSQL_ATIS, EHRSQL_2024, SPIDER, SPIDER_DISTINCT, BIRD, SEDE, DEMUR -> sql;
        };
    }

    private static String clinical(String text) {
        return ClinicalText.ofSharedTask(
                SqlText.withJoinedOperators(SqlText.withSingleBlanks(text)));
    }

    private String plainSpider(String text) {
        String joined = SqlText.withJoinedOperators(text);
        String sql = this == SPIDER ? SqlText.withoutDistinct(joined) : joined;
        return CURRENT_YEAR.matcher(sql).replaceAll("2020");
    }

    private static String asDigit(String word) {
        return switch (word) {
            case "N", "No" -> "0";
            case "Y", "Yes" -> "1";
            default -> word;
        };
    }
}
