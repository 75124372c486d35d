package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.schema.SemanticLayer;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.catalog.DeclaredCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImportCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path home;
    private Path declaration;

    @BeforeEach
    void declareTheShop() throws IOException {
        new BicycleShop(home, "# nothing yet\n").close();
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

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static String file(String name) {
        return "src/test/resources/exchange/" + name;
    }

    @Test
    void anInterchangeFileIsDrafted() throws IOException {
        // given
        var before = Files.readString(declaration);

        // when
        int code = run("import", "osi", file("shop-osi.yaml"), "--database=shop");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString())
                .isEqualTo(
                        """
                        description: "A bicycle shop."
                        assumptions:
                          - "Sales that were returned do not count."
                          - "total repairs is SUM(repairs.cost): All that repairs cost."
                          - "Of bike, gross price is price * 1.2."
                        tables:
                          describe:
                            bike: "A kind of bicycle in stock."
                        columns:
                          describe:
                            bike.price: "What it costs (cost, list price)"
                        semantics:
                          # drafted by `demur import`: correct it and add to it
                          entities:
                            - {table: bike, words: ["bicycles", "cycles"]}
                          events:
                            - table: repair
                              time: repair.done_at
                        """);
        assertThat(left())
                .containsExactly(
                        "semantic_model[shop].datasets[bikes].fields[weight]: bike has no column"
                                + " \"weight\"",
                        "semantic_model[shop].datasets[customers]: there is no table \"clients\"",
                        "semantic_model[shop].relationships[repaired]: the database declares no"
                                + " foreign key repair.price to bike.id",
                        "semantic_model[shop].datasets[repairs].custom_extensions: nothing here"
                                + " says that");
        assertThat(declaration).hasContent(before);
    }

    @Test
    void aModelOfCortexAnalystIsDraftedWithItsVerifiedQueries() {
        // when
        int code = run("import", "cortex", file("shop-cortex.yaml"), "--database=shop");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("  - \"TOTAL COST (spending) is SUM(COST).\"\n")
                .contains("  - \"Round money to whole euros.\"\n")
                .contains("    bike.kind: \"type of bike\"\n")
                .contains("    bike.price: \"What it costs (LIST PRICE)\"\n")
                .contains("    repair.done_at: \"finished\"\n")
                .contains(
                        """
                        verified:
                          pairs:
                            - question: "How many bikes are in stock?"
                              sql: "SELECT COUNT(*) FROM bike"
                        """)
                .contains(
                        """
                            - table: repair
                              time: repair.done_at
                              value: repair.cost
                        """);
        assertThat(left())
                .hasSize(5)
                .anyMatch(l -> l.startsWith("verified_queries[gone]: its SQL is refused: "))
                .contains(
                        "relationships[REPAIR_OF_BIKE]: the database declares no foreign key"
                                + " repair.BIKE_ID to bike.ID",
                        "tables[BIKES].dimensions[KIND].sample_values: nothing here says that",
                        "tables[BIKES].filters: nothing here says that",
                        "tables[REPAIRS].facts[COST].default_aggregation: nothing here says that");
    }

    @Test
    void aManifestOfDbtIsDrafted() {
        // when
        int code = run("import", "dbt", file("shop-dbt.json"), "--database=shop");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString())
                .isEqualTo(
                        """
                        assumptions:
                          - "number of sales is COUNT(sale.id): Sales that were booked."
                          - "visits is the number of rows of sale."
                          - "high price is the percentile at 0.99 of sale.price."
                          - "sales volume is number of sales, COUNT(sale.id): How much is sold."
                          - "Of sale, booked is date(sold_at)."
                        tables:
                          describe:
                            sale: "A bicycle sold."
                        columns:
                          describe:
                            sale.sold_at: "When it was sold."
                        semantics:
                          # drafted by `demur import`: correct it and add to it
                          events:
                            - table: sale
                              time: sale.sold_at
                        """);
        assertThat(left())
                .containsExactly(
                        "semantic_models[sales].entities[customer].role: nothing here says that",
                        "metrics[large_sales].filter: nothing here says that",
                        "metrics[conversion].type_params: nothing here says that",
                        "project_configuration: nothing here says that");
    }

    @Test
    void whatIsWrittenIsReadAndIsNotWrittenTwice() throws IOException {
        // given
        var before = Files.readString(declaration);

        // when
        int code = run("import", "cortex", file("shop-cortex.yaml"), "--database=shop", "--write");
        int again = run("import", "osi", file("shop-osi.yaml"), "--database=shop", "--write");

        // then
        assertThat(code).as(err.toString()).isZero();
        assertThat(Files.readString(declaration)).startsWith(before.stripTrailing());
        assertThat(again).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("says description, assumptions", "leave out --write");
        var shop =
                DeclaredCatalog.of(home, home.resolve("config/databases"), System.getenv())
                        .database("shop");
        assertThat(shop.verified().current())
                .extracting(VerifiedQuery::question)
                .containsExactly("How many bikes are in stock?");
        assertThat(shop.schema().semantics().entities())
                .containsExactly(new SemanticLayer.Entity("bike", null, List.of("bicycles")));
    }

    @Test
    void aFileOfAnotherFormIsToldInOneLine() {
        // when
        int code = run("import", "dbt", file("shop-osi.yaml"), "--database=shop");

        // then
        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("the file has no list 'semantic_models': is it of another form?");
    }

    /** What standard error lists. */
    private List<String> left() {
        return err.toString().lines().filter(l -> l.startsWith("  ")).map(String::strip).toList();
    }
}
