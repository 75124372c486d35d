package org.demur.schema.jdbc;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer;
import org.demur.schema.SemanticLayer.Synonym;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;

/**
 * What the values of a column stand for, where its description tells: "A active, R retired", "P =
 * permanent; F = freelance". Two values at least are told, lest a letter of a sentence be one.
 * Those of a column of countries are told by ISO 3166.
 */
final class CodeMeanings {
    private static final Pattern PART = Pattern.compile("[,;()\\n]| / | or ");

    /** A value, perhaps in quotes, what may stand between, and up to four words. */
    private static final Pattern TOLD =
            Pattern.compile(
                    "(?<value>'[^']+'|\"[^\"]+\"|[^\\s=:'\"]+)"
                            + "(?:\\s*(?:=|:|->)\\s*|\\s+(?:(?:[-–—]|is|means|for|stands for)\\s+)?)"
                            + "(?<words>\\p{L}[\\p{L}-]*(?:\\s+\\p{L}[\\p{L}-]*){0,3})");

    private static final Pattern QUOTES = Pattern.compile("^['\"]|['\"]$");

    /** What such a sentence begins with: "Status: A = active". */
    private static final Pattern LEAD = Pattern.compile("^[^:]*[^:\\s]{2}:\\s+");

    /** "not yet billed" is no name of a state: who asks for what is billed says its last words. */
    private static final Pattern NEGATED =
            Pattern.compile("(?i)\\b(?:not|no|non|never|without|none)\\b");

    private static final int FEWEST = 2;

    private CodeMeanings() {}

    /** A layer with the words for codes, but for those that it declares itself. */
    static SemanticLayer added(List<Table> tables, ValueIndex values, SemanticLayer declared) {
        var synonyms = new ArrayList<>(declared.synonyms());
        Set<String> known = new HashSet<>();
        declared.synonyms().forEach(s -> known.addAll(s.words()));
        for (Table table : tables) {
            for (var column : table.columns()) {
                var ref = new ColumnRef(table.name(), column.name());
                List<Synonym> told = told(column.description(), ref, values);
                (told.isEmpty() ? CountryCodes.of(ref, values) : told)
                        .stream()
                                .filter(synonym ->
                                        synonym.words().stream().noneMatch(known::contains))
                                .forEach(synonyms::add);
            }
        }
        return new SemanticLayer(
                declared.entities(),
                declared.events(),
                synonyms,
                declared.units(),
                declared.filters(),
                declared.licences(),
                declared.neutral());
    }

    private static List<Synonym> told(String description, ColumnRef column, ValueIndex values) {
        Map<String, String> told = new LinkedHashMap<>();
        PART.splitAsStream(description)
                .map(String::strip)
                .flatMap(part -> Stream.of(part, LEAD.matcher(part).replaceFirst("")))
                .map(TOLD::matcher)
                .filter(Matcher::matches)
                .forEach(match -> {
                    String value = QUOTES.matcher(match.group("value")).replaceAll("");
                    String words = match.group("words");
                    if (values.contains(column, value)
                            && !value.equalsIgnoreCase(words)
                            && !NEGATED.matcher(words).find()) {
                        told.putIfAbsent(value, words);
                    }
                });
        return told.size() < FEWEST
                ? List.of()
                : told.entrySet().stream()
                        .map(t -> new Synonym(List.of(t.getValue()), column, t.getKey()))
                        .toList();
    }
}
