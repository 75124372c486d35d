package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.demur.answer.Answer;
import org.demur.generation.BicycleShop;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that was just declared, with a wording or two for each statement. */
final class FewPairsTest {
    private static Assembly assembly;

    @BeforeAll
    static void open(@TempDir Path home) throws IOException {
        TestDatabase.of(
                home.resolve("shop.sqlite"),
                BicycleShop.resource("/generation/bicycle-shop.sql")
                        .lines()
                        .toArray(String[]::new));
        ShippedFiles.copy(
                home,
                "config/strategies/verified.yaml",
                "config/thresholds/few-pairs.json",
                "models/few-pairs.json",
                "models/manifest.json",
                "models/reader.onnx",
                "models/generator-cross-encoder.onnx",
                "models/generator-cross-decoder.onnx");
        Files.writeString(
                Files.createDirectories(home.resolve("config/databases")).resolve("shop.yaml"),
                "file: shop.sqlite\n"
                        + BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"));
        assembly = new Assembly(SettingsFile.read(home), Map.of(), PipelineListener.NOP);
    }

    @AfterAll
    static void close() {
        assembly.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Where does Clara Voss live? | SELECT customer.city FROM customer WHERE customer.name = 'Clara Voss'",
                "Which customers live in Lyon? | SELECT customer.name FROM customer WHERE customer.city = 'Lyon'",
                "What does the Cargo Whale cost? | SELECT bike.price FROM bike WHERE bike.model = 'Cargo Whale'",
                "How many bikes of the brand Otterbox are there? | SELECT COUNT(*) FROM bike WHERE bike.brand_id IN (SELECT brand.id FROM brand WHERE brand.name = 'Otterbox')",
                "List the cost of each tyre change. | SELECT repair.cost FROM repair WHERE repair.task_code IN (SELECT task.code FROM task WHERE task.label = 'tyre change')",
                "How many bikes were sold in 2024? | SELECT COUNT(*) FROM sale WHERE STRFTIME('%Y', sale.sold_at) = '2024'"
            })
    void aKnownQuestionWithAnotherValueIsAnswered(String question, String sql) {
        assertThat(answer(question)).isPresent();
        assertThat(answer(question).orElse("")).isEqualToIgnoringWhitespace(sql);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Which customers do not live in Lyon? | SELECT name FROM customer WHERE city <> 'Lyon'"
            })
    void whatEveryWordOfTheQuestionSaysIsAnsweredThoughNoPairDoes(String question, String sql) {
        assertThat(answer(question)).hasValue(sql);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "How many repairs will there be next year?",
                "How many bikes are there with 21 gears?",
                "How many repairs were there in the last 3 weeks?",
                "How many customers are there since June 2023?",
                "How many bikes of each brand are there?",
                "What is the phone number of Clara Voss?",
                "Where does Karla Smith live?",
                "Which customers live in Otterbox?"
            })
    void whatNoPairShowsIsAbstainedFrom(String question) {
        assertThat(answer(question)).isEmpty();
    }

    private static Optional<String> answer(String question) {
        var asked = new Question("q", "shop", question);
        return switch (assembly.gateway()
                .ask(new Ask(asked, "verified", null, null, null, false))) {
            case Answer.Answered answered -> Optional.of(answered.draft().sql());
            case Answer.Abstained _ -> Optional.empty();
        };
    }
}
