package org.demur.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.demur.detection.ErrorDetector;
import org.demur.detection.Findings;
import org.demur.detection.InspectedDraft;
import org.demur.detection.llm.ErrorP;
import org.demur.evaluation.Benchmarks;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.feasibility.llm.ChainOfThought;
import org.demur.feasibility.llm.ClsP;
import org.demur.generation.DraftTrial;
import org.demur.generation.SqlCandidate;
import org.demur.generation.llm.DinSql;
import org.demur.generation.llm.MacSql;
import org.demur.generation.llm.SqlPrompt;
import org.demur.inference.Prompt;
import org.demur.inference.ScriptedModel;
import org.demur.prompt.Prompting;
import org.demur.prompt.SampleRows;
import org.demur.prompt.SchemaForm;
import org.demur.question.Question;
import org.demur.schema.Column;
import org.demur.schema.ColumnRef;
import org.demur.schema.ColumnType;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ForeignKey;
import org.demur.schema.Table;
import org.demur.schema.ValueIndex;
import org.demur.schema.VerifiedQuery;
import org.demur.uncertainty.Verbal;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every prompt of every system, for every schema of the benchmarks, in every form. */
final class CompletePromptsTest {
    private static final List<VerifiedQuery> PAIRS =
            List.of(
                    Prompting.pair("How many are there?", "SELECT COUNT(*) FROM a"),
                    Prompting.pair("Which one is it?", "SELECT b FROM a"),
                    Prompting.pair("Will it rain?", null));

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemas")
    void everyTableAndColumnAppearsAndNothingIsLeftUnfilled(List<DatabaseSchema> schemas) {
        for (var schema : schemas) {
            for (var form : List.of("columns", "create-table", "examples")) {
                // when
                var prompts = prompts(schema, form);

                // then
                assertThat(prompts).hasSizeGreaterThan(15);
                for (var prompt : prompts) {
                    assertComplete(prompt, schema, form);
                }
            }
        }
    }

    private static void assertComplete(Prompt prompt, DatabaseSchema schema, String form) {
        var sections = Prompting.sections(prompt.input());
        assertThat(prompt.input() + prompt.instructions())
                .as("%s in the form %s", schema.id(), form)
                .doesNotContainPattern("\\{\\{|}}")
                .doesNotContain("null");
        assertThat(sections.values()).noneMatch(String::isBlank);
        var text = " " + sections.getOrDefault("schema", "").toLowerCase(Locale.ROOT) + " ";
        for (var table : schema.tables()) {
            assertThat(text).as(schema.id()).containsPattern(word(table.name()));
            for (var column : table.columns()) {
                assertThat(text)
                        .as(schema.id() + " " + table.name())
                        .containsPattern(word(column.name()));
            }
            for (var key : table.foreignKeys()) {
                assertThat(text).containsPattern(word(key.to().column()));
            }
        }
    }

    private static String word(String name) {
        return "(?<![\\p{L}\\p{N}_])"
                + java.util.regex.Pattern.quote(name.toLowerCase(Locale.ROOT))
                + "(?![\\p{L}\\p{N}_])";
    }

    /** What all systems send, with completions that lead through all of their steps. */
    private static List<Prompt> prompts(DatabaseSchema schema, String form) {
        var question = new Question("q", schema.id(), "How many rows are there?");
        var writer = Prompting.writer(SchemaForm.named(form, SampleRows.NONE).orElseThrow());
        var pairs = Prompting.demonstrations(PAIRS);
        var files = Prompting.FILES;
        var draft = new SqlCandidate("SELECT 1", 1, null, java.util.Map.of());
        var prompts = new ArrayList<Prompt>();
        for (var label : List.of("EASY", "NON-NESTED", "NESTED [\"How many?\"]")) {
            var model =
                    ScriptedModel.of(
                            "Schema_links: []", "Label: " + label, "SQL: SELECT 1", "SELECT 1");
            new DinSql(model, writer, pairs, files, 8).generate(question, schema);
            prompts.addAll(model.prompts());
        }
        var agents = ScriptedModel.of("{}", "```sql\nSELECT a\n```", "SELECT 1");
        new MacSql(
                        agents,
                        writer,
                        pairs,
                        sql ->
                                sql.equals("SELECT 1")
                                        ? new DraftTrial.Outcome.Runs()
                                        : new DraftTrial.Outcome.Fails("There is no column a."),
                        files,
                        new MacSql.Sizes(8, 0))
                .generate(question, schema);
        prompts.addAll(agents.prompts());
        var model =
                ScriptedModel.of(
                        "SELECT 1",
                        "not_answerable",
                        "answerable",
                        "{\"reasoning\": \"\", \"answer\": \"feasible\"}",
                        "correct",
                        "True");
        new SqlPrompt(
                        model,
                        writer,
                        pairs,
                        files,
                        new SqlPrompt.Sizes(8, 0, 1),
                        UnaryOperator.identity())
                .generate(question, schema);
        new SqlPrompt(
                        model,
                        writer,
                        pairs,
                        files,
                        new SqlPrompt.Sizes(8, 8, 1),
                        UnaryOperator.identity())
                .generate(question, schema);
        new ClsP(model, writer, pairs, files, 16, 16).classify(question, schema);
        new ChainOfThought(model, writer, files).classify(question, schema);
        new ErrorP(ErrorDetector.FIND_NOTHING, model, writer, files, false)
                .inspect(question, draft, schema);
        new Verbal(schema, model, writer, pairs, files, 8)
                .estimate(
                        question,
                        FeasibilityClassifier.ASSUME_FEASIBLE.classify(question, schema),
                        List.of(new InspectedDraft(draft, Findings.NONE)));
        prompts.addAll(model.prompts());
        return prompts;
    }

    static Stream<Named<List<DatabaseSchema>>> schemas() {
        return Stream.of("ehrsql-2024/tables.json", "spider/tables.json.gz")
                .map(file -> Named.of(file, read(Benchmarks.require(file))));
    }

    private static List<DatabaseSchema> read(Path file) {
        try (InputStream in =
                file.toString().endsWith(".gz")
                        ? new GZIPInputStream(Files.newInputStream(file))
                        : Files.newInputStream(file)) {
            return StreamSupport.stream(new ObjectMapper().readTree(in).spliterator(), false)
                    .map(CompletePromptsTest::schema)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DatabaseSchema schema(JsonNode node) {
        var names = node.path("table_names_original");
        var columns = node.path("column_names_original");
        var tables =
                IntStream.range(0, names.size())
                        .mapToObj(t -> table(node, t, names.get(t).asText(), columns))
                        .toList();
        return FileSchema.of(
                node.path("db_id").asText(), "", List.of(), null, tables, ValueIndex.EMPTY);
    }

    private static Table table(JsonNode node, int index, String name, JsonNode columns) {
        var own = new ArrayList<Column>();
        var primary = new ArrayList<String>();
        var foreign = new ArrayList<ForeignKey>();
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).get(0).asInt() == index) {
                var column = columns.get(c).get(1).asText();
                own.add(new Column(column, ColumnType.TEXT, "TEXT", true, false, ""));
                int at = c;
                node.path("primary_keys")
                        .forEach(k -> {
                            if (k.asInt() == at) {
                                primary.add(column);
                            }
                        });
                node.path("foreign_keys")
                        .forEach(k -> {
                            if (k.get(0).asInt() == at) {
                                var to = columns.get(k.get(1).asInt());
                                foreign.add(
                                        new ForeignKey(
                                                new ColumnRef(name, column),
                                                new ColumnRef(
                                                        node.path("table_names_original")
                                                                .get(to.get(0).asInt())
                                                                .asText(),
                                                        to.get(1).asText())));
                            }
                        });
            }
        }
        return new Table(name, "", own, primary, foreign, 0);
    }
}
