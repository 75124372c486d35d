package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.demur.generation.sqltree.TokenBag;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * Splits pairs for cross-fitting, so that confidence learns what the outside of the pairs looks
 * like: folds at random, folds that hold out whole combinations of template and tables, and folds
 * that hold out whole templates together with groups of infeasible questions that begin alike.
 */
public final class CrossFittingFolds {
    /**
     * One fold.
     *
     * @param name what is held out, with its number
     * @param train pairs to fit on
     * @param asked pairs to ask
     */
    public record Fold(String name, List<VerifiedQuery> train, List<VerifiedQuery> asked) {}

    /** How the names of folds begin that hold out combinations of template and tables. */
    public static final String COMBINATION = "combination";

    /** How the names of folds begin that hold out whole templates. */
    public static final String TEMPLATE = "template";

    private static final int HELD_OUT = 3;
    private static final int PARTITIONS = 5;

    /** Of a hidden template, so that none outweighs the others. */
    private static final int QUESTIONS_OF_TEMPLATE = 10;

    /** Of the pairs whose templates a partition knows, one in so many is asked instead. */
    private static final int KNOWN_ASKED = 6;

    private static final int RANDOM = 2;

    private CrossFittingFolds() {}

    /**
     * All folds of a set of pairs. Every feasible pair is asked at most once in each kind of fold.
     *
     * @param questions the most questions asked in each kind of fold; the same share of every fold
     *     is taken
     */
    public static List<Fold> of(DatabaseSchema schema, List<VerifiedQuery> pairs, int questions) {
        Map<String, String> templates = new HashMap<>();
        Map<String, String> bindings = new HashMap<>();
        for (VerifiedQuery pair : pairs) {
            String sql = pair.sql();
            if (sql != null) {
                ParsedStatement.of(sql, schema)
                        .ifPresent(s -> {
                            templates.put(pair.id(), s.template());
                            bindings.put(pair.id(), combination(s));
                        });
            }
        }
        List<Fold> folds = new ArrayList<>();
        add(
                folds,
                COMBINATION,
                pairs,
                HELD_OUT,
                questions,
                p -> group(bindings.get(p.id()), p, HELD_OUT, false));
        add(
                folds,
                TEMPLATE,
                pairs,
                HELD_OUT,
                questions,
                p -> group(templates.get(p.id()), p, HELD_OUT, true));
        add(folds, "random", pairs, RANDOM, questions, p -> Math.floorMod(mixed(p.id()), RANDOM));
        return folds;
    }

    /**
     * Partitions each of which hides a fifth of the templates entirely: their questions are asked
     * beside some of known templates and a fifth of the infeasible ones. Every template is hidden
     * once; one in six pairs whose template is known is asked in each.
     */
    public static List<Fold> byTemplate(DatabaseSchema schema, List<VerifiedQuery> pairs) {
        Map<String, String> templates = new HashMap<>();
        for (VerifiedQuery pair : pairs) {
            String sql = pair.sql();
            templates.put(pair.id(), sql == null ? pair.id() : template(schema, sql));
        }
        var mixed = new ArrayList<>(pairs);
        mixed.sort(Comparator.comparingInt(pair -> scattered("order " + pair.id())));
        List<Fold> folds = new ArrayList<>();
        for (int f = 0; f < PARTITIONS; f++) {
            List<VerifiedQuery> train = new ArrayList<>();
            List<VerifiedQuery> asked = new ArrayList<>();
            Map<String, Integer> hidden = new HashMap<>();
            for (VerifiedQuery pair : mixed) {
                String template = templates.getOrDefault(pair.id(), pair.id());
                boolean isHidden = Math.floorMod(scattered(template), PARTITIONS) == f;
                if (isHidden) {
                    if (pair.sql() == null
                            || hidden.merge(template, 1, Integer::sum) <= QUESTIONS_OF_TEMPLATE) {
                        asked.add(pair);
                    }
                } else if (pair.sql() != null
                        && Math.floorMod(scattered("known " + pair.id()), KNOWN_ASKED) == f) {
                    asked.add(pair);
                } else {
                    train.add(pair);
                }
            }
            folds.add(new Fold("templates " + (f + 1), train, asked));
        }
        return folds;
    }

    /**
     * What statements share that differ only in literals, operators and times: template, tables and
     * columns. Of those that are read as no single SELECT, their words.
     */
    public static String template(DatabaseSchema schema, String sql) {
        return ParsedStatement.of(sql, schema)
                .map(CrossFittingFolds::combination)
                .orElseGet(() -> TokenBag.withoutLiterals(sql));
    }

    private static String combination(ParsedStatement statement) {
        return statement.template() + statement.tables() + statement.columns();
    }

    /**
     * Folds that ask each pair once where half of the pairs are known and once where two thirds
     * are: whether it is asked where another one with its statement is known is up to chance, as
     * where a database was just declared.
     */
    public static List<Fold> partlyKnown(List<VerifiedQuery> pairs) {
        List<Fold> folds = new ArrayList<>();
        add(folds, "half", pairs, 2, pairs.size(), p -> scattered(p.id()) & 1);
        add(folds, "third", pairs, 3, pairs.size(), p -> Math.floorMod(scattered(p.id()) >> 1, 3));
        return folds;
    }

    /** As {@link #mixed}, except that ids in sequence are as good as independent. */
    private static int scattered(String text) {
        int hash = text.hashCode();
        hash = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
        hash = (hash ^ (hash >>> 13)) * 0xC2B2AE35;
        return hash ^ (hash >>> 16);
    }

    /**
     * The fold that holds a pair out; -1 for infeasible ones where only feasible ones are held out.
     */
    private static int group(
            @Nullable String key, VerifiedQuery pair, int folds, boolean infeasible) {
        if (pair.sql() == null) {
            return infeasible ? Math.floorMod(mixed(opening(pair.question())), folds) : -1;
        }
        return Math.floorMod(mixed(key == null ? pair.id() : key), folds);
    }

    private static String opening(String question) {
        var words = question.toLowerCase(Locale.ROOT).split("\\s+");
        return String.join(" ", List.of(words).subList(0, Math.min(3, words.length)));
    }

    private static int mixed(String text) {
        int hash = text.hashCode() * 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }

    private static void add(
            List<Fold> folds,
            String name,
            List<VerifiedQuery> pairs,
            int count,
            int questions,
            ToIntFunction<VerifiedQuery> group) {
        int share = (int) Math.min(1000, 1000L * questions / Math.max(1, pairs.size()));
        for (int f = 0; f < count; f++) {
            List<VerifiedQuery> train = new ArrayList<>();
            List<VerifiedQuery> asked = new ArrayList<>();
            for (VerifiedQuery pair : pairs) {
                if (group.applyAsInt(pair) != f) {
                    train.add(pair);
                } else if (pair.sql() == null
                        || Math.floorMod(mixed("ask " + pair.id()), 1000) < share) {
                    asked.add(pair);
                }
            }
            if (!asked.isEmpty() && !train.isEmpty()) {
                folds.add(new Fold(name + " " + (f + 1), train, asked));
            }
        }
    }
}
