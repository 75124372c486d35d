package org.demur.detection;

import java.util.List;

/**
 * Everything found in one draft.
 *
 * @param findings in order of discovery; empty when nothing is wrong
 */
public record Findings(List<Finding> findings) {
    public static final Findings NONE = new Findings(List.of());

    public Findings {
        findings = List.copyOf(findings);
    }

    public boolean has(FindingCode code) {
        return findings.stream().anyMatch(f -> f.code() == code);
    }

    public boolean isFatal() {
        return findings.stream().anyMatch(f -> f.code().isFatal());
    }
}
