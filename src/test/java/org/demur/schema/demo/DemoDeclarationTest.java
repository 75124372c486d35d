package org.demur.schema.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.demur.execution.GuardLimits;
import org.demur.execution.Guarded;
import org.demur.execution.SqlGuard;
import org.demur.failure.GatewayException;
import org.demur.schema.catalog.DeclaredCatalog;
import org.demur.schema.declaration.DatabaseDeclarations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The declaration of the demo database, as it is delivered. */
final class DemoDeclarationTest {
    @TempDir Path folder;

    @Test
    void theDemoDatabaseOpensWithItsPairs() throws Exception {
        // given
        var catalog =
                DeclaredCatalog.of(
                        Path.of(""),
                        onlyDemo(),
                        Map.of("DEMUR_CACHE", folder.resolve("cache").toString()));
        // when
        var demo = catalog.database("demo");
        // then
        assertThat(catalog.problems()).isEmpty();
        assertThat(demo.schema().now()).isEqualTo(DemoDatabase.NOW);
        assertThat(demo.schema().tables()).hasSize(17).allMatch(t -> !t.description().isEmpty());
        assertThat(demo.verified().current())
                .hasSameSizeAs(DemoQuestion.read(DemoQuestion.VERIFIED));
        assertThat(demo.validation().current())
                .hasSize(
                        (int)
                                DemoQuestion.read(DemoQuestion.BENCHMARK).stream()
                                        .filter(q -> q.split().equals("valid"))
                                        .count());
    }

    @Test
    void everyStatementPassesTheGuard() throws Exception {
        // given
        var schema =
                DeclaredCatalog.of(
                                Path.of(""),
                                onlyDemo(),
                                Map.of("DEMUR_CACHE", folder.resolve("cache").toString()))
                        .database("demo")
                        .schema();
        var questions = new ArrayList<>(DemoQuestion.read(DemoQuestion.VERIFIED));
        questions.addAll(DemoQuestion.read(DemoQuestion.BENCHMARK));
        // when
        var refused = new ArrayList<String>();
        try (var guard = new SqlGuard(GuardLimits.DEFAULT)) {
            for (var question : questions) {
                if (question.sql() != null
                        && guard.check(question.sql(), schema)
                                instanceof Guarded.Refused(var finding)) {
                    refused.add(question.id() + ": " + finding.explanation());
                }
            }
        }
        // then
        assertThat(refused).isEmpty();
    }

    @Test
    void aGeneratorThatIsNotBuiltInIsRefusedWithItsLine() throws IOException {
        // given
        var file = declaring("generator: sample");
        // when, then
        assertThatThrownBy(() -> new DatabaseDeclarations(folder, Map.of()).read(file))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("own.yaml:1")
                .hasMessageContaining("demo");
    }

    @Test
    void aGeneratorBesideAFileIsRefused() throws IOException {
        // given
        var file = declaring("generator: demo\nfile: own.sqlite");
        // when, then
        assertThatThrownBy(() -> new DatabaseDeclarations(folder, Map.of()).read(file))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("keep one of them");
    }

    private Path declaring(String yaml) throws IOException {
        return Files.writeString(folder.resolve("own.yaml"), yaml);
    }

    private Path onlyDemo() throws IOException {
        var declarations = Files.createDirectories(folder.resolve("databases"));
        Files.copy(Path.of("config/databases/demo.yaml"), declarations.resolve("demo.yaml"));
        return declarations;
    }
}
