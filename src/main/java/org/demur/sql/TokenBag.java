package org.demur.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tokens of a statement without their order, {@code DISTINCT} and the case of names: statements
 * that only write their conditions in another order have equal bags.
 *
 * @param counts token to its number of occurrences
 */
public record TokenBag(Map<String, Integer> counts) {
    private static final Set<String> IMMATERIAL = Set.of("distinct", ";");

    public TokenBag {
        counts = Map.copyOf(counts);
    }

    /** Empty where the statement cannot be cut into tokens. */
    public static Optional<TokenBag> of(String sql) {
        return SqlTokens.qualified(sql).map(TokenBag::of);
    }

    private static TokenBag of(List<String> tokens) {
        Map<String, Integer> counts = new HashMap<>();
        for (String token : tokens) {
            String text = token.startsWith("'") ? token : token.toLowerCase(Locale.ROOT);
            if (!IMMATERIAL.contains(text)) {
                counts.merge(text, 1, Integer::sum);
            }
        }
        return new TokenBag(counts);
    }

    /**
     * What statements share that differ only in literals and in what a bag leaves out; the
     * statement itself where it cannot be cut into tokens.
     */
    public static String withoutLiterals(String sql) {
        return SqlTokens.qualified(sql)
                .map(tokens ->
                        tokens.stream()
                                .filter(t -> t.charAt(0) != '\'' && !Character.isDigit(t.charAt(0)))
                                .toList())
                .map(tokens -> new TreeMap<>(of(tokens).counts()).toString())
                .orElse(sql);
    }
}
