package org.demur.evaluation.compare;

/** Reads a prediction's rows and then says whether they are gold's. */
interface RowJudge extends RowReader {
    /** Asked once all rows were read, or no more were wanted. */
    boolean isRight();
}
