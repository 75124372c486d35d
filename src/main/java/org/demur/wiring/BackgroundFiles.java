package org.demur.wiring;

import org.demur.pipeline.OpenDatabase;
import org.demur.schema.VerifiedQueries;

/**
 * What serves the databases that nobody calibrated: a model of evidence, in the folder of models,
 * and what was calibrated with it, in the folder of thresholds.
 */
public enum BackgroundFiles {
    /** For databases whose drafts carry what a sentence model measures. */
    FEW_PAIRS("few-pairs.json", "few-pairs.json"),
    MANY_PAIRS("evidence.json", "verified.json");

    private final String model;
    private final String thresholds;

    BackgroundFiles(String model, String thresholds) {
        this.model = model;
        this.thresholds = thresholds;
    }

    /** The thresholds that serve a strategy on a database that nobody calibrated it for. */
    public static String thresholds(String strategy, OpenDatabase database) {
        return strategy.equals(VerifiedComponents.VERIFIED)
                ? of(database).thresholds
                : strategy + ".json";
    }

    /** Those for a database with as many pairs. */
    public static BackgroundFiles of(OpenDatabase database) {
        return VerifiedQueries.areFew(database.database().verified().current().size())
                ? FEW_PAIRS
                : MANY_PAIRS;
    }

    public String model() {
        return model;
    }

    public String thresholds() {
        return thresholds;
    }
}
