package org.demur.evaluation.score;

import java.nio.file.Path;
import java.util.Optional;
import org.demur.evaluation.compare.ExecutionLimits;

/**
 * What is to be scored, and how.
 *
 * @param rules {@code trustsql}, {@code ehrsql-2024} or {@code spider}; {@code trustsql/ehrsql} and
 *     the like where neither gold nor the paths name the data set
 * @param gold id to SQL or {@code null}, or the data set's own form
 * @param databases one file or a folder of them
 * @param isFolder whether {@code databases} is a folder
 * @param predictions any published form
 * @param preAbstention verdicts before generation: everything but {@code answerable} abstains
 * @param postAbstention verdicts after it: {@code incorrect} abstains
 * @param unified how a strategy without separate verdicts abstains
 * @param missing what a missing prediction counts as
 * @param limits for each statement
 * @param threads statements executed at a time
 */
public record ScoreRequest(
        String rules,
        Path gold,
        Path databases,
        boolean isFolder,
        Path predictions,
        Optional<Path> preAbstention,
        Optional<Path> postAbstention,
        Unified unified,
        Missing missing,
        ExecutionLimits limits,
        int threads) {

    /** How a strategy without separate verdicts abstains. */
    public enum Unified {
        /** Only by writing no SQL. */
        NONE,
        /** Unless all samples agree, compared after post-processing. */
        VOTING,
        /** By writing {@code not_answerable}. */
        DEMO
    }

    /** What a missing prediction counts as. */
    public enum Missing {
        /** Bad input. */
        ERROR,
        /** An abstention, as in the published scripts' parity mode. */
        ABSTAINED
    }
}
