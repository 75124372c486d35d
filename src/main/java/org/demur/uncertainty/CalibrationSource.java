package org.demur.uncertainty;

/** On whose questions it was fitted what a score says about being wrong. */
public enum CalibrationSource {
    /** On nobody's: the score is no probability. */
    NONE,
    /** On those of other databases. */
    BACKGROUND,
    /** On the database's own. */
    OWN
}
