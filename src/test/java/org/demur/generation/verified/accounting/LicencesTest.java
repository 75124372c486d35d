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
            List.of("Ann", "Bea", "Cy", "Dan", "Eve", "Flo", "Gus");

    @TempDir Path home;

    private static QuestionReading read(String question) {
        return QuestionReader.fit(new Gazetteer.Builder().build(), List.of(), List.of())
                .read(question);
    }

    private static ParsedStatement parsed(DatabaseSchema schema, String sql) {
        return ParsedStatement.of(sql, schema).orElseThrow();
    }

    /** Counts and lists of several tables, and the last row by a time. */
    private static Licences learned(DatabaseSchema schema, int wordings) {
        List<Licences.Pair> pairs = new ArrayList<>();
        for (String table : List.of("bike", "task", "customer", "brand")) {
            for (String person : PEOPLE.subList(0, wordings)) {
                pairs.add(
                        new Licences.Pair(
                                read(
                                        "How many of the %s rows did %s see?"
                                                .formatted(table, person)),
                                parsed(schema, "SELECT COUNT(*) FROM " + table)));
                String column =
                        table.equals("task") ? "label" : table.equals("bike") ? "model" : "name";
                pairs.add(
                        new Licences.Pair(
                                read("List the %s names for %s.".formatted(table, person)),
                                parsed(
                                        schema,
                                        "SELECT %1$s.%2$s FROM %1$s".formatted(table, column))));
            }
        }
        return Licences.learn(pairs);
    }

    @Test
    void anElementThatNoWordAsksForIsLeftOver() {
        try (var shop = new BicycleShop(home, "")) {
            // given
            var licences = learned(shop.schema(), 7);

            // when
            var left =
                    licences.asked(read("List the task names for Hal."))
                            .account(parsed(shop.schema(), "SELECT COUNT(*) FROM task"));

            // then
            assertThat(left).extracting(Unaccounted::side).contains(Side.STATEMENT, Side.QUESTION);
            assertThat(left)
                    .filteredOn(u -> u.side() == Side.STATEMENT)
                    .extracting(Unaccounted::what)
                    .anyMatch(what -> what.contains("COUNT"));
            assertThat(left)
                    .filteredOn(u -> u.side() == Side.QUESTION)
                    .extracting(Unaccounted::explanation)
                    .anyMatch(text -> text.startsWith("Nothing in the draft answers '"));
        }
    }

    @Test
    void whatWasAskedForIsAccountedFor() {
        try (var shop = new BicycleShop(home, "")) {
            var licences = learned(shop.schema(), 7);

            assertThat(
                            licences.asked(read("How many of the task rows did Hal see?"))
                                    .account(parsed(shop.schema(), "SELECT COUNT(*) FROM task")))
                    .isEmpty();
        }
    }

    @Test
    void fewPairsTeachNothing() {
        try (var shop = new BicycleShop(home, "")) {
            var licences = learned(shop.schema(), 2);

            assertThat(
                            licences.asked(read("List the task names for Hal."))
                                    .account(parsed(shop.schema(), "SELECT COUNT(*) FROM task")))
                    .isEmpty();
        }
    }
}
