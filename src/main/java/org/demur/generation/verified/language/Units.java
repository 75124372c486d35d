package org.demur.generation.verified.language;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.schema.ResourceLines;
import org.demur.schema.WordStem;

/** English words for units of measurement. */
public final class Units {
    /**
     * A unit.
     *
     * @param name alike for all names of it
     * @param dimension what it measures: the first unit of its line
     * @param size in the smallest unit of its dimension; 0 where no whole number says it
     */
    private record Unit(String name, String dimension, long size) {}

    private static final Map<String, Unit> BY_STEM = new HashMap<>();

    static {
        for (String line : ResourceLines.of(Units.class, "units.txt")) {
            String dimension = line.split("[ =/]", 2)[0];
            for (String unit : line.split(" ", -1)) {
                String[] sides = unit.split("=", -1);
                String[] names = sides[0].split("/", -1);
                long size = sides.length == 1 ? 0 : Long.parseLong(sides[1]);
                for (String name : names) {
                    BY_STEM.put(WordStem.of(name), new Unit(names[0], dimension, size));
                }
            }
        }
    }

    /**
     * So many of a unit of time.
     *
     * @param unit singular
     */
    public record Span(String number, String unit) {
        /** In days or months where it is in weeks or quarters, which not every engine counts in. */
        public Span countable() {
            return switch (unit) {
                case "week" -> in(DAYS_OF_A_WEEK, "day");
                case "quarter" -> in(MONTHS_OF_A_QUARTER, "month");
                default -> this;
            };
        }

        private Span in(long factor, String smaller) {
            return converted(number, factor).map(n -> new Span(n, smaller)).orElse(this);
        }
    }

    private static final long DAYS_OF_A_WEEK = 7;
    private static final long MONTHS_OF_A_QUARTER = 3;

    /** Signs before or after an amount, and the units that they stand for. */
    private static final Map<String, String> SIGNS =
            Map.of("$", "dollar", "€", "euro", "£", "pound");

    /** Letters at the end of a column's name, and the units that they stand for. */
    private static final Map<String, String> LETTERS = Map.of("g", "gram");

    /** Words before a time of the calendar, which is no measure: "per hour", "last month". */
    private static final Set<String> BEFORE_TIMES =
            Set.of(
                    "per",
                    "each",
                    "every",
                    "by",
                    "last",
                    "past",
                    "this",
                    "next",
                    "previous",
                    "same");

    /** Words that may be before one as well as before a measure. */
    private static final Set<String> MAYBE_BEFORE_TIMES = Set.of("that", "any", "which", "what");

    private static final String ORDINAL = "second";

    private Units() {}

    /** The stems of the units in the names of columns: "gram" of {@code weight_g}. */
    public static Set<String> inNames(Stream<String> names) {
        return names.flatMap(name -> parts(ColumnNameMatching.parts(name)))
                .map(WordStem::of)
                .filter(Units::isUnit)
                .collect(Collectors.toSet());
    }

    /** A letter alone, or before others, stands for anything. */
    private static Stream<String> parts(String[] name) {
        String last = name.length > 1 ? LETTERS.get(name[name.length - 1]) : null;
        return last == null ? Stream.of(name) : Stream.concat(Stream.of(name), Stream.of(last));
    }

    /**
     * The stems of the units that a question says, but not of "per day", "last week" and "the
     * second".
     */
    public static Set<String> said(QuestionReading question) {
        Set<String> said = new HashSet<>();
        String before = "";
        for (var token : question.tokens()) {
            String stem = WordStem.of(SIGNS.getOrDefault(token.text(), token.text()));
            boolean isTime = isBeforeTime(before) || MAYBE_BEFORE_TIMES.contains(before);
            if (isUnit(stem) && !isTime && !token.text().equals(ORDINAL)) {
                said.add(stem);
            }
            before = token.text();
        }
        return said;
    }

    /**
     * By what a number in a unit that is said is multiplied to be in a unit of names: 1 where they
     * are the same; empty where none fits, or several do.
     */
    public static OptionalLong factor(Set<String> inNames, Set<String> said) {
        Set<Long> factors = new HashSet<>();
        for (String own : inNames) {
            for (String asked : said) {
                if (areSame(own, asked)) {
                    factors.add(1L);
                }
                ratio(own, asked).map(Long::valueOf).ifPresent(factors::add);
            }
        }
        return factors.size() == 1
                ? OptionalLong.of(factors.iterator().next())
                : OptionalLong.empty();
    }

    /** A number so many times; empty where that is no whole number. */
    public static Optional<String> converted(String number, long factor) {
        try {
            return Optional.of(
                    new BigDecimal(number)
                            .multiply(BigDecimal.valueOf(factor))
                            .toBigIntegerExact()
                            .toString());
        } catch (ArithmeticException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    public static boolean isUnit(String stem) {
        return BY_STEM.containsKey(stem);
    }

    /** Whether a unit after a word is a time of the calendar: "per hour". */
    public static boolean isBeforeTime(String word) {
        return BEFORE_TIMES.contains(word);
    }

    /** Whether a stem is that of a unit of time. */
    public static boolean isTime(String stem) {
        return isUnit(stem) && dimension(stem).equals(dimension("day"));
    }

    /** Whether a stem names what has a hundred cents or pence. */
    public static boolean isCurrency(String stem) {
        return ratio("cent", stem).isPresent();
    }

    /** Whether two stems name one unit, as "ct" and "cent" do. */
    public static boolean areSame(String one, String other) {
        var unit = BY_STEM.get(one);
        var second = BY_STEM.get(other);
        return unit != null && second != null && unit.name().equals(second.name());
    }

    /** What a unit measures, alike for all units of it; empty where a stem is no unit's. */
    public static Optional<String> dimension(String stem) {
        return Optional.ofNullable(BY_STEM.get(stem)).map(Unit::dimension);
    }

    /**
     * How many of a unit a larger one is, as cents are 100 to the euro; empty where they measure
     * different things, or where it is no whole number above 1.
     */
    public static Optional<String> ratio(String unit, String larger) {
        var small = BY_STEM.get(unit);
        var large = BY_STEM.get(larger);
        if (small == null || large == null || !small.dimension().equals(large.dimension())) {
            return Optional.empty();
        }
        boolean isWhole =
                small.size() > 0 && large.size() > small.size() && large.size() % small.size() == 0;
        return isWhole
                ? Optional.of(String.valueOf(large.size() / small.size()))
                : Optional.empty();
    }
}
