package org.demur.generation.verified;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.demur.generation.Generation;
import org.demur.generation.SqlGenerator;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.Units;
import org.demur.question.Question;
import org.demur.schema.DatabaseSchema;
import org.demur.sql.SqlTokens;
import org.demur.sql.SqlTokens.Kind;
import org.demur.sql.SqlTokens.Token;

/**
 * Another generator's drafts in the units that are asked for: what is returned of a column of cents
 * is divided by 100 where dollars are said, and dollars that it is compared with are multiplied. A
 * draft that divides already stays as it is. Thread-safe where the other is.
 */
public final class UnitConversion implements SqlGenerator {
    private static final Set<String> AGGREGATES = Set.of("SUM", "AVG", "MIN", "MAX");

    /**
     * A statement with one of these is not changed: it converts by itself, or has several parts.
     */
    private static final Set<String> LEFT = Set.of("/", "union", "intersect", "except");

    private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=");

    private final SqlGenerator generator;

    public UnitConversion(SqlGenerator generator) {
        this.generator = generator;
    }

    @Override
    public Generation generate(Question question, DatabaseSchema schema) {
        return switch (generator.generate(question, schema)) {
            case Generation.Declined declined -> declined;
            case Generation.Drafts drafts ->
                    new Generation.Drafts(
                            drafts.candidates().stream()
                                    .map(draft ->
                                            draft.withSql(
                                                    converted(
                                                            question.spoken().text(), draft.sql())))
                                    .toList());
        };
    }

    /**
     * A statement in the units of a question.
     *
     * @param sql untrusted
     */
    static String converted(String question, String sql) {
        var reading = QuestionReader.WITHOUT_VALUES.read(question);
        var said = Units.said(reading);
        var tokens = SqlTokens.of(sql).orElse(List.of());
        boolean isLeft = tokens.stream().anyMatch(token -> LEFT.stream().anyMatch(token::is));
        return said.isEmpty() || tokens.isEmpty() || isLeft
                ? sql
                : new Writer(reading, said, tokens).write();
    }

    /** One statement, written token by token. */
    private record Writer(QuestionReading question, Set<String> said, List<Token> tokens) {
        private String write() {
            List<String> texts = new ArrayList<>(tokens.stream().map(Token::text).toList());
            boolean isReturned = true;
            int depth = 0;
            for (int i = 0; i < tokens.size(); i++) {
                Token token = tokens.get(i);
                depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
                isReturned &= !(token.is("from") && depth == 0);
                var factor = isColumn(i) ? factor(token) : OptionalLong.empty();
                if (factor.isEmpty() || factor.getAsLong() == 1) {
                    continue;
                }
                int start = isQualified(i) ? i - 2 : i;
                boolean isAggregated =
                        is(start - 1, "(") && start > 1 && isAggregate(start - 2) && is(i + 1, ")");
                int end = isAggregated ? i + 1 : i;
                if (isReturned && (isAggregated || depth == 0)) {
                    texts.set(end, texts.get(end) + " / " + factor.getAsLong() + ".0");
                } else if (!isReturned && end + 2 < tokens.size()) {
                    compare(end + 1, factor.getAsLong(), texts);
                }
            }
            return SqlTokens.written(tokens, texts);
        }

        /** The numbers that a column is compared with, where the question says them. */
        private void compare(int operator, long factor, List<String> texts) {
            boolean isRange = is(operator, "between");
            if (!isRange && !COMPARISONS.contains(tokens.get(operator).key())) {
                return;
            }
            int last = isRange && is(operator + 2, "and") ? operator + 3 : operator + 1;
            for (int i = operator + 1; i <= Math.min(last, tokens.size() - 1); i += 2) {
                String number = tokens.get(i).text();
                if (question.numbers().stream().anyMatch(mention -> mention.is(number))) {
                    int at = i;
                    Units.converted(number, factor).ifPresent(text -> texts.set(at, text));
                }
            }
        }

        private boolean is(int at, String word) {
            return at >= 0 && at < tokens.size() && tokens.get(at).is(word);
        }

        private boolean isAggregate(int at) {
            return AGGREGATES.stream().anyMatch(name -> is(at, name));
        }

        private boolean isColumn(int at) {
            var kind = tokens.get(at).kind();
            return (kind == Kind.WORD || kind == Kind.NAME || kind == Kind.QUOTED_NAME)
                    && !is(at + 1, "(")
                    && !is(at + 1, ".");
        }

        private boolean isQualified(int at) {
            return at > 1 && is(at - 1, ".");
        }

        private OptionalLong factor(Token column) {
            return Units.factor(Units.inNames(Stream.of(column.content())), said);
        }
    }
}
