package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.answer.Answer;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.wiring.Assembly;
import org.demur.wiring.SettingsFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What README.md and the OpenAPI document show is what the program does: their questions are asked,
 * their links followed.
 */
final class ReadmeTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("-d '(\\{.*?\\})'\\n```\\n\\n```json\\n(.*?)\\n```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\((?!http)([^)#]+)(#[^)]*)?\\)");

    private static final Assembly ASSEMBLY =
            new Assembly(SettingsFile.read(Path.of("")), System.getenv(), PipelineListener.NOP);

    @AfterAll
    static void close() {
        ASSEMBLY.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void isAnsweredAsShown(String request, String shown) throws IOException {
        // given
        var read = RequestReader.read(request.getBytes(StandardCharsets.UTF_8));
        var gateway = ASSEMBLY.gateway();
        var question = new Question("readme", read.database(), read.question());

        // when
        var answer =
                gateway.ask(new Ask(question, read.strategy(), read.penalty(), null, null, false));

        // then
        var verified = gateway.database(read.database()).database().verified();
        var json = new ObjectMapper();
        assertContains(
                json.readTree(
                        json.writeValueAsString(AnswerBodies.of(answer, verified, read.trace()))),
                json.readTree(shown),
                "");
    }

    @ParameterizedTest
    @CsvSource({
        "List all regions, SELECT region.region_name FROM region",
        "How many farms are there?, SELECT COUNT(*) FROM grower",
        "How many growers do we have?, SELECT COUNT(*) FROM grower"
    })
    void theDemoDatabaseAnswersWhatNewcomersTryFirst(String question, String sql) {
        // when
        var answer = ASSEMBLY.gateway().ask(Ask.of(new Question("readme", "demo", question)));

        // then
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Answered.class, told -> assertThat(told.sql()).isEqualTo(sql));
    }

    static Stream<Arguments> examples() throws IOException {
        return Stream.concat(
                shownInReadme().map(match -> Arguments.of(match.group(1), match.group(2))),
                Stream.of(Examples.ANSWERED, Examples.ABSTAINED).map(ReadmeTest::shownInOpenApi));
    }

    private static Stream<MatchResult> shownInReadme() throws IOException {
        return EXAMPLE.matcher(Files.readString(Path.of("README.md"))).results();
    }

    /** With its question, and without what differs whenever it is asked. */
    private static Arguments shownInOpenApi(String example) {
        try {
            var shown = (ObjectNode) new ObjectMapper().readTree(example);
            var request = shown.deepCopy().retain("database", "question");
            shown.remove(List.of("id", "timings"));
            return Arguments.of(request.toString(), shown.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theReadmeShowsAnAnswerAndAnAbstention() throws IOException {
        // when
        var decisions =
                shownInReadme()
                        .map(match -> match.group(2).contains("\"answered\""))
                        .distinct()
                        .toList();

        // then
        assertThat(decisions).containsExactlyInAnyOrder(true, false);
    }

    /** What is shown may leave out, never differ. */
    private static void assertContains(JsonNode actual, JsonNode shown, String at) {
        if (shown.isObject()) {
            for (var field : shown.properties()) {
                assertContains(
                        actual.path(field.getKey()), field.getValue(), at + "/" + field.getKey());
            }
        } else {
            assertThat(actual).as(at).isEqualTo(shown);
        }
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        // when
        var links =
                LINK.matcher(Files.readString(Path.of("README.md")))
                        .results()
                        .map(match -> match.group(1))
                        .toList();

        // then
        assertThat(links)
                .hasSizeGreaterThan(10)
                .allSatisfy(link -> assertThat(Path.of(link)).exists());
    }
}
