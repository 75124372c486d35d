package org.demur.generation.verified.filling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.demur.generation.verified.language.TimeMention;
import org.demur.generation.verified.model.QuestionPredictions;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.SqlTemplate.Instantiation;
import org.demur.generation.verified.template.SqlTemplate.TimePattern;
import org.demur.generation.verified.template.TimeFilters;
import org.demur.schema.ColumnRef;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlNode.ColumnPath;
import org.jspecify.annotations.Nullable;

/** Chooses where in a statement one question's times are filtered. */
public final class TimeFilling {
    /** Choices from which on a rarer pattern is not looked at. */
    private static final int ENOUGH = 3;

    /** What it speaks against a template that no pair has it without a filter, in nats. */
    private static final double NEVER_BARE = -3;

    /**
     * A choice.
     *
     * @param conditions for each scope with a filter its conditions
     * @param used how many of the question's times it uses
     * @param log how usual it is, in nats
     */
    public record Choice(Map<Integer, List<List<SqlNode>>> conditions, int used, double log) {}

    /**
     * A time of the question.
     *
     * @param usual its conditions as pairs mostly write them, not yet bound to a column
     */
    private record Time(TimeMention mention, List<List<SqlNode>> usual) {
        String wording() {
            return SqlTemplate.wording(usual);
        }
    }

    private record Sites(Map<Integer, Time> byScope, int used, double log) {}

    private final VerifiedModel model;

    /**
     * By which the pair is told whose time column is meant; of many pairs it is the first one's.
     */
    private final List<String> words;

    private final List<Time> times = new ArrayList<>();

    TimeFilling(QuestionPredictions asked) {
        this.model = asked.model;
        this.words = model.isOfFewPairs() ? asked.reading.masked() : List.of();
        for (TimeMention mention : asked.reading.times()) {
            model.induction()
                    .timeFilters
                    .resolve(mention)
                    .ifPresent(usual -> times.add(new Time(mention, usual)));
        }
    }

    /** The choices for a template with these tables, best first; at least one. */
    List<Choice> choices(SqlTemplate template, Instantiation instantiation) {
        List<Choice> choices = new ArrayList<>();
        if (!times.isEmpty()) {
            var sites = sites(template);
            sites.sort(Comparator.comparingDouble((Sites s) -> s.used() * 10 + s.log()).reversed());
            for (Sites s : sites) {
                var conditions = conditions(template, instantiation, s);
                if (conditions != null) {
                    choices.add(new Choice(conditions, s.used(), s.log()));
                }
            }
        }
        if (choices.isEmpty()) {
            boolean bare = template.times.stream().anyMatch(t -> t.sites().isEmpty());
            choices.add(new Choice(Map.of(), 0, bare ? 0 : NEVER_BARE));
        }
        return choices;
    }

    private List<Sites> sites(SqlTemplate template) {
        List<Sites> found = new ArrayList<>();
        int total = template.origin.examples.size();
        for (TimePattern pattern : template.times) {
            int sites = pattern.sites().size();
            if (sites == 0 || sites > times.size() || found.size() >= ENOUGH) {
                continue;
            }
            double log = Math.log((double) pattern.count() / total);
            if (sites == 1) {
                for (Time time : times) {
                    found.add(new Sites(byScope(pattern, List.of(time)), 1, log));
                }
            } else if (sites == 2 && times.size() == 2) {
                boolean isWritten =
                        times.getFirst().wording().compareTo(times.getLast().wording()) < 0;
                found.add(
                        new Sites(byScope(pattern, times), 2, log + pattern.log(true, isWritten)));
                found.add(
                        new Sites(
                                byScope(pattern, times.reversed()),
                                2,
                                log + pattern.log(false, !isWritten)));
            }
        }
        return found;
    }

    private static Map<Integer, Time> byScope(TimePattern pattern, List<Time> times) {
        Map<Integer, Time> byScope = new HashMap<>();
        for (int i = 0; i < pattern.sites().size(); i++) {
            for (int scope : pattern.sites().get(i)) {
                byScope.put(scope, times.get(i));
            }
        }
        return byScope;
    }

    /** Null where a scope has no table with a known time, or one that is not compared like this. */
    private @Nullable Map<Integer, List<List<SqlNode>>> conditions(
            SqlTemplate template, Instantiation instantiation, Sites sites) {
        Map<Integer, List<List<SqlNode>>> conditions = new HashMap<>();
        for (var site : sites.byScope().entrySet()) {
            var column = column(template, instantiation, site.getKey());
            if (column == null) {
                return null;
            }
            var filter =
                    model.induction().timeFilters.resolve(site.getValue().mention(), column.end());
            if (filter.isEmpty()) {
                return null;
            }
            conditions.put(site.getKey(), TimeFilters.bound(filter.get(), column));
        }
        return conditions;
    }

    /**
     * The time column that filters of a scope use: the pairs' own for a table seen, else the
     * table's usual one.
     */
    private @Nullable ColumnPath column(
            SqlTemplate template, Instantiation instantiation, int scope) {
        if (instantiation.count() > 0) {
            var own = template.timeColumn(instantiation.binding(), scope, words);
            if (own.isPresent()) {
                return own.get();
            }
        }
        for (int table : template.sample().scopeTables().get(scope)) {
            String name = instantiation.binding().tables().get(table);
            var counts = model.induction().timeColumns.get(name);
            if (counts != null) {
                ColumnRef best =
                        counts.entrySet().stream()
                                .max(Map.Entry.comparingByValue())
                                .orElseThrow()
                                .getKey();
                return new ColumnPath(name, best, List.of());
            }
        }
        return null;
    }
}
