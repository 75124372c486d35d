package org.demur.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a statement does, by its tokens: words within its texts do nothing. Immutable. */
public final class StatementTokens {
    private static final Set<String> ORDERS = Set.of("<", ">", "<=", ">=");
    private static final Set<String> EQUALITIES = Set.of("=", "==", "<>", "!=");
    private static final Set<String> OF_DAYS = Set.of("DATE", "DATETIME");
    private static final Set<String> FACTORS = Set.of("*", "/");
    private static final Set<String> ENDS_ORDER = Set.of("DESC", ",", ")", "LIMIT");
    private static final double SECONDS_OF_A_DAY = 86_400;

    private final String sql;

    /** Qualified names whole, keywords in upper case. */
    private final List<String> tokens;

    private final List<Comparison> comparisons;

    private StatementTokens(String sql, List<String> tokens) {
        this.sql = sql;
        this.tokens = tokens;
        this.comparisons = read();
    }

    /** Of a statement as it is written; none where it cannot be cut into tokens. */
    public static StatementTokens of(QueryTree statement) {
        return of(SqlTreeWriter.write(statement).orElse(""));
    }

    /** Of a statement; none where it cannot be cut into tokens. */
    public static StatementTokens of(String sql) {
        return new StatementTokens(sql, SqlTokens.qualified(sql).orElse(List.of()));
    }

    /** The statement. */
    public String sql() {
        return sql;
    }

    /** The table of the column that follows some words; empty where it is not said. */
    public Optional<String> qualifierAfter(String... words) {
        int at = indexOf(0, words);
        String next = at < 0 ? "" : token(at + words.length);
        int dot = next.lastIndexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(next.substring(0, dot));
    }

    /** Its texts, with their quotes. */
    public Stream<String> texts() {
        return tokens.stream().filter(StatementTokens::isText);
    }

    /**
     * One side compared with another.
     *
     * @param left a name, alone or as a day, a number or a text; empty for anything else
     * @param bracketed whether the left side is the first thing in brackets
     * @param operator one of {@code < > <= >= = == <> !=}
     * @param right as the left side
     */
    public record Comparison(String left, boolean bracketed, String operator, String right) {
        public boolean isOrder() {
            return ORDERS.contains(operator);
        }

        public boolean isUnequal() {
            return operator.equals("<>") || operator.equals("!=");
        }

        /** Whether a column is one of its sides. */
        public boolean isOf(String column) {
            return isColumn(left, column) || isColumn(right, column);
        }

        /** Whether the right side is a number or a text. */
        public boolean isWithValue() {
            return isNumber(right) || isText(right);
        }

        @Override
        public String toString() {
            return left + " " + operator + " " + right;
        }
    }

    /** A column of which is asked whether it holds anything. */
    public record NullTest(String column, boolean isNull) {
        /** The column's, without its table's. */
        public String name() {
            return unqualified(column);
        }

        @Override
        public String toString() {
            return column + (isNull ? " IS NULL" : " IS NOT NULL");
        }
    }

    /** Whether these words and signs follow one another. */
    public boolean has(String... words) {
        return indexOf(0, words) >= 0;
    }

    /** Whether a word or sign is followed at once by something. */
    public boolean has(String word, Predicate<String> next) {
        for (int i = indexOf(0, word); i >= 0; i = indexOf(i + 1, word)) {
            if (next.test(token(i + 1))) {
                return true;
            }
        }
        return false;
    }

    /** The first place from one on where these words and signs follow one another; else -1. */
    public int indexOf(int from, String... words) {
        for (int i = from; i < tokens.size(); i++) {
            if (isAt(i, words)) {
                return i;
            }
        }
        return -1;
    }

    /** The last place of a word or sign; -1 where it is nowhere. */
    public int lastIndexOf(String word) {
        int last = tokens.size() - 1;
        while (last >= 0 && !isAt(last, word)) {
            last--;
        }
        return last;
    }

    /**
     * Whether a word or name has a part, be it all of it.
     *
     * @param part in lower case
     */
    public boolean hasPart(String part) {
        return tokens.stream()
                .anyMatch(token -> !isText(token) && token.toLowerCase(Locale.ROOT).contains(part));
    }

    /** Whether a name, qualified or not, begins with something in lower case. */
    public boolean hasNameFrom(String beginning) {
        return tokens.stream()
                .filter(StatementTokens::isName)
                .anyMatch(name -> unqualified(name).toLowerCase(Locale.ROOT).startsWith(beginning));
    }

    /** Whether rows are sorted, by the first thing at least, with the least of it first. */
    public boolean ordersUpwards() {
        for (int i = indexOf(0, "ORDER", "BY"); i >= 0; i = indexOf(i + 1, "ORDER", "BY")) {
            int at = i + 2;
            while (at < tokens.size() && !ENDS_ORDER.contains(token(at).toUpperCase(Locale.ROOT))) {
                at = token(at).equals("(") ? end(at) : at + 1;
            }
            if (!isAt(at, "DESC")) {
                return true;
            }
        }
        return false;
    }

    /** Whether it leaves out some of the first rows. */
    public boolean skipsRows() {
        for (int i = 0; i < tokens.size(); i++) {
            boolean isSkipped = isAt(i, "OFFSET") || (isAt(i, "LIMIT") && token(i + 2).equals(","));
            if (isSkipped && isNumber(token(i + 1)) && !token(i + 1).equals("0")) {
                return true;
            }
        }
        return false;
    }

    /** The column that is all it returns, be it the least or greatest of it. */
    public Optional<String> onlyColumn() {
        int at = isAt(1, "DISTINCT") ? 2 : 1;
        boolean isExtreme = isAt(at, "MIN", "(") || isAt(at, "MAX", "(");
        String column = token(isExtreme ? at + 2 : at);
        int next = isExtreme ? at + 4 : at + 1;
        return startsWith("SELECT") && isName(column) && isAt(next, "FROM")
                ? Optional.of(SqlTokens.parts(column).getLast())
                : Optional.empty();
    }

    /** The number that something is first multiplied with or divided by. */
    public Optional<String> factor() {
        for (int i = 0; i < tokens.size(); i++) {
            if (FACTORS.contains(tokens.get(i)) && isNumber(token(i + 1))) {
                return Optional.of(token(i + 1));
            }
        }
        return Optional.empty();
    }

    /** To how many digits a mean, or what is made of one, is rounded. */
    public Optional<String> digitsOfMean() {
        int at = indexOf(0, "ROUND", "(", "AVG", "(");
        int last = at < 0 ? -1 : end(at + 1) - 2;
        return last > 0 && isNumber(token(last)) && token(last - 1).equals(",")
                ? Optional.of(token(last))
                : Optional.empty();
    }

    /** Whether it begins with these words and signs. */
    public boolean startsWith(String... words) {
        return isAt(0, words);
    }

    private boolean isAt(int place, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!token(place + i).equalsIgnoreCase(words[i])) {
                return false;
            }
        }
        return true;
    }

    /** What stands somewhere; empty beyond either end. */
    private String token(int place) {
        return place >= 0 && place < tokens.size() ? tokens.get(place) : "";
    }

    /** All comparisons, in their order. */
    public List<Comparison> comparisons() {
        return comparisons;
    }

    private List<Comparison> read() {
        List<Comparison> read = new ArrayList<>();
        for (int i = 1; i < tokens.size(); i++) {
            String operator = tokens.get(i);
            if (!ORDERS.contains(operator) && !EQUALITIES.contains(operator)) {
                continue;
            }
            boolean isDay = isDay(i - 4);
            int start = isDay ? i - 4 : i - 1;
            read.add(
                    new Comparison(
                            isDay ? day(i - 4) : operand(i - 1),
                            token(start - 1).equals("("),
                            operator,
                            isDay(i + 1)
                                    ? day(i + 1)
                                    : token(i + 2).equals("(") ? "" : operand(i + 1)));
        }
        return List.copyOf(read);
    }

    private boolean isDay(int place) {
        return OF_DAYS.contains(token(place).toUpperCase(Locale.ROOT))
                && token(place + 1).equals("(")
                && isName(token(place + 2))
                && token(place + 3).equals(")");
    }

    private String day(int place) {
        return token(place) + "(" + token(place + 2) + ")";
    }

    private String operand(int place) {
        String token = token(place);
        return isName(token) || isNumber(token) || isText(token) ? token : "";
    }

    /** Whether a token is a name of anything but a keyword. */
    public static boolean isName(String token) {
        return !token.isEmpty() && SqlTokens.isName(token);
    }

    private static boolean isNumber(String token) {
        return !token.isEmpty() && Character.isDigit(token.charAt(0));
    }

    private static boolean isText(String token) {
        return token.startsWith("'");
    }

    /** Columns of which is asked whether they hold anything, in their order. */
    public List<NullTest> nullTests() {
        List<NullTest> tests = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            boolean isNull = isAt(i + 1, "IS", "NULL");
            if (isName(tokens.get(i)) && (isNull || isAt(i + 1, "IS", "NOT", "NULL"))) {
                tests.add(new NullTest(tokens.get(i), isNull));
            }
        }
        return tests;
    }

    /** Patterns that a text has to be like; with their quotes. */
    public List<String> patterns() {
        List<String> patterns = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (isAt(i, "LIKE") && isText(token(i + 1))) {
                patterns.add(token(i + 1));
            }
        }
        return patterns;
    }

    /** Whether a row of one thing may be meant: a value is looked for, or the first row taken. */
    public boolean mayBeOneRow() {
        return has("LIMIT", "1")
                || comparisons.stream().anyMatch(c -> c.operator().equals("=") && c.isWithValue());
    }

    /** Whether it has a column of a name. */
    public boolean names(String column) {
        return tokens.stream().anyMatch(token -> isColumn(token, column));
    }

    /** Whether a column is compared with what has a name. */
    public boolean comparesWithName(String column) {
        for (int i = 1; i < tokens.size(); i++) {
            boolean isComparison =
                    ORDERS.contains(tokens.get(i))
                            || (EQUALITIES.contains(tokens.get(i)) && !tokens.get(i).equals("!="));
            int left = token(i - 1).equals(")") ? i - 2 : i - 1;
            int right = token(i + 2).equals("(") ? i + 3 : i + 1;
            if (isComparison
                    && ((isColumn(token(left), column) && isWord(token(i + 1)))
                            || (isWord(token(left)) && isColumn(token(right), column)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && (Character.isLetter(token.charAt(0)) || token.charAt(0) == '_');
    }

    /** Whether a name, qualified or not, is a column's. */
    private static boolean isColumn(String token, String column) {
        return isName(token) && unqualified(token).equalsIgnoreCase(column);
    }

    /** A name without the table before it. */
    public static String unqualified(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Whether a column is looked for where it holds nothing, or not something. */
    public boolean looksForNone(String column) {
        for (int i = 0; i < tokens.size(); i++) {
            if (!isColumn(tokens.get(i), column)) {
                continue;
            }
            int next = i + 1;
            while (token(next).equals(")")) {
                next++;
            }
            boolean isNone =
                    token(next).equals("=")
                            && Set.of("0", "''", "'n'", "'no'", "'none'", "'false'")
                                    .contains(token(next + 1).toLowerCase(Locale.ROOT));
            if (isNone || isAt(next, "IS", "NULL") || isAt(next, "<>") || isAt(next, "!=")) {
                return true;
            }
        }
        return false;
    }

    /**
     * A sum, or a count of rows, that is returned alone or after what it is grouped by.
     *
     * @param summed the column; empty for a count
     * @param from the first table
     */
    public record Figure(String summed, String from) {}

    /** Empty where another figure or none is returned. */
    public Optional<Figure> figure() {
        int at = 1;
        while (isName(token(at)) && token(at + 1).equals(",")) {
            at += 2;
        }
        boolean isCount = isAt(at, "COUNT", "(", "*", ")");
        boolean isSum =
                (isAt(at, "TOTAL", "(") || isAt(at, "SUM", "("))
                        && isName(token(at + 2))
                        && token(at + 3).equals(")");
        if (!startsWith("SELECT") || (!isCount && !isSum)) {
            return Optional.empty();
        }
        String summed = isSum ? token(at + 2) : "";
        for (int i = at + 4; i < tokens.size() && !"()".contains(tokens.get(i)); i++) {
            if (isAt(i, "FROM") && isName(token(i + 1))) {
                return Optional.of(new Figure(summed, token(i + 1)));
            }
        }
        return Optional.empty();
    }

    /** Whether it leaves out rows for what another table, or another query, has of them. */
    public boolean leavesOutRows() {
        return has("NOT", "IN") || has("NOT", "EXISTS") || has("EXCEPT") || has("LEFT", "JOIN");
    }

    /** Whether something is divided by what is no mere number. */
    public boolean hasRatio() {
        for (int i = 0; i < tokens.size(); i++) {
            int divisor = token(i + 1).equals("(") ? i + 2 : i + 1;
            if (tokens.get(i).equals("/")
                    && (isWord(token(divisor)) || isAt(divisor, "(", "SELECT"))) {
                return true;
            }
        }
        return false;
    }

    /** Whether something is multiplied with or divided by a number. */
    public boolean converts() {
        for (int i = 0; i < tokens.size(); i++) {
            if (FACTORS.contains(tokens.get(i))
                    && (isNumber(token(i + 1)) || isNumber(token(i - 1)))) {
                return true;
            }
        }
        return false;
    }

    /** Whether it has a number, by itself or within a text. */
    public boolean hasNumber(String number) {
        var alone = Pattern.compile("(?<![\\w.])" + Pattern.quote(number) + "(?![\\w.])");
        return tokens.stream().anyMatch(token -> alone.matcher(token).find());
    }

    /**
     * Differences between times: the length in seconds of what each is counted in, after what it is
     * multiplied with or divided by at once.
     */
    public List<Double> spans() {
        List<Double> spans = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            double unit = unit(i);
            int minus = end(i + 1);
            if (unit == 0 || !token(minus).equals("-") || unit(minus + 1) != unit) {
                continue;
            }
            int at = end(minus + 2);
            while (token(at).equals(")")) {
                at++;
            }
            while (FACTORS.contains(token(at)) && isNumber(token(at + 1))) {
                double number = Double.parseDouble(token(at + 1));
                unit = token(at).equals("*") ? unit / number : unit * number;
                at += 2;
            }
            spans.add(unit);
            i = at - 1;
        }
        return spans;
    }

    /** Seconds of what a function of times counts; 0 where there is no such function. */
    private double unit(int place) {
        if (isAt(place, "julianday", "(")) {
            return SECONDS_OF_A_DAY;
        }
        return isAt(place, "unixepoch", "(") || isAt(place, "strftime", "(", "'%s'") ? 1 : 0;
    }

    /** What stands after the bracket that ends what a bracket begins. */
    private int end(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += token(i).equals("(") ? 1 : token(i).equals(")") ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return tokens.size();
    }

    /**
     * What times are written as, outside of the conditions of a grouped query: formats of {@code
     * strftime}, and those that stand for the first letters of a time.
     */
    public List<String> timeFormats() {
        List<String> formats = new ArrayList<>();
        boolean isCondition = false;
        for (int i = 0; i < tokens.size(); i++) {
            isCondition =
                    isAt(i, "WHERE")
                            ? tokens.subList(i, tokens.size()).contains("GROUP")
                            : isCondition && !isAt(i, "GROUP");
            if (isCondition) {
                continue;
            }
            if (isAt(i, "strftime", "(") && isText(token(i + 2))) {
                formats.add(token(i + 2));
            } else if (isAt(i, "substr", "(")) {
                int close = end(i + 1) - 1;
                if (token(close - 4).equals(",")
                        && token(close - 3).equals("1")
                        && token(close - 2).equals(",")) {
                    formats.add(
                            switch (token(close - 1)) {
                                case "4" -> "%Y";
                                case "7" -> "%Y-%m";
                                case "10" -> "%Y-%m-%d";
                                default -> "";
                            });
                }
            }
        }
        formats.removeIf(String::isEmpty);
        return formats;
    }
}
