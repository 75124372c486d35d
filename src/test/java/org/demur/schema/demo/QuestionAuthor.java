package org.demur.schema.demo;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills the hand-written wordings with values of the database, so that every statement has
 * something to answer. The same files and the same database give the same questions.
 */
final class QuestionAuthor {
    private static final Pattern SLOT = Pattern.compile("\\{([a-z]+?)(\\d*)}");
    private static final Pattern TIME_HOLE = Pattern.compile("\\{@([a-z_.]+)}");

    /** An article before a vowel that is spoken as one; "urea" is not. */
    private static final Pattern ARTICLE = Pattern.compile("\\b([Aa]) (?=[aeioAEIO])");

    /** How far back the rows reach that questions about recent times are made of. */
    private static final List<Integer> RECENT_DAYS = List.of(640, 365, 120, 45);

    private static final int ATTEMPTS = 400;

    private static final Map<String, List<String>> NUMBERS =
            Map.of(
                    "n", List.of("2", "3", "4", "5"),
                    "days", List.of("7", "14", "30", "60", "90"),
                    "tons", List.of("10", "20", "50", "100", "200"),
                    "minutes", List.of("30", "45", "60", "90", "120"),
                    "ha", List.of("5", "10", "15", "20", "30"),
                    "hah", List.of("50", "80", "100", "150"),
                    "eur", List.of("500", "1000", "2000", "5000"));
    private static final Map<String, String> WORDS =
            Map.of("2", "two", "3", "three", "4", "four", "5", "five");

    private final Connection connection;
    private Dice dice = new Dice(61);
    private final Map<String, AuthoredPattern> authored = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, List<Map<String, String>>> rows = new TreeMap<>();
    private final Map<String, List<Map<String, String>>> recentRows = new HashMap<>();
    private final Map<String, List<String>> domains = new HashMap<>();
    private final Set<String> asked = new HashSet<>();

    /** A wording with its slots filled. */
    private record Filled(String question, String sql) {}

    QuestionAuthor(Connection connection) throws IOException, SQLException {
        this.connection = connection;
        for (var source : AuthoredPattern.parse(Resource.text("rows.txt"))) {
            rows.put(source.id(), select(source.sql()));
        }
        for (var table : rows.values()) {
            for (var slot : table.getFirst().keySet()) {
                if (domains.containsKey(slot)) continue;
                domains.put(
                        slot, table.stream().map(r -> value(r, slot)).distinct().sorted().toList());
            }
        }
        var years = List.of("2027", "2028", "2029", "2030", "2031");
        domains.put("year", years);
        domains.putAll(NUMBERS);
    }

    List<DemoQuestion> questions() throws IOException, SQLException {
        var questions = new ArrayList<DemoQuestion>();
        var seen = new HashSet<String>();
        for (var pattern : AuthoredPattern.parse(Resource.text("seen.txt"))) {
            authored.put(pattern.id(), pattern);
            var asked = feasible(pattern, "seen");
            asked.forEach(q -> seen.add(Skeleton.of(String.valueOf(q.sql()))));
            questions.addAll(asked);
        }
        for (var pattern : AuthoredPattern.parse(Resource.text("unseen.txt"))) {
            for (var question : feasible(pattern, "unseen")) {
                if (seen.contains(Skeleton.of(String.valueOf(question.sql())))) {
                    throw new IllegalStateException("Not unseen: " + pattern.id());
                }
                questions.add(question);
            }
        }
        for (var kind : AuthoredPattern.parse(Resource.text("infeasible.txt"))) {
            authored.put(kind.id(), kind);
            questions.addAll(infeasible(kind));
        }
        questions.addAll(taughtBesides());
        return questions;
    }

    /**
     * Drawn last and from dice of their own: more of them leave all other questions as they are.
     */
    private List<DemoQuestion> taughtBesides() throws IOException, SQLException {
        dice = new Dice(62);
        var questions = new ArrayList<DemoQuestion>();
        for (var more : AuthoredPattern.parse(Resource.text("taught.txt"))) {
            var pattern = more.sql().isEmpty() ? authored(more.id()).in(more) : more;
            questions.addAll(
                    pattern.sql().isEmpty() ? infeasible(pattern) : feasible(pattern, "seen"));
        }
        return questions;
    }

    private AuthoredPattern authored(String id) {
        var known = authored.get(id);
        if (known == null) throw new IllegalStateException("No pattern " + id);
        return known;
    }

    private List<DemoQuestion> feasible(AuthoredPattern pattern, String familiarity)
            throws SQLException {
        var questions = new ArrayList<DemoQuestion>();
        for (var wording : pattern.wordings()) {
            var filled = filled(pattern, wording.text());
            questions.add(
                    new DemoQuestion(
                            numbered(pattern.id()),
                            "demo",
                            filled.question(),
                            filled.sql(),
                            "feasible",
                            null,
                            pattern.id() + "/" + wording.split(),
                            familiarity,
                            Skeleton.hardness(filled.sql()),
                            wording.split()));
        }
        return questions;
    }

    private List<DemoQuestion> infeasible(AuthoredPattern kind) {
        var questions = new ArrayList<DemoQuestion>();
        for (var wording : kind.wordings()) {
            var question = wording.text();
            do {
                question = fill(wording.text(), new LinkedHashMap<>(), null, false);
            } while (!asked.add(question));
            var id = numbered(kind.id());
            questions.add(
                    new DemoQuestion(
                            id,
                            "demo",
                            question,
                            null,
                            "infeasible",
                            kind.id(),
                            id,
                            null,
                            null,
                            wording.split()));
        }
        return questions;
    }

    private String numbered(String pattern) {
        return pattern + "-" + numbers.merge(pattern, 1, Integer::sum);
    }

    private Filled filled(AuthoredPattern pattern, String wording) throws SQLException {
        // Two of three yes-or-no questions are meant to have the answer yes.
        Optional<Boolean> answer =
                isYesOrNo(pattern.sql()) ? Optional.of(dice.chance(0.67)) : Optional.empty();
        var source = rows.get(pattern.rows());
        if (source == null) throw new IllegalStateException("No rows " + pattern.rows());
        int days = dice.of(RECENT_DAYS);
        var recent =
                recentRows.computeIfAbsent(
                        pattern.rows() + "/" + days, name -> recent(source, days));
        boolean wantsRecent = isTimed(wording) && dice.chance(0.5) && !recent.isEmpty();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            var row = new LinkedHashMap<>(dice.of(wantsRecent ? recent : source));
            if (answer.isPresent() && !answer.get()) forgetItem(row);
            TimePhrase time = null;
            if (row.containsKey("at")) {
                var day = day(value(row, "at"));
                row.put("year", Integer.toString(day.getYear()));
                if (isTimed(wording)) time = TimePhrase.of(day, dice);
            }
            var question = fill(wording, row, time, true);
            var sql = fill(withTime(pattern.sql(), time), row, null, false);
            if (answers(sql, answer) && asked.add(question)) return new Filled(question, sql);
        }
        throw new IllegalStateException("Nothing fits: " + wording);
    }

    private static List<Map<String, String>> recent(List<Map<String, String>> source, int days) {
        var first = DemoDatabase.NOW.toLocalDate().minusDays(days);
        return source.stream()
                .filter(r -> r.containsKey("at") && !day(value(r, "at")).isBefore(first))
                .toList();
    }

    private static boolean isYesOrNo(String sql) {
        return sql.contains("COUNT(*) > 0")
                || (sql.startsWith("SELECT (SELECT") && sql.contains(") > (SELECT"));
    }

    private static boolean isTimed(String wording) {
        return wording.contains("{time}") || wording.contains("{Time}");
    }

    /** Leaves the one who is asked about and lets the thing asked about be drawn from all. */
    private static void forgetItem(Map<String, String> row) {
        row.keySet().removeAll(Set.of("product", "crop", "topic"));
    }

    private static String withTime(String sql, @Nullable TimePhrase time) {
        if (time != null) {
            return TIME_HOLE.matcher(sql).replaceAll(hole -> time.on(hole.group(1)));
        }
        return sql.replaceAll(" AND \\{@[a-z_.]+}", "").replaceAll(" WHERE \\{@[a-z_.]+}", "");
    }

    /** Fills slots from the row, and remembers there what it draws for the others. */
    private String fill(
            String text, Map<String, String> row, @Nullable TimePhrase time, boolean wordNumbers) {
        var filled = text;
        if (isTimed(filled)) {
            var phrase = time != null ? time : TimePhrase.of(day(of("purchase", "at")), dice);
            filled = phrase.in(filled);
        }
        var complete =
                SLOT.matcher(filled)
                        .replaceAll(slot -> {
                            var name = slot.group(1) + slot.group(2);
                            if (!row.containsKey(name)) {
                                row.put(name, drawn(slot.group(1), row));
                            }
                            var value = value(row, name);
                            return wordNumbers && name.equals("n") && dice.chance(0.4)
                                    ? WORDS.getOrDefault(value, value)
                                    : value;
                        });
        return ARTICLE.matcher(complete).replaceAll("$1n ");
    }

    private String drawn(String domain, Map<String, String> row) {
        var all = domains.get(domain);
        if (all == null) throw new IllegalStateException("No slot " + domain);
        var value = dice.of(all);
        while (value.equals(row.get(domain))) value = dice.of(all);
        return value;
    }

    private String of(String source, String column) {
        var table = rows.get(source);
        if (table == null) throw new IllegalStateException("No rows " + source);
        return value(dice.of(table), column);
    }

    /** Whether the statement has something to say, and not too much; or exactly this answer. */
    private boolean answers(String sql, Optional<Boolean> wanted) throws SQLException {
        var result = select(atNow(sql));
        if (result.isEmpty() || result.size() > 60) return false;
        var first = result.getFirst().values();
        if (first.stream().anyMatch(String::isEmpty)) return false;
        if (wanted.isPresent()) return first.contains(wanted.get() ? "1" : "0");
        return result.size() > 1 || (!first.contains("0") && !first.contains("0.0"));
    }

    /** The statement with the data's present in place of the clock's. */
    static String atNow(String sql) {
        var now =
                DemoDatabase.NOW.format(
                        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT));
        return sql.replace("current_time", "'" + now + "'");
    }

    /** Rows by column name; NULL is the empty text. */
    private List<Map<String, String>> select(String sql) throws SQLException {
        var table = new ArrayList<Map<String, String>>();
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            var columns = result.getMetaData();
            while (result.next()) {
                var row = new LinkedHashMap<String, String>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    var cell = result.getString(i);
                    row.put(columns.getColumnLabel(i), cell == null ? "" : cell);
                }
                table.add(row);
            }
        }
        return table;
    }

    private static LocalDate day(String stamp) {
        return LocalDate.parse(stamp.substring(0, 10));
    }

    private static String value(Map<String, String> row, String column) {
        var value = row.get(column);
        if (value == null) throw new IllegalStateException("No column " + column);
        return value;
    }
}
