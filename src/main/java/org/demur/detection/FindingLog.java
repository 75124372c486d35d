package org.demur.detection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects findings in order, each code and subject once. */
final class FindingLog {
    private final Map<String, Finding> found = new LinkedHashMap<>();

    void report(FindingCode code, String subject, String explanation) {
        found.putIfAbsent(code + " " + subject, new Finding(code, subject, explanation));
    }

    List<Finding> found() {
        return List.copyOf(found.values());
    }

    boolean isFatal() {
        return found.values().stream().anyMatch(f -> f.code().isFatal());
    }
}
