package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.demur.generation.BicycleShop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InduceCommandTest {
    private static final String PAIRS = BicycleShop.resource("/generation/bicycle-shop-pairs.yaml");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path home;
    private Path declaration;

    @BeforeEach
    void declareTheShop() throws IOException {
        new BicycleShop(home, "# pairs of the shop\n" + PAIRS).close();
        declaration = home.resolve("config/databases/shop.yaml");
        Files.writeString(
                Files.createDirectories(home.resolve("config/strategies")).resolve("verified.yaml"),
                """
                feasibility: assume-feasible
                generator: none
                suggester: none
                detector: none
                estimator: first-draft
                policy: thresholds
                """);
        System.setProperty("demur.home", home.toString());
    }

    @AfterEach
    void forgetTheShop() {
        System.clearProperty("demur.home");
    }

    @Test
    void aDraftIsPrintedWithoutWritingIt() throws IOException {
        // given
        var before = Files.readString(declaration);

        // when
        int code = run("induce", "--database=shop", "--print");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString())
                .startsWith("semantics:")
                .contains("item: repair.task_code = task.code > task.label");
        assertThat(declaration).hasContent(before);
    }

    @Test
    void aDraftIsWrittenBelowWhatIsThereAndReadFromThenOn() throws IOException {
        // given
        var before = Files.readString(declaration);

        // when
        int code = run("induce", "--database=shop");
        int again = run("induce", "--database=shop");

        // then
        assertThat(code).isZero();
        assertThat(Files.readString(declaration)).startsWith(before).contains("\nsemantics:\n");
        assertThat(again).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("has a semantic layer", "--replace");
    }

    @Test
    void whatAPersonDeclaredIsKeptWhenTheDraftIsMadeAnew() throws IOException {
        // given
        Files.writeString(
                declaration,
                """
                file: shop.sqlite
                # meaning
                semantics:
                  units: {repair.cost: euro}
                  # a comment within
                # pairs
                """
                        + PAIRS);

        // when
        int code = run("induce", "--database=shop", "--replace");

        // then
        assertThat(code).isZero();
        assertThat(declaration)
                .content()
                .startsWith("file: shop.sqlite\n# meaning\nsemantics:\n")
                .contains("\n    repair.cost: \"euro\"\n# pairs\nverified:\n")
                .doesNotContain("a comment within");
    }

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
