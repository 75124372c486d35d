package org.demur.generation.verified.parsing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.generation.verified.language.Abbreviations;
import org.demur.generation.verified.language.Units;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.Table;
import org.demur.schema.WordForms;

/** Words that name tables and columns, by the stems of the names. Immutable. */
final class Lexicon {
    /** Parts of names that say how a column is kept, rather than what it holds. */
    private static final Set<String> TECHNICAL =
            Set.of(
                    "id", "is", "has", "on", "at", "dt", "no", "nr", "num", "of", "the", "in", "cd",
                    "full", "dat", "tim", "ts", "number", "count", "total");

    /**
     * Parts of names that tell one of two columns from the other, which a name without it may mean.
     */
    private static final Set<String> DISTINGUISHING =
            Stream.of(
                            "min",
                            "minimum",
                            "max",
                            "maximum",
                            "start",
                            "end",
                            "begin",
                            "from",
                            "to",
                            "until",
                            "till",
                            "old",
                            "new",
                            "previous",
                            "next",
                            "in",
                            "out")
                    .map(WordForms::stem)
                    .collect(Collectors.toSet());

    /** Parts of names that are short for a word. */
    private static final Map<String, String> WRITTEN_OUT =
            Map.ofEntries(
                    written("min", "minimum"),
                    written("max", "maximum"),
                    written("no", "number"),
                    written("nr", "number"),
                    written("num", "number"),
                    written("cd", "code"),
                    written("nm", "name"),
                    written("dt", "date"),
                    written("ts", "time"),
                    written("qty", "quantity"),
                    written("amt", "amount"),
                    written("cnt", "count"),
                    written("typ", "type"),
                    written("sts", "status"));

    private static final Set<String> GENERIC =
            Stream.of("amount", "quantity", "count", "number", "code", "type", "status")
                    .map(WordForms::stem)
                    .collect(Collectors.toSet());

    /** Letters of an abbreviation at least, so that it is of one word. */
    private static final int SHORTEST = 3;

    /** These ask how many there are. */
    private static final Set<String> COUNTED =
            Set.of(WordForms.stem("count"), WordForms.stem("number"));

    /** How first and last names are called beside "first_name": {@code fnm}, {@code LNAME}. */
    private static final Map<Pattern, String> PERSON_NAMES =
            Map.of(
                    Pattern.compile("(?i)(?:f|frst|first|given)_?(?:nm|name)"), "first",
                    Pattern.compile("(?i)(?:l|lst|last|sur|family)_?(?:nm|name)"), "last");

    private static final Pattern PARTS = Pattern.compile("[^\\p{L}\\d]+|(?<=\\p{Ll})(?=\\p{Lu})");

    /** What a run of words names, some of it by all that the name means. */
    private static final class Named {
        final Set<String> tables = new LinkedHashSet<>();
        final Set<ColumnRef> whole = new LinkedHashSet<>();
        final Set<ColumnRef> part = new LinkedHashSet<>();
    }

    private static final Pattern DOUBLED = Pattern.compile("(.)(?=\\1)");

    private final Map<List<String>, Named> names = new HashMap<>();

    /** All stems in names. */
    private final Set<String> known = new HashSet<>();

    /** Parts of names without a vowel after their first letter. */
    private final Set<String> abbreviations = new HashSet<>();

    private int longest;

    Lexicon(DatabaseSchema schema) {
        for (Table table : schema.tables()) {
            List<String> stems = stems(table.name());
            named(stems).tables.add(table.name());
            if (stems.size() > 1) {
                named(stems.subList(stems.size() - 1, stems.size())).tables.add(table.name());
            }
        }
        for (var entity : schema.semantics().entities()) {
            entity.words().forEach(words -> named(stems(words)).tables.add(entity.table()));
        }
        for (Table table : schema.tables()) {
            Set<String> own = Set.copyOf(stems(table.name()));
            Set<String> keys = new LinkedHashSet<>(table.primaryKey());
            table.foreignKeys().forEach(key -> keys.add(key.from().column()));
            if (table.primaryKey().size() == 1) {
                named(List.of("id"))
                        .whole
                        .add(new ColumnRef(table.name(), table.primaryKey().getFirst()));
            }
            for (Column column : table.columns()) {
                var ref = new ColumnRef(table.name(), column.name());
                List<String> all = stems(column.name());
                List<String> unitless = // "max_hours" is of hours, "hours_max" is not
                        all.size() > 1 && Units.isUnit(all.getLast())
                                ? all.subList(0, all.size() - 1)
                                : all;
                List<String> meant = unitless.stream().filter(s -> !TECHNICAL.contains(s)).toList();
                named(all).whole.add(ref);
                if (keys.contains(column.name())) {
                    continue; // what it refers to has a name of its own
                }
                if (unitless.size() < all.size()) {
                    add(unitless, ref, table);
                }
                if (!meant.isEmpty() && !meant.equals(all)) {
                    add(meant, ref, table);
                }
                List<String> beside = meant.stream().filter(s -> !own.contains(s)).toList();
                if (!beside.isEmpty() && beside.size() < meant.size()) {
                    add(beside, ref, table);
                }
                personName(column.name())
                        .ifPresent(which -> {
                            named(List.of(which, "nam")).whole.add(ref);
                            named(List.of(which)).part.add(ref);
                        });
                if (all.size() == 1
                        && all.getFirst().length() > 4
                        && all.getFirst().endsWith("nam")) {
                    named(List.of("nam")).whole.add(ref); // "DName"
                }
                for (int size = 2; size < meant.size(); size++) { // "roof pitch" of roof_pitch_deg
                    for (int from = 0; from + size <= meant.size(); from++) {
                        named(meant.subList(from, from + size)).part.add(ref);
                    }
                }
                if (all.size() == 3 && all.get(1).equals("of")) { // "birth date"
                    named(List.of(all.get(2), all.get(0))).whole.add(ref);
                }
                if (meant.size() == 2) { // "date of birth"
                    named(List.of(meant.get(1), "of", meant.get(0))).whole.add(ref);
                }
                if (meant.size() > 1 && meant.stream().noneMatch(DISTINGUISHING::contains)) {
                    for (String stem : meant) {
                        named(List.of(stem)).part.add(ref);
                        String word = WRITTEN_OUT.getOrDefault(stem, stem);
                        if (!COUNTED.contains(word)) {
                            named(List.of(word)).part.add(ref);
                        }
                    }
                }
                List<String> writtenOut =
                        unitless.stream().map(s -> WRITTEN_OUT.getOrDefault(s, s)).toList();
                if (!writtenOut.equals(unitless)) {
                    boolean isGeneric = // "amount" may be said of any
                            writtenOut.size() == 1 && GENERIC.contains(writtenOut.getFirst());
                    if (isGeneric) {
                        named(writtenOut).part.add(ref);
                    } else {
                        add(writtenOut, ref, table);
                    }
                }
            }
        }
        for (var name : List.copyOf(names.entrySet())) {
            int at = name.getKey().indexOf("email");
            if (at >= 0) { // "e-mail" is three tokens
                List<String> hyphenated = new ArrayList<>(name.getKey());
                hyphenated.set(at, "mail");
                hyphenated.addAll(at, List.of("e", "-"));
                names.put(hyphenated, name.getValue());
            }
        }
        longest = names.keySet().stream().mapToInt(List::size).max().orElse(0);
    }

    /** Names that pairs give to what is not called so in the schema. */
    void add(NameInduction induced) {
        induced.tables().forEach((stem, table) -> named(List.of(stem)).tables.add(table));
        induced.columns().forEach((stem, column) -> named(List.of(stem)).whole.add(column));
        longest = Math.max(longest, 1);
    }

    private static Map.Entry<String, String> written(String part, String word) {
        return Map.entry(part, WordForms.stem(word));
    }

    /** What is left of a name is no other name for its column where it names the table. */
    private void add(List<String> stems, ColumnRef ref, Table table) {
        if (!stems.equals(stems(table.name()))) {
            named(stems).whole.add(ref);
        }
    }

    /** Which of a person's names a column holds, "first" or "last"; empty for none. */
    static Optional<String> personName(String column) {
        return PERSON_NAMES.entrySet().stream()
                .filter(name -> name.getKey().matcher(column).matches())
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether a part of a name says how a column is kept, rather than what it holds. */
    static boolean isTechnical(String stem) {
        return TECHNICAL.contains(stem);
    }

    /** A stem as names spell it: "bdgt" for "budget", where no name says "budget". */
    private String spelt(String stem) {
        String consonants = consonants(stem);
        boolean isSpeltSo =
                !known.contains(stem) && !Units.isUnit(stem) && abbreviations.contains(consonants);
        return isSpeltSo ? consonants : stem;
    }

    private static String consonants(String word) {
        return Abbreviations.consonants(DOUBLED.matcher(word).replaceAll(""));
    }

    private Named named(List<String> stems) {
        for (String stem : stems) {
            known.add(stem);
            if (stem.length() >= SHORTEST && consonants(stem).equals(stem)) {
                abbreviations.add(stem);
            }
        }
        return names.computeIfAbsent(List.copyOf(stems), s -> new Named());
    }

    /** The stems of a name's parts. */
    static List<String> stems(String name) {
        List<String> stems = new ArrayList<>();
        for (String part : PARTS.split(name, -1)) {
            if (!part.isEmpty()) {
                stems.add(WordForms.stem(part));
            }
        }
        return stems;
    }

    /**
     * The longest name that begins at a word; empty where none does.
     *
     * @param stems of the question's words
     */
    Optional<Mention> at(List<String> stems, int start) {
        int most = Math.min(longest, stems.size() - start);
        List<String> spelt = stems.subList(start, start + most).stream().map(this::spelt).toList();
        for (int length = most; length > 0; length--) {
            Named named = names.get(spelt.subList(0, length));
            if (named == null) {
                continue;
            }
            boolean isWhole = !named.whole.isEmpty() || !named.tables.isEmpty();
            var columns = named.whole.isEmpty() ? named.part : named.whole;
            if (!named.tables.isEmpty() && named.whole.isEmpty()) {
                columns = Set.of();
            }
            return Optional.of(
                    Mention.name(
                            start,
                            start + length,
                            List.copyOf(named.tables),
                            List.copyOf(columns),
                            isWhole));
        }
        return Optional.empty();
    }

    /** Columns that a table's name and a word call, {@code cust_no} a customer's number. */
    Set<ColumnRef> called(String word, Table table) {
        return table.columns().stream()
                .filter(column -> isCalled(word, stems(column.name()).getLast()))
                .map(column -> new ColumnRef(table.name(), column.name()))
                .collect(Collectors.toSet());
    }

    private static boolean isCalled(String word, String part) {
        return part.equals(word) || WRITTEN_OUT.getOrDefault(part, "").equals(word);
    }

    /** Columns whose names have one of some words, by stems. */
    Set<ColumnRef> withPart(Set<String> stems, Table table) {
        return table.columns().stream()
                .map(column -> new ColumnRef(table.name(), column.name()))
                .filter(ref -> stems(ref.column()).stream().anyMatch(stems::contains))
                .collect(Collectors.toSet());
    }
}
