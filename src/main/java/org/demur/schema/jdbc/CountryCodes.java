package org.demur.schema.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Locale.IsoCountryCode;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.schema.ColumnRef;
import org.demur.schema.SemanticLayer.Synonym;
import org.demur.schema.ValueIndex;

/** The names of countries, for columns that hold them by their codes of ISO 3166. */
final class CountryCodes {
    /** What such a column is called; of other columns two letters may be anything. */
    private static final Pattern NAME =
            Pattern.compile(
                    "(?i)(?:.*_)?(?:country|nation|nationality|ctry|cntry|land|iso)(?:_.*|code)?|.*(?:Country|Nation)(?:Code|Id)?");

    private static final Set<String> CODES = Locale.getISOCountries(IsoCountryCode.PART1_ALPHA2);

    /** What people say beside the names that the JDK knows. */
    private static final Map<String, List<String>> ALSO =
            Map.of(
                    "GB", List.of("UK", "Great Britain", "Britain"),
                    "US", List.of("USA", "U.S.", "America"),
                    "CZ", List.of("Czech Republic"),
                    "NL", List.of("Holland"),
                    "AE", List.of("UAE", "Emirates"),
                    "TR", List.of("Turkey"));

    private CountryCodes() {}

    /** None where the column is called otherwise, or holds anything but codes. */
    static List<Synonym> of(ColumnRef column, ValueIndex values) {
        List<String> codes = values.values(column);
        if (codes.isEmpty()
                || !values.complete(column)
                || !NAME.matcher(column.column()).matches()
                || !CODES.containsAll(codes)) {
            return List.of();
        }
        List<Synonym> synonyms = new ArrayList<>();
        for (String code : codes) {
            List<String> names = new ArrayList<>();
            names.add(Locale.of("", code).getDisplayCountry(Locale.ENGLISH));
            names.addAll(ALSO.getOrDefault(code, List.of()));
            synonyms.add(new Synonym(names, column, code));
        }
        return synonyms;
    }
}
