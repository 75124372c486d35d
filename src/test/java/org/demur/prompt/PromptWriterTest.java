package org.demur.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.BicycleShop;
import org.demur.generation.llm.SqlPrompt;
import org.demur.inference.TokenCount;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PromptWriterTest {
    private static final String QUESTION = "What does a repair cost for Ada Linden?";
    private static final List<VerifiedQuery> NEAREST_LAST =
            List.of(
                    Prompting.pair("How many bikes are there?", "SELECT COUNT(*) FROM bike"),
                    Prompting.pair("What did the repairs cost?", "SELECT cost FROM repair"));

    @TempDir static Path home;
    private static BicycleShop shop;

    @BeforeAll
    static void open() {
        shop = new BicycleShop(home, "");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @Test
    void whatFitsIsShownWhole() {
        // when
        var written = write(16_000);

        // then
        assertThat(written.columnsLeftOut()).isZero();
        assertThat(written.demonstrationsLeftOut()).isZero();
        assertThat(written.shown()).isEqualTo(shop.schema());
    }

    @Test
    void aSchemaThatIsTooLargeIsPrunedToWhatTheQuestionNamesAndSaysSo() {
        // given
        int whole = tokens(write(16_000));

        // when
        var written = write(contextFor(whole - 40));

        // then
        var schema = Prompting.sections(written.prompt().input()).getOrDefault("schema", "");
        assertThat(schema)
                .contains("Table repair", "cost", "customer_id", "Table customer", "name")
                .containsPattern("-- \\d of 7 tables and \\d+ of \\d+ columns");
        assertThat(written.columnsLeftOut()).isPositive();
        assertThat(written.demonstrationsLeftOut()).isZero();
    }

    @ParameterizedTest(name = "context of {0}")
    @ValueSource(ints = {420, 450, 500, 550, 600, 700, 1_000})
    void noPromptIsLargerThanTheRoomThereIs(int context) {
        // when
        var written = write(context);

        // then
        assertThat(tokens(written)).isLessThanOrEqualTo(budget(context).largest());
        assertThat(written.prompt().input()).contains(QUESTION);
    }

    @Test
    void theFarthestDemonstrationGoesFirst() {
        // when
        var written = write(420);

        // then
        assertThat(written.demonstrationsLeftOut()).isEqualTo(1);
        assertThat(written.prompt().input())
                .contains("What did the repairs cost?")
                .doesNotContain("How many bikes are there?");
    }

    @Test
    void whereNothingFitsItFailsWithTheRemedy() {
        // then
        assertThatThrownBy(() -> write(200))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION))
                .hasMessageContaining("take a model with a larger context");
    }

    private static PromptWriter.Written write(int context) {
        var file = Prompting.FILES.read(SqlPrompt.PROMPT);
        return new PromptWriter(SchemaForm.COLUMNS, budget(context))
                .write(
                        shop.schema(),
                        QUESTION,
                        NEAREST_LAST,
                        (schema, shown) ->
                                file.with(
                                        Map.of(
                                                "schema",
                                                schema,
                                                "notes",
                                                "none",
                                                "demonstrations",
                                                DemonstrationText.withSql(shown),
                                                "question",
                                                QUESTION)));
    }

    private static PromptBudget budget(int context) {
        return new PromptBudget(context, 50, TokenCount.CL100K);
    }

    private static int contextFor(int tokens) {
        int context = tokens;
        while (budget(context).largest() < tokens) {
            context++;
        }
        return context;
    }

    private static int tokens(PromptWriter.Written written) {
        return budget(16_000).tokens(written.prompt());
    }
}
