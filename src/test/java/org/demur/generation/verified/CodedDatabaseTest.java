package org.demur.generation.verified;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.demur.generation.BicycleShop;
import org.demur.generation.Generation;
import org.demur.generation.Measurement;
import org.demur.generation.SqlCandidate;
import org.demur.generation.verified.parsing.SemanticParser;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Databases whose names are abbreviations and whose values are codes: pairs say what they mean. */
final class CodedDatabaseTest {
    private static final List<VerifiedQuery> PAIRS =
            pairs(
                    "How many consignments were placed in March 2024?",
                    "SELECT COUNT(*) FROM lg_ord WHERE ord_ts >= '2024-03-01' AND ord_ts < '2024-04-01'",
                    "How many consignments were placed in 2023?",
                    "SELECT COUNT(*) FROM lg_ord WHERE ord_ts BETWEEN '2023-01-01' AND '2023-12-31'",
                    "What was the total of the consignments billed for August 2024?",
                    "SELECT SUM(amt) FROM lg_ord WHERE bill_ts BETWEEN '2024-08-01' AND '2024-08-31'",
                    "How many escalated consignments are there in Cork?",
                    "SELECT COUNT(*) FROM lg_ord WHERE city = 'Cork' AND st_cd = 'E'",
                    "Consignments that were shipped free of charge, by number",
                    "SELECT ord_id FROM lg_ord WHERE ship_ct = 0",
                    "Names of all customers, please",
                    "SELECT nm FROM lg_cust",
                    "How many customers do we have?",
                    "SELECT COUNT(*) FROM lg_cust",
                    "Names of the customers that are not deleted",
                    "SELECT nm FROM lg_cust WHERE del_flg = 0");

    @TempDir static Path home;
    private static BicycleShop shop;
    private static VerifiedGenerator generator;
    private static SemanticParser parser;

    private static List<VerifiedQuery> pairs(String... texts) {
        List<VerifiedQuery> pairs = new ArrayList<>();
        for (int i = 0; i < texts.length; i += 2) {
            pairs.add(new VerifiedQuery("p" + i / 2, texts[i], texts[i + 1]));
        }
        return pairs;
    }

    @BeforeAll
    static void open() {
        List<String> made = new ArrayList<>();
        made.add("CREATE TABLE lg_cust (cust_id INTEGER PRIMARY KEY, nm TEXT, del_flg INTEGER)");
        made.add(
                "CREATE TABLE lg_ord (ord_id INTEGER PRIMARY KEY, cust_id INTEGER REFERENCES lg_cust(cust_id), ord_ts TIMESTAMP, bill_ts DATE, st_cd TEXT, city TEXT, ship_ct INTEGER, amt INTEGER)");
        for (int i = 1; i <= 40; i++) {
            made.add("INSERT INTO lg_cust VALUES (%d, 'Firm %d', %d)".formatted(i, i, i % 7 / 6));
            made.add(
                    "INSERT INTO lg_ord VALUES (%d, %d, '202%d-%02d-11 10:00:00', '202%d-%02d-12', '%s', '%s', %d, %d)"
                            .formatted(
                                    i,
                                    i,
                                    2 + i % 3,
                                    1 + i % 12,
                                    2 + i % 3,
                                    1 + i % 12,
                                    i % 4 == 0 ? "E" : "N",
                                    i % 2 == 0 ? "Cork" : "Galway",
                                    i % 5 * 100,
                                    i * 10));
        }
        shop = new BicycleShop(home, "", made);
        generator =
                VerifiedGenerator.over(
                        shop.schema(), PAIRS, shop.values(), MiniLmEmbedder.encoder());
        parser = new SemanticParser(shop.schema(), PAIRS);
    }

    @AfterAll
    static void close() {
        generator.close();
        shop.close();
    }

    private static List<SqlCandidate> drafts(String question) {
        return generator.generate(new Question("q", "shop", question), shop.schema())
                        instanceof Generation.Drafts drafts
                ? drafts.candidates()
                : List.of();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Consignments placed in Dec 2023, how many? | SELECT COUNT(*) FROM lg_ord WHERE ord_ts < '2024-01-01' AND ord_ts >= '2023-12-01'",
                "Number of consignments placed in 2022 | SELECT COUNT(*) FROM lg_ord WHERE ord_ts BETWEEN '2022-01-01' AND '2022-12-31'",
                "The total of the consignments billed for February 2024? | SELECT SUM(amt) FROM lg_ord WHERE bill_ts BETWEEN '2024-02-01' AND '2024-02-29'"
            })
    void rangesOfDaysFollowTheQuestion(String question, String sql) {
        assertThat(drafts(question)).extracting(SqlCandidate::sql).contains(sql);
    }

    @Test
    void aCodeStandsForTheWordThatItsPairSaysForIt() {
        String sql = "SELECT COUNT(*) FROM lg_ord WHERE city = 'Galway' AND st_cd = 'E'";

        assertThat(drafts("How many consignments in Galway got escalated?"))
                .extracting(SqlCandidate::sql)
                .contains(sql);
        assertThat(drafts("How many private consignments are there in Galway?"))
                .extracting(SqlCandidate::sql)
                .doesNotContain(sql);
    }

    @Test
    void whatPairsCallATableIsItsName() {
        assertThat(parser.parse("How many consignments are in Galway?"))
                .extracting(SemanticParser.Parse::sql)
                .contains("SELECT COUNT(*) FROM lg_ord WHERE city = 'Galway'");
    }

    @Test
    void aNumberThatIsNothingIsNoFlag() {
        assertThat(parser.parse("How many consignments have a ship ct?"))
                .extracting(SemanticParser.Parse::sql)
                .noneMatch(sql -> sql.contains("ship_ct = 1"));
    }

    @Test
    void whetherAPhraseCountsOrListsIsNotGuessed() {
        assertThat(parser.parse("Consignments in Galway?")).isEmpty();
        assertThat(parser.parse("Which consignments are in Galway?"))
                .isNotEmpty()
                .allSatisfy(parse ->
                        assertThat(parse.evidence()).containsKey(Measurement.PARSE_UNHEARD));
    }
}
