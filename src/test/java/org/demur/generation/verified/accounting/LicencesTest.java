package org.demur.generation.verified.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.generation.Unaccounted;
import org.demur.generation.Unaccounted.Side;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.schema.DatabaseSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a question and a statement do not have in common, by what pairs have taught. */
final class LicencesTest {
    private static final List<String> PEOPLE =
            List.of("Ann", "Bea", "Cy", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida");

    @TempDir Path home;

    private static QuestionReading read(String question) {
        return QuestionReader.fit(new Gazetteer.Builder().build(), List.of(), List.of())
                .read(question);
    }

    private static ParsedStatement parsed(DatabaseSchema schema, String sql) {
        return ParsedStatement.of(sql, schema).orElseThrow();
    }

    /** Counts, lists and greatest values of several tables. */
    private static Licences learned(DatabaseSchema schema, int wordings) {
        List<Licences.Pair> pairs = new ArrayList<>();
        for (String table : List.of("bike", "task", "customer", "brand")) {
            String name =
                    switch (table) {
                        case "task" -> "task.label";
                        case "bike" -> "bike.model";
                        default -> table + ".name";
                    };
            for (String person : PEOPLE.subList(0, wordings)) {
                pairs.add(
                        pair(
                                schema,
                                "How many of the %s rows did %s see?".formatted(table, person),
                                "SELECT COUNT(*) FROM " + table));
                pairs.add(
                        pair(
                                schema,
                                "List the %s names for %s.".formatted(table, person),
                                "SELECT %s FROM %s".formatted(name, table)));
                pairs.add(
                        pair(
                                schema,
                                "Tell %s the last %s by name.".formatted(person, table),
                                "SELECT MAX(%s) FROM %s".formatted(name, table)));
            }
        }
        return Licences.learn(pairs);
    }

    private static Licences.Pair pair(DatabaseSchema schema, String question, String sql) {
        return new Licences.Pair(read(question), parsed(schema, sql));
    }

    private static List<Unaccounted> account(
            DatabaseSchema schema, int wordings, String question, String sql) {
        return learned(schema, wordings)
                .asked(read(question))
                .account(StatementElements.of(parsed(schema, sql), question));
    }

    @Test
    void anElementThatNoWordAsksForIsLeftOver() {
        try (var shop = new BicycleShop(home, "")) {
            // when
            var left =
                    account(
                            shop.schema(),
                            9,
                            "List the task names for Joe.",
                            "SELECT COUNT(*) FROM task");

            // then
            assertThat(left)
                    .filteredOn(u -> u.side() == Side.STATEMENT)
                    .singleElement()
                    .satisfies(u -> {
                        assertThat(u.what()).contains("COUNT");
                        assertThat(u.explanation()).contains("no word of the question");
                    });
        }
    }

    @Test
    void aWordThatNothingAnswersIsLeftOver() {
        try (var shop = new BicycleShop(home, "")) {
            // when
            var left =
                    account(
                            shop.schema(),
                            9,
                            "How many of the brand rows did Joe see?",
                            "SELECT COUNT(*) FROM task");

            // then
            assertThat(left)
                    .filteredOn(u -> u.side() == Side.QUESTION)
                    .extracting(Unaccounted::what)
                    .containsExactly("brand");
            assertThat(left)
                    .extracting(Unaccounted::explanation)
                    .anyMatch(text -> text.startsWith("Nothing in the draft answers 'brand'"));
        }
    }

    @Test
    void whatWasAskedForIsAccountedFor() {
        try (var shop = new BicycleShop(home, "")) {
            assertThat(
                            account(
                                    shop.schema(),
                                    9,
                                    "How many of the task rows did Joe see?",
                                    "SELECT COUNT(*) FROM task"))
                    .isEmpty();
        }
    }

    @Test
    void fewPairsTeachNothing() {
        try (var shop = new BicycleShop(home, "")) {
            assertThat(
                            account(
                                    shop.schema(),
                                    1,
                                    "List the task names.",
                                    "SELECT COUNT(*) FROM task"))
                    .isEmpty();
        }
    }
}
