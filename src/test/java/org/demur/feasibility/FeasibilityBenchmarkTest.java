package org.demur.feasibility;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.demur.DocumentedTable;
import org.demur.question.Question;
import org.demur.schema.Database;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;

/** How well infeasible questions are told from feasible ones that nobody asked before. */
final class FeasibilityBenchmarkTest {
    private static final List<String> DOMAINS =
            List.of("world_1", "dog_kennels", "student_transcripts_tracking");

    @Test
    void mostInfeasibleQuestionsOfTheHospitalStandOut() throws IOException {
        // given
        assumeThat(Benchmarks.folder()).as("benchmarks' folder").isPresent();
        var database = Benchmarks.catalog(Benchmarks.folder().orElseThrow()).database("ehrsql");
        var classifier = fitted(database);
        // when
        var detection = new Detection();
        for (var pair : database.validation().current()) {
            judge(pair.question(), pair.sql() == null, classifier, database, detection);
        }
        // then
        report("EHRSQL-2024 valid", detection);
        assertThat(detection.auroc()).isGreaterThan(0.98);
    }

    @Test
    void mostInfeasibleQuestionsOfThreeDomainsStandOut() throws IOException {
        // given
        assumeThat(Benchmarks.folder()).as("benchmarks' folder").isPresent();
        var folder = Benchmarks.folder().orElseThrow();
        var catalog = Benchmarks.catalog(folder);
        // when
        var all = new Detection();
        for (var id : DOMAINS) {
            var database = catalog.database(id);
            var detection = new Detection();
            var classifier = fitted(database);
            var seen =
                    database.verified().current().stream()
                            .map(VerifiedQuery::question)
                            .collect(toSet());
            for (var item : Benchmarks.json(folder.resolve("spider/dev.json"))) {
                var question = item.get("question").asText();
                if (item.get("db_id").asText().equals(id) && !seen.contains(question)) {
                    judge(question, false, classifier, database, detection);
                }
            }
            var asked = Benchmarks.json(folder.resolve("trustsql/spider_test_questions.json"));
            for (var item : asked.get("questions")) {
                if (item.get("db_id").asText().equals(id) && !item.get("feasible").asBoolean()) {
                    judge(item.get("question").asText(), true, classifier, database, detection);
                }
            }
            report("`%s`".formatted(id), detection);
            all.addAll(detection);
        }
        // then
        report("the three together", all);
        assertThat(all.auroc()).isGreaterThan(0.93);
    }

    @Test
    void mostInfeasibleQuestionsOfTheDemoStandOut() throws IOException {
        // given
        var database = Benchmarks.catalog(Path.of("")).database("demo");
        var classifier = fitted(database);
        // when
        var detection = new Detection();
        for (var item : Benchmarks.json(Path.of("config/benchmarks/demo.json"))) {
            if (item.get("split").asText().equals("valid")) {
                judge(
                        item.get("question").asText(),
                        item.get("sql").isNull(),
                        classifier,
                        database,
                        detection);
            }
        }
        // then
        report("demo benchmark, valid", detection);
        assertThat(detection.auroc()).isGreaterThan(0.9);
    }

    private static LocalFeasibilityClassifier fitted(Database database) {
        return LocalFeasibilityClassifier.fit(database.schema(), database.verified().current());
    }

    private static void judge(
            String question,
            boolean infeasible,
            LocalFeasibilityClassifier classifier,
            Database database,
            Detection detection) {
        var feasibility =
                classifier.classify(
                        new Question("asked", database.id(), question), database.schema());
        detection.add(question, infeasible, feasibility);
    }

    private static void report(String name, Detection detection) throws IOException {
        var folder = Files.createDirectories(Path.of("target/feasibility"));
        Files.write(folder.resolve(name + ".txt"), detection.lines(name));
        DocumentedTable.of("feasibility").holds(name, detection.figures());
    }
}
