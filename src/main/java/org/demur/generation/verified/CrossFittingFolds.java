package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.demur.file.Sha256;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.TokenBag;

/**
 * Splits pairs for cross-fitting, so that confidence learns what the outside of the pairs looks
 * like: partitions that hide whole templates and, where pairs are few, folds at random.
 */
public final class CrossFittingFolds {
    /**
     * One fold.
     *
     * @param name what is held out, with its number
     * @param train pairs to fit on
     * @param asked pairs to ask
     */
    public record Fold(String name, List<VerifiedQuery> train, List<VerifiedQuery> asked) {
        /** Which pairs are fitted on, as {@link CrossFittingFolds#key}. */
        public String key() {
            return CrossFittingFolds.key(train);
        }
    }

    /** Tells sets of pairs apart: a digest of their questions and statements, in any order. */
    public static String key(List<VerifiedQuery> pairs) {
        return Sha256.of(
                        pairs.stream()
                                .map(pair -> pair.question() + "\n" + pair.sql())
                                .sorted()
                                .collect(Collectors.joining("\n")))
                .substring(0, 16);
    }

    private static final int PARTITIONS = 5;

    /** Of a hidden template, so that none outweighs the others. */
    private static final int QUESTIONS_OF_TEMPLATE = 10;

    /** Of the wordings whose templates a partition knows, one in so many is asked instead. */
    private static final int WORDINGS_ASKED = 6;

    /** Of a wording, whose questions differ in values only. */
    private static final int QUESTIONS_OF_WORDING = 2;

    private CrossFittingFolds() {}

    /**
     * Partitions each of which hides a fifth of the templates entirely: their questions are asked
     * beside other wordings of known templates, since nobody asks in the words of a pair, and a
     * fifth of the infeasible ones. Every template is hidden once, one in six wordings in each.
     *
     * @param draw another one hides other templates together
     */
    public static List<Fold> byTemplate(
            DatabaseSchema schema, List<VerifiedQuery> pairs, int draw) {
        Map<String, String> templates = new HashMap<>();
        for (VerifiedQuery pair : pairs) {
            String sql = pair.sql();
            templates.put(pair.id(), sql == null ? pair.id() : template(schema, sql));
        }
        var wordings = new Wordings(schema).of(pairs, templates);
        var mixed = new ArrayList<>(pairs);
        mixed.sort(Comparator.comparingInt(pair -> scattered(draw + " order " + pair.id())));
        List<Fold> folds = new ArrayList<>();
        for (int f = 0; f < PARTITIONS; f++) {
            List<VerifiedQuery> train = new ArrayList<>();
            List<VerifiedQuery> asked = new ArrayList<>();
            Map<String, Integer> held = new HashMap<>();
            for (VerifiedQuery pair : mixed) {
                String template = templates.getOrDefault(pair.id(), pair.id());
                String wording = wordings.getOrDefault(pair.id(), pair.id());
                if (Math.floorMod(scattered(draw + " " + template), PARTITIONS) == f) {
                    if (pair.sql() == null
                            || held.merge(template, 1, Integer::sum) <= QUESTIONS_OF_TEMPLATE) {
                        asked.add(pair);
                    }
                } else if (pair.sql() != null
                        && Math.floorMod(scattered(draw + " wording " + wording), WORDINGS_ASKED)
                                == f) {
                    if (held.merge(wording, 1, Integer::sum) <= QUESTIONS_OF_WORDING) {
                        asked.add(pair);
                    }
                } else {
                    train.add(pair);
                }
            }
            if (!asked.isEmpty() && !train.isEmpty()) {
                folds.add(new Fold("templates " + (f + 1), train, asked));
            }
        }
        return folds;
    }

    /**
     * What statements share that differ only in literals, operators and times: template, tables and
     * columns. Of those that are read as no single SELECT, their words.
     */
    public static String template(DatabaseSchema schema, String sql) {
        return ParsedStatement.of(sql, schema)
                .map(ParsedStatement::boundTemplate)
                .orElseGet(() -> TokenBag.withoutLiterals(sql));
    }

    /**
     * Folds that ask each pair once where half of the pairs are known and once where two thirds
     * are: whether it is asked where another one with its statement is known is up to chance, as
     * where a database was just declared.
     */
    public static List<Fold> partlyKnown(List<VerifiedQuery> pairs) {
        List<Fold> folds = new ArrayList<>();
        add(folds, "half", pairs, 2, p -> scattered(p.id()) & 1);
        add(folds, "third", pairs, 3, p -> Math.floorMod(scattered(p.id()) >> 1, 3));
        return folds;
    }

    /** A hash by which ids in sequence are as good as independent. */
    private static int scattered(String text) {
        int hash = text.hashCode();
        hash = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
        hash = (hash ^ (hash >>> 13)) * 0xC2B2AE35;
        return hash ^ (hash >>> 16);
    }

    private static void add(
            List<Fold> folds,
            String name,
            List<VerifiedQuery> pairs,
            int count,
            ToIntFunction<VerifiedQuery> group) {
        for (int f = 0; f < count; f++) {
            List<VerifiedQuery> train = new ArrayList<>();
            List<VerifiedQuery> asked = new ArrayList<>();
            for (VerifiedQuery pair : pairs) {
                (group.applyAsInt(pair) == f ? asked : train).add(pair);
            }
            if (!asked.isEmpty() && !train.isEmpty()) {
                folds.add(new Fold(name + " " + (f + 1), train, asked));
            }
        }
    }
}
