package org.demur.evaluation.score;

import java.nio.file.Path;
import java.util.Optional;
import org.demur.evaluation.compare.ExecutionLimits;
import org.demur.evaluation.dataset.Shard;
import org.demur.pipeline.OpenDatabase;

/**
 * What is to be scored, and how.
 *
 * @param rules {@code trustsql}, {@code ehrsql-2024}, {@code spider} or {@code sede}; {@code
 *     trustsql/ehrsql} and the like where neither gold nor the paths name the data set
 * @param gold id to SQL or {@code null}, or the data set's own form
 * @param source of the rows that statements are executed on
 * @param predictions any published form
 * @param abstention what abstains, besides writing no SQL
 * @param statements how statements are compared with gold's
 * @param plugsValues whether gold's values stand for the predictions' own where these give another
 *     result
 * @param engineNotes whether to look for what depends on the engine's version
 * @param repetitions of right answers, and of gold, for their time under BIRD's rules
 * @param suite folder of a suite of databases that answers have to be right on as well
 * @param cutsWitnesses whether what a suite shows is cut down to rows of which none can be spared,
 *     which takes as long as scoring
 * @param shard of gold's items that is scored
 * @param threads statements executed at a time
 */
public record ScoreRequest(
        String rules,
        Path gold,
        Source source,
        Path predictions,
        Abstention abstention,
        Leniency leniency,
        Statements statements,
        Measured measured,
        boolean plugsValues,
        boolean engineNotes,
        int repetitions,
        Optional<Path> suite,
        boolean cutsWitnesses,
        Shard shard,
        ExecutionLimits limits,
        int threads) {

    /** A request without further wishes: every input complete, the rules' own metrics. */
    public static ScoreRequest of(String rules, Path gold, Source source, Path predictions) {
        return asking(rules, gold, source, predictions).build();
    }

    /** A request to add wishes to. */
    public static Builder asking(String rules, Path gold, Source source, Path predictions) {
        return new Builder(rules, gold, source, predictions);
    }

    /** Wishes, each of which replaces the one before it. */
    public static final class Builder {
        private final String rules;
        private final Path gold;
        private final Source source;
        private final Path predictions;
        private Abstention abstention = Abstention.NONE;
        private Leniency leniency = Leniency.NONE;
        private Statements statements = Statements.AS_THE_RULES_SAY;
        private Measured measured = Measured.NOTHING;
        private boolean plugsValues;
        private boolean engineNotes;
        private int repetitions;
        private Optional<Path> suite = Optional.empty();
        private boolean cutsWitnesses = true;
        private Shard shard = Shard.WHOLE;
        private ExecutionLimits limits = ExecutionLimits.STANDARD;
        private int threads = Math.max(1, Runtime.getRuntime().availableProcessors());

        private Builder(String rules, Path gold, Source source, Path predictions) {
            this.rules = rules;
            this.gold = gold;
            this.source = source;
            this.predictions = predictions;
        }

        public Builder with(Abstention other) {
            abstention = other;
            return this;
        }

        public Builder with(Leniency other) {
            leniency = other;
            return this;
        }

        public Builder with(Statements other) {
            statements = other;
            return this;
        }

        public Builder with(Measured other) {
            measured = other;
            return this;
        }

        public Builder with(Shard other) {
            shard = other;
            return this;
        }

        public Builder with(ExecutionLimits other) {
            limits = other;
            return this;
        }

        /** With gold's values in the predictions' places, or not. */
        public Builder withPluggedValues(boolean wanted) {
            plugsValues = wanted;
            return this;
        }

        /** Looking for what depends on the engine's version, or not. */
        public Builder withEngineNotes(boolean wanted) {
            engineNotes = wanted;
            return this;
        }

        /** Taking the time of right answers so often. */
        public Builder timed(int other) {
            repetitions = other;
            return this;
        }

        /** On the databases of a suite as well. */
        public Builder withSuite(Optional<Path> folder) {
            suite = folder;
            return this;
        }

        /** With witnesses cut down, or as they were found, for whoever does not show them. */
        public Builder cuttingWitnesses(boolean wanted) {
            cutsWitnesses = wanted;
            return this;
        }

        /** Over so many threads. */
        public Builder over(int other) {
            threads = other;
            return this;
        }

        public ScoreRequest build() {
            return new ScoreRequest(
                    rules,
                    gold,
                    source,
                    predictions,
                    abstention,
                    leniency,
                    statements,
                    measured,
                    plugsValues,
                    engineNotes,
                    repetitions,
                    suite,
                    cutsWitnesses,
                    shard,
                    limits,
                    threads);
        }
    }

    /** Where the databases lie. */
    public sealed interface Source {
        /** Names the only database on the command line. */
        String FILE_OPTION = "--sqlite";

        /** One file for every question, gzipped or not. */
        record OneFile(Path file) implements Source {}

        /** A folder that holds a file {@code <database>/<database>} of each database. */
        record Folder(Path folder) implements Source {}

        /** A declared one, in a file or on a server, for every question. */
        record Declared(OpenDatabase database) implements Source {}

        /** Nowhere: statements are compared and not executed. */
        record None() implements Source {}
    }

    /**
     * What abstains, besides writing no SQL.
     *
     * @param before verdicts before generation: everything but {@code answerable} abstains
     * @param after verdicts after it: {@code incorrect} abstains
     * @param unified how a strategy without separate verdicts abstains
     */
    public record Abstention(Optional<Path> before, Optional<Path> after, Unified unified) {
        public static final Abstention NONE =
                new Abstention(Optional.empty(), Optional.empty(), Unified.NONE);
    }

    /** How a strategy without separate verdicts abstains. */
    public enum Unified {
        /** Only by writing no SQL. */
        NONE,
        /** Unless all samples agree, compared after post-processing. */
        VOTING,
        /** By writing {@code not_answerable}. */
        DEMO
    }

    /**
     * What is forgiven, though it is bad input.
     *
     * @param missingAbstains whether a missing prediction is an abstention, as in the published
     *     scripts' parity mode
     * @param failingGoldIsMissed whether gold that cannot be executed makes every answer wrong, as
     *     in the published scripts
     */
    public record Leniency(boolean missingAbstains, boolean failingGoldIsMissed) {
        public static final Leniency NONE = new Leniency(false, false);
    }

    /**
     * How statements are compared with gold's.
     *
     * @param wanted empty for what the rules say
     * @param tables schemas in the form of Spider's {@code tables.json}, to be taken instead of the
     *     databases' own
     */
    public record Statements(Optional<Boolean> wanted, Optional<Path> tables) {
        public static final Statements AS_THE_RULES_SAY =
                new Statements(Optional.empty(), Optional.empty());
    }

    /**
     * What something measured beside writing SQL; the forms are those of predictions, with a number
     * or {@code null} in the place of SQL.
     *
     * @param uncertainty of each answer, higher is less sure; in [0, 1] throughout it is taken as
     *     the probability of being wrong
     * @param infeasibility of each question, higher is less feasible
     */
    public record Measured(Optional<Path> uncertainty, Optional<Path> infeasibility) {
        public static final Measured NOTHING = new Measured(Optional.empty(), Optional.empty());
    }
}
