package org.demur.generation.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.BicycleShop;
import org.demur.generation.DraftTrial;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlGenerator;
import org.demur.inference.ChatModel;
import org.demur.inference.ScriptedModel;
import org.demur.prompt.Prompting;
import org.demur.prompt.SchemaForm;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The systems that ask in steps, against completions of each step, those that no one can read too.
 */
final class StepsTest {
    private static final Question QUESTION =
            new Question("q", "shop", "Which brands come from France?");
    private static final List<VerifiedQuery> PAIRS =
            List.of(
                    Prompting.pair("How many bikes are there?", "SELECT COUNT(*) FROM bike"),
                    Prompting.pair("Will it rain?", null));

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

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void goesStepByStep(JsonNode scenario) {
        // given
        var model = new ScriptedModel(texts(scenario.path("completions")));
        var tried = new ArrayList<String>();
        var generator = generator(scenario, model, tried);

        // when
        Generation[] generation = new Generation[1];
        var failure =
                catchThrowableOfType(
                        GatewayException.class,
                        () -> generation[0] = generator.generate(QUESTION, shop.schema()));

        // then
        assertThat(model.left()).as("completions not asked for").isEmpty();
        assertThat(model.prompts())
                .allSatisfy(prompt ->
                        assertThat(Prompting.sections(prompt.input()))
                                .containsKeys("schema", "notes", "question")
                                .containsEntry("question", QUESTION.text()));
        if (scenario.has("trouble")) {
            assertThat(failure).isNotNull();
            assertThat(failure.code()).isEqualTo(FailureCode.MALFORMED_OUTPUT);
            assertThat(failure).hasMessageContaining(scenario.path("trouble").asText());
            return;
        }
        assertThat(failure).isNull();
        switch (generation[0]) {
            case Generation.Drafts drafts -> {
                assertThat(drafts.best().sql()).isEqualTo(scenario.path("sql").asText());
                scenario.path("evidence")
                        .properties()
                        .forEach(e ->
                                assertThat(drafts.best().evidence())
                                        .containsEntry(
                                                Measurement.of(e.getKey()).orElseThrow(),
                                                e.getValue().asDouble()));
            }
            case Generation.Declined declined ->
                    assertThat(scenario.path("declined").asBoolean()).isTrue();
        }
        if (scenario.has("tried")) {
            assertThat(tried).containsExactlyElementsOf(texts(scenario.path("tried")));
        }
        var last = model.prompts().getLast().input();
        texts(scenario.path("last-prompt-has")).forEach(text -> assertThat(last).contains(text));
        texts(scenario.path("last-prompt-lacks"))
                .forEach(text -> assertThat(last).doesNotContain(text));
    }

    private static SqlGenerator generator(JsonNode scenario, ChatModel model, List<String> tried) {
        var writer = Prompting.writer(SchemaForm.COLUMNS);
        var demonstrations = Prompting.demonstrations(PAIRS);
        if (scenario.path("system").asText().equals("din-sql")) {
            return new DinSql(model, writer, demonstrations, Prompting.FILES, 8);
        }
        Deque<String> outcomes = new ArrayDeque<>(texts(scenario.path("outcomes")));
        DraftTrial trial =
                sql -> {
                    tried.add(sql);
                    var outcome = outcomes.isEmpty() ? "runs" : outcomes.poll();
                    return switch (outcome) {
                        case "runs" -> new DraftTrial.Outcome.Runs();
                        case "nothing" -> new DraftTrial.Outcome.GivesNothing();
                        default -> new DraftTrial.Outcome.Fails(outcome);
                    };
                };
        return new MacSql(
                model, writer, demonstrations, trial, Prompting.FILES, new MacSql.Sizes(8, 0));
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    static Stream<Named<JsonNode>> scenarios() throws IOException {
        var mapper = new YAMLMapper();
        return Stream.of("din-sql", "mac-sql").flatMap(system -> scenarios(mapper, system));
    }

    private static Stream<Named<JsonNode>> scenarios(YAMLMapper mapper, String system) {
        try {
            var file = Path.of("src/test/resources/models/" + system + ".yaml").toFile();
            return StreamSupport.stream(mapper.readTree(file).spliterator(), false)
                    .map(scenario -> {
                        ((com.fasterxml.jackson.databind.node.ObjectNode) scenario)
                                .put("system", system);
                        return Named.of(system + ": " + scenario.path("name").asText(), scenario);
                    });
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
