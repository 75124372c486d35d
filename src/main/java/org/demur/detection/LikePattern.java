package org.demur.detection;

/** A pattern of LIKE: {@code %} for any letters, {@code _} for one. */
final class LikePattern {
    private LikePattern() {}

    /**
     * Whether a text, as the operator sees it, is of a pattern.
     *
     * <p>Goes back to the last % only, so that the time stays below length times length.
     */
    static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int afterPercent = -1;
        int retryFrom = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '%') {
                afterPercent = ++p;
                retryFrom = t;
            } else if (p < pattern.length()
                    && (pattern.charAt(p) == '_' || pattern.charAt(p) == text.charAt(t))) {
                p++;
                t++;
            } else if (afterPercent >= 0) {
                p = afterPercent;
                t = ++retryFrom;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '%') {
            p++;
        }
        return p == pattern.length();
    }
}
