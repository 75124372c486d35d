package org.demur.feasibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.demur.question.Question;
import org.demur.schema.ArtifactsInMemory;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.Table;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LocalFeasibilityClassifierTest {
    private static final DatabaseSchema SCHEMA =
            FileSchema.of(
                    "library",
                    "",
                    List.of(),
                    null,
                    List.of(
                            table("author", "author_id", "name", "country", "born"),
                            table("book", "book_id", "title", "author_id", "price", "published")),
                    new FewValues(
                            new ColumnRef("author", "name"),
                            List.of("Ada Berg", "Bo Carr", "Cleo Dahl")));

    private static final List<VerifiedQuery> PAIRS =
            pairs(
                    "How many books has Cleo Dahl written?",
                    "What is the title of the book that costs the most?",
                    "What are the names of authors from Wales?",
                    "In which country was Bo Carr born?",
                    "List the titles of books published in 1999.",
                    "How much does the book with the number 7 cost?",
                    "What is the average price of books by Ada Berg?",
                    "When was the author of book 3 born?");

    private final LocalFeasibilityClassifier classifier =
            LocalFeasibilityClassifier.fit(SCHEMA, PAIRS);

    record Case(String question, String expected) {
        @Override
        public String toString() {
            return question;
        }
    }

    static Stream<Case> cases() {
        return resource("questions.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" \\| ", -1))
                .map(fields -> new Case(fields[0], fields[1]));
    }

    @Test
    void aKeptClassifierJudgesAsTheFittedOne() {
        // given
        var artifacts = new ArtifactsInMemory();
        var pairs = new ArrayList<VerifiedQuery>(PAIRS);
        for (int i = 0; i < 120; i++) { // enough to fit weights, some of them infeasible
            var sql = i % 6 == 0 ? null : "SELECT " + i;
            pairs.add(new VerifiedQuery("more-" + i, "What does book " + i + " weigh?", sql));
        }
        var fitted = LocalFeasibilityClassifier.fit(SCHEMA, pairs, "digest", artifacts);
        int derived = artifacts.derived();

        // when
        var read = LocalFeasibilityClassifier.fit(SCHEMA, pairs, "digest", artifacts);

        // then
        assertThat(artifacts.derived()).isEqualTo(derived).isPositive();
        cases().forEach(c -> {
            assertThat(read.classify(c.question())).isEqualTo(fitted.classify(c.question()));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void eachQuestionIsJudgedAsItsCaseSays(Case given) {
        // given
        var question = new Question("1", "library", given.question());
        // when
        var feasibility = classifier.classify(question, SCHEMA);
        // then
        if (given.expected().equals("feasible")) {
            assertThat(feasibility.infeasibleProbability()).isLessThan(0.5);
        } else {
            assertThat(feasibility.infeasibleProbability()).isGreaterThan(0.5);
            assertThat(feasibility.kind() + " " + String.join(" ", feasibility.words()))
                    .isEqualTo(given.expected());
        }
    }

    @Test
    void infeasiblePairsTeachTheirWords() {
        // given
        var taught = new java.util.ArrayList<>(repeated(PAIRS, 20));
        IntStream.range(0, 30)
                .forEach(i ->
                        taught.add(
                                new VerifiedQuery(
                                        "n" + i,
                                        "What is the shoe size of author " + i + "?",
                                        null)));
        // when
        var judged = LocalFeasibilityClassifier.fit(SCHEMA, taught);
        // then
        assertThat(judged.classify("What shoe size has Bo Carr?").infeasibleProbability())
                .isGreaterThan(0.5);
        assertThat(judged.classify("In which country was Cleo Dahl born?").infeasibleProbability())
                .isLessThan(0.5);
    }

    @Test
    void fittingTwiceGivesTheSameProbabilities() {
        // given
        var pairs = repeated(PAIRS, 20);
        var question = "Which publisher has Ada Berg?";
        // when
        var once = LocalFeasibilityClassifier.fit(SCHEMA, pairs).classify(question);
        var again = LocalFeasibilityClassifier.fit(SCHEMA, pairs).classify(question);
        // then
        assertThat(again).isEqualTo(once);
    }

    @ParameterizedTest
    @MethodSource("oddQuestions")
    void noQuestionIsTooOddToJudge(String text) {
        // given
        var question = new Question("1", "library", text);
        // when
        var feasibility = classifier.classify(question, SCHEMA);
        // then
        assertThat(feasibility.infeasibleProbability()).isBetween(0.0, 1.0);
    }

    static Stream<String> oddQuestions() {
        return Stream.of("", " ", "?", "'s", "\uD83D\uDE00", "a".repeat(100_000), "\0\0", "1 2 3");
    }

    private static List<VerifiedQuery> repeated(List<VerifiedQuery> pairs, int times) {
        return IntStream.range(0, times)
                .boxed()
                .flatMap(n ->
                        pairs.stream()
                                .map(p ->
                                        new VerifiedQuery(p.id() + "-" + n, p.question(), p.sql())))
                .toList();
    }

    private static List<VerifiedQuery> pairs(String... questions) {
        return Arrays.stream(questions)
                .map(q -> new VerifiedQuery(q, q, "select '" + q + "'"))
                .toList();
    }

    private static Table table(String name, String... columns) {
        return new Table(
                name,
                "",
                Arrays.stream(columns)
                        .map(c -> new Column(c, ColumnType.TEXT, "text", true, false, ""))
                        .toList(),
                List.of(),
                List.of(),
                10);
    }

    private static String resource(String name) {
        try (var stream =
                Objects.requireNonNull(
                        LocalFeasibilityClassifierTest.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
