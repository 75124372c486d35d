package org.demur.detection;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything found in one draft.
 *
 * @param findings in order of discovery; empty when nothing is wrong
 * @param result digest of the draft's result, equal for equal results; null where nobody looked
 * @param logOdds that the draft answers its question, in nats, as a model that read both tells;
 *     null where none did
 */
public record Findings(
        List<Finding> findings,
        @Nullable Long result,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double logOdds) {
    public static final Findings NONE = new Findings(List.of());

    /** Findings of who did not look at the result. */
    public Findings(List<Finding> findings) {
        this(findings, null);
    }

    /** Findings of who read no draft. */
    public Findings(List<Finding> findings, @Nullable Long result) {
        this(findings, result, null);
    }

    public Findings {
        findings = List.copyOf(findings);
    }

    public boolean has(FindingCode code) {
        return findings.stream().anyMatch(f -> f.code() == code);
    }

    /** How many findings have a code. */
    public int count(FindingCode code) {
        return (int) findings.stream().filter(f -> f.code() == code).count();
    }

    public boolean isFatal() {
        return findings.stream().anyMatch(f -> f.code().isFatal());
    }
}
