package org.demur.uncertainty;

/**
 * A draft whose worth is known.
 *
 * @param draft what was measured of it
 * @param isWrong whether answering with it would be wrong, be it that the question is infeasible
 * @param isInfeasible whether the question is
 * @param template what questions share that stand or fall together
 * @param fold drafts of one fold are never judged by a model that saw any of them, such as those of
 *     one database
 */
public record FusedExample(
        MeasuredDraft draft, boolean isWrong, boolean isInfeasible, String template, String fold) {}
