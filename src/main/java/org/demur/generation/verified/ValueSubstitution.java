package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.ColumnRef;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.SqlTexts;
import org.demur.schema.VerifiedQuery;
import org.demur.sql.SqlNode.Literal;
import org.demur.sql.SqlTokens;
import org.demur.sql.SqlTokens.Kind;
import org.demur.sql.SqlTokens.Token;
import org.jspecify.annotations.Nullable;

/** Pairs asked with another value: what people mostly ask, and hardly ever the same benchmark. */
public final class ValueSubstitution {
    private static final int LONGEST = 60;

    /** Whole numbers but 0 and 1, which statements hold for reasons of their own. */
    private static final Pattern WHOLE = Pattern.compile("[2-9]|[1-9]\\d{1,8}");

    private ValueSubstitution() {}

    /**
     * Each pair whose question holds, once, the text that its statement compares a column with or a
     * number of its statement, asked with another text of this column or a number near it. Always
     * the same ones; other pairs are left out.
     */
    public static List<VerifiedQuery> of(DatabaseSchema schema, List<VerifiedQuery> pairs) {
        List<VerifiedQuery> asked = new ArrayList<>();
        for (VerifiedQuery pair : pairs) {
            String sql = pair.sql();
            if (sql != null) {
                ParsedStatement.of(sql, schema)
                        .flatMap(parsed -> withOther(pair, sql, parsed, schema))
                        .ifPresent(asked::add);
            }
        }
        return List.copyOf(asked);
    }

    private static Optional<VerifiedQuery> withOther(
            VerifiedQuery pair, String sql, ParsedStatement parsed, DatabaseSchema schema) {
        var tokens = SqlTokens.of(sql).orElseThrow();
        for (int i = 0; i < parsed.literals().size(); i++) {
            Literal literal = parsed.literals().get(i);
            var said = said(literal).matcher(pair.question());
            var written = tokens.stream().filter(token -> isWritten(literal, token)).toList();
            if (said.results().count() != 1 || written.size() != 1) {
                continue;
            }
            var other = other(pair, literal, parsed.contexts().get(i).column(), schema);
            if (other.isPresent()) {
                String text = other.get();
                String question = said.reset().replaceFirst(Matcher.quoteReplacement(text) + "$1");
                String instead = literal.quoted() ? SqlTexts.quoted(text) : text;
                var texts = new ArrayList<>(tokens.stream().map(Token::text).toList());
                texts.set(tokens.indexOf(written.getFirst()), instead);
                return Optional.of(
                        new VerifiedQuery(
                                pair.id() + "-other", question, SqlTokens.written(tokens, texts)));
            }
        }
        return Optional.empty();
    }

    /** The literal as a word or words of a question; a text perhaps with the ending of a plural. */
    private static Pattern said(Literal literal) {
        return Pattern.compile(
                "(?<![\\p{L}\\p{N}.])"
                        + Pattern.quote(literal.text())
                        + (literal.quoted() ? "(s?)" : "()")
                        + "(?![\\p{L}\\p{N}]|\\.\\p{N})",
                Pattern.CASE_INSENSITIVE);
    }

    private static boolean isWritten(Literal literal, Token token) {
        boolean isOfItsKind =
                literal.quoted()
                        ? token.kind() == Kind.TEXT || token.kind() == Kind.QUOTED_NAME
                        : token.kind() == Kind.NUMBER;
        return isOfItsKind && token.content().equals(literal.text());
    }

    /** A text of the column that looks like the one it stands in for, or a number near it. */
    private static Optional<String> other(
            VerifiedQuery pair,
            Literal literal,
            @Nullable ColumnRef column,
            DatabaseSchema schema) {
        String value = literal.text();
        int chance = Math.floorMod(pair.id().hashCode() * 0x9E3779B9, 1 << 16);
        if (!literal.quoted()) {
            return WHOLE.matcher(value).matches()
                    ? Optional.of(String.valueOf(Long.parseLong(value) + 1 + chance % 3))
                    : Optional.empty();
        }
        if (column == null || !schema.values().contains(column, value) || value.isBlank()) {
            return Optional.empty();
        }
        String question = pair.question().toLowerCase(Locale.ROOT);
        var others =
                schema.values().values(column).stream()
                        .filter(v -> !v.isBlank() && v.length() <= LONGEST)
                        .filter(v -> !question.contains(v.toLowerCase(Locale.ROOT)))
                        .filter(v ->
                                Character.isLetter(v.charAt(0))
                                        == Character.isLetter(value.charAt(0)))
                        .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(others.get(chance % others.size()));
    }
}
