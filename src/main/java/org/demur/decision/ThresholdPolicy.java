package org.demur.decision;

import java.util.Comparator;
import java.util.List;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.uncertainty.ThresholdCurve;
import org.demur.uncertainty.UncertaintyScore;

/**
 * Abstains from drafts that cannot run, at a penalty above 0 from scores that no calibration
 * vouches for, and from what lies above a threshold. Thresholds are fitted for some penalties; at
 * another penalty those of the next larger one are in force. Beyond the largest the uncertainty
 * answered goes on falling ({@link ThresholdCurve}), while a question's infeasibility stays judged
 * as it was fitted.
 */
public final class ThresholdPolicy implements AbstentionPolicy {
    private final List<Thresholds> fitted;
    private final Thresholds inForce;
    private final boolean answersUncalibrated;

    /**
     * A policy at a penalty.
     *
     * @param fitted in any order; empty means that the expected-score rule decides alone
     * @param penalty at least 0
     */
    public ThresholdPolicy(List<Thresholds> fitted, double penalty) {
        this(fitted, penalty, false);
    }

    private ThresholdPolicy(List<Thresholds> fitted, double penalty, boolean answersUncalibrated) {
        this.fitted =
                fitted.stream().sorted(Comparator.comparingDouble(Thresholds::penalty)).toList();
        this.inForce = at(penalty);
        this.answersUncalibrated = answersUncalibrated;
    }

    /** Never looser than what a smaller penalty gave, so that stricter requests answer no more. */
    private Thresholds at(double penalty) {
        if (fitted.isEmpty()) {
            return Thresholds.expected(penalty);
        }
        double feasibility = fitted.getFirst().feasibility();
        for (var next : fitted) {
            feasibility = Math.min(feasibility, next.feasibility());
            if (next.penalty() >= penalty) {
                break;
            }
        }
        return new Thresholds(penalty, feasibility, Thresholds.curve(fitted).at(penalty));
    }

    /** What was fitted, in ascending order of penalty; possibly nothing. */
    public List<Thresholds> fitted() {
        return fitted;
    }

    public Thresholds thresholds() {
        return inForce;
    }

    @Override
    public Decision decide(Evidence evidence) {
        var feasibility = evidence.feasibility();
        if (feasibility != null && feasibility.infeasibleProbability() > inForce.feasibility()) {
            return new Decision.Abstain(new Reason.Infeasible(feasibility));
        }
        var findings = evidence.findings();
        if (findings != null && findings.isFatal()) {
            return new Decision.Abstain(new Reason.SuspectSql(findings));
        }
        var uncertainty = evidence.uncertainty();
        if (uncertainty != null && lacksCalibration(uncertainty)) {
            return new Decision.Abstain(new Reason.Uncalibrated());
        }
        if (uncertainty != null && !(uncertainty.value() <= inForce.uncertainty())) {
            return new Decision.Abstain(
                    new Reason.TooUncertain(uncertainty, inForce.uncertainty(), inForce.penalty()));
        }
        return new Decision.Proceed();
    }

    /** At penalty 0 a wrong answer costs nothing, so that nothing has to be known of it. */
    private boolean lacksCalibration(UncertaintyScore score) {
        return inForce.penalty() > 0 && !score.isCalibrated() && !answersUncalibrated;
    }

    @Override
    public double penalty() {
        return inForce.penalty();
    }

    @Override
    public AbstentionPolicy stricter(double penalty) {
        if (penalty < inForce.penalty()) {
            throw new GatewayException(
                    FailureCode.LAXER_THAN_CONFIGURED,
                    "penalty %s is laxer than the configured %s (demur.ask.penalty); a question may ask for a larger penalty, never for a smaller one"
                            .formatted(penalty, inForce.penalty()));
        }
        return new ThresholdPolicy(fitted, penalty, answersUncalibrated);
    }

    @Override
    public ThresholdPolicy answeringUncalibrated() {
        return new ThresholdPolicy(fitted, penalty(), true);
    }
}
