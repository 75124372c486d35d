package org.demur.schema.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.StatementJudge;
import org.demur.schema.TestDatabase;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.demur.schema.declaration.DatabaseDeclarations;
import org.demur.schema.declaration.DeclaredLocation;
import org.demur.schema.jdbc.Cache;
import org.demur.schema.jdbc.DatabaseFile;
import org.demur.schema.jdbc.SchemaReader;
import org.demur.schema.pairs.PairReader.Read;
import org.demur.sql.SqlParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairReaderTest {
    private static final String COUNT = "SELECT count(*) FROM book";

    @TempDir Path home;

    @BeforeEach
    void makeDatabase() {
        TestDatabase.library(home.resolve("library.sqlite"));
    }

    @Test
    void inlinePairsAreNumberedUnlessTheyHaveAnId() throws IOException {
        // given
        String pairs =
                """
                verified:
                  - {question: Count them., sql: SELECT count(*) FROM book}
                  - {id: emma, questions: [Is Emma there?, Do you have Emma?], sql: SELECT 1 FROM book WHERE title = "Emma"}
                  - {question: Who am I?, sql: null}
                """
                        .replace("?", "");
        // when
        Read read = read(pairs);
        // then
        String emma = "SELECT 1 FROM book WHERE title = 'Emma'";
        assertThat(read.inlineFaults()).isEmpty();
        assertThat(read.queries())
                .containsExactly(
                        new VerifiedQuery("inline-1", "Count them.", COUNT),
                        new VerifiedQuery("emma#1", "Is Emma there", emma),
                        new VerifiedQuery("emma#2", "Do you have Emma", emma),
                        new VerifiedQuery("inline-3", "Who am I", null));
    }

    @Test
    void oneQuestionWithTwoStatementsIsADoubt() throws IOException {
        // given
        Path pairs =
                write(
                        "a.yaml",
                        """
                        - {id: again, question: "count  THEM.", sql: "SELECT count(*)  FROM book;"}
                        - {id: other, question: Count them., sql: SELECT count(*) FROM loan}
                        - {id: none, question: Count them., sql: null}
                        - {id: new, question: Count loans., sql: SELECT count(*) FROM loan}
                        """);
        String declaration =
                """
                verified:
                  pairs: [{id: first, question: Count them., sql: SELECT count(*) FROM book}]
                  files: [{path: a.yaml}]
                """;
        // when
        Read read = read(declaration);
        Read kept = read(declaration);
        // then
        String doubt =
                "%s:%d: pair '%s' asks the same as pair 'first' at library.yaml:3, with another SQL; keep the right one";
        assertThat(read.queries()).hasSize(5);
        assertThat(read.fileFaults()).isEmpty();
        assertThat(read.doubts())
                .containsExactly(
                        doubt.formatted(pairs, 2, "other"), doubt.formatted(pairs, 3, "none"));
        assertThat(kept).isEqualTo(read);
    }

    @Test
    void ownPairsAreReadFromJsonAndYaml() throws IOException {
        // given
        write(
                "a.json",
                """
                [{"question": "Count them.", "sql": "SELECT count(*) FROM book"},
                 {"id": "who", "questions": ["Who?", "Who is it?"], "sql": null}]
                """);
        write(
                "b.yaml",
                "- {id: n, question: Count., sql: SELECT count(*) FROM book, split: valid}");
        // when
        Read read = read("verified: {files: [{path: a.json}, {path: b.yaml}]}");
        // then
        assertThat(read.fileFaults()).isEmpty();
        assertThat(read.files())
                .containsExactlyInAnyOrder(home.resolve("a.json"), home.resolve("b.yaml"));
        assertThat(read.queries())
                .containsExactly(
                        new VerifiedQuery("a-1", "Count them.", COUNT),
                        new VerifiedQuery("who#1", "Who?", null),
                        new VerifiedQuery("who#2", "Who is it?", null),
                        new VerifiedQuery("n", "Count.", COUNT));
    }

    @Test
    void ehrsqlPairsAreJoinedWithTheirLabelsEvenWherePacked() throws IOException {
        // given
        write(
                "data.json",
                "{\"version\": \"1\", \"data\": [{\"id\": \"a\", \"question\": \"Count.\"}, {\"id\": \"b\", \"question\": \"Why?\"}, {\"id\": \"c\", \"question\": \"Who?\"}]}");
        Path labels =
                write(
                        "label.json",
                        "{\"a\": \"%s\", \"b\": \"null\", \"c\": null}".formatted(COUNT));
        TestDatabase.packed(labels);
        Files.delete(labels);
        // when
        Read read = read("verified: {files: [{path: data.json, format: ehrsql}]}");
        // then
        assertThat(read.queries())
                .containsExactly(
                        new VerifiedQuery("a", "Count.", COUNT),
                        new VerifiedQuery("b", "Why?", null),
                        new VerifiedQuery("c", "Who?", null));
        assertThat(read.files()).contains(home.resolve("label.json.gz"));
    }

    @Test
    void spiderPairsAreThoseOfTheDatabaseAndMayBeHalved() throws IOException {
        // given
        write(
                "dev.json",
                """
                [{"db_id": "other", "question": "0", "query": "SELECT 0 FROM book"},
                 {"db_id": "library", "question": "1", "query": "SELECT 1 FROM book WHERE title = \\"Emma\\""},
                 {"db_id": "library", "question": "2", "query": "SELECT 2 FROM book"},
                 {"db_id": "other", "question": "3", "query": "SELECT 3 FROM book"},
                 {"db_id": "library", "question": "4", "query": "SELECT 4 FROM book"}]
                """);
        // when
        Read even =
                read("verified: {files: [{path: dev.json, format: spider, select: {every: 2}}]}");
        Read odd =
                read(
                        "verified: {files: [{path: dev.json, format: spider, select: {every: 2, offset: 1}}]}");
        // then
        assertThat(even.queries())
                .containsExactly(
                        new VerifiedQuery(
                                "library-2", "1", "SELECT 1 FROM book WHERE title = 'Emma'"),
                        new VerifiedQuery("library-5", "4", "SELECT 4 FROM book"));
        assertThat(odd.queries()).extracting(VerifiedQuery::id).containsExactly("library-3");
    }

    @Test
    void trustsqlPairsAreThoseOfTheDatabaseAndMayBeInfeasible() throws IOException {
        // given
        write(
                "questions.json",
                """
                {"schemas": {}, "questions": [
                 {"id": "a", "db_id": "other", "question": "0", "gold_query": "SELECT 0"},
                 {"id": "b", "db_id": "library", "question": "1", "gold_query": "SELECT 1 FROM book"},
                 {"id": "c", "db_id": "library", "question": "2", "gold_query": null}]}
                """);
        // when
        Read read = read("verified: {files: [{path: questions.json, format: trustsql}]}");
        // then
        assertThat(read.queries())
                .containsExactly(
                        new VerifiedQuery("b", "1", "SELECT 1 FROM book"),
                        new VerifiedQuery("c", "2", null));
    }

    @Test
    void templatesAreFilledSentenceBySentence() throws IOException {
        // given
        write(
                "library.json",
                """
                [{"query-split": "train",
                  "sql": ["SELECT B.ID FROM BOOK AS B WHERE B.TITLE = \\"title0\\" AND B.PRICE > price0 ;"],
                  "variables": [{"name": "title0", "example": "Emma"}, {"name": "price0", "example": "3"}],
                  "sentences": [
                    {"question-split": "train", "text": "is title0 above price0 ?", "variables": {"title0": "Ida's", "price0": "5.5"}},
                    {"question-split": "dev", "text": "title0 please", "variables": {"title0": "Ulysses", "price0": ""}},
                    {"question-split": "train", "text": "any title00", "variables": {}}]}]
                """);
        // when
        Read all = read("verified: {files: [{path: library.json, format: text2sql}]}");
        Read dev =
                read(
                        "verified: {files: [{path: library.json, format: text2sql, select: {where: {question-split: [dev], query-split: [train]}}}]}");
        // then
        String sql = "SELECT B.ID FROM BOOK AS B WHERE B.TITLE = '%s' AND B.PRICE > %s";
        assertThat(all.fileFaults()).isEmpty();
        assertThat(all.queries())
                .containsExactly(
                        new VerifiedQuery(
                                "library-1-1",
                                "is Ida's above 5.5 ?",
                                sql.formatted("Ida''s", "5.5")),
                        new VerifiedQuery(
                                "library-1-2", "Ulysses please", sql.formatted("Ulysses", "3")),
                        new VerifiedQuery(
                                "library-1-3", "any title00", sql.formatted("Emma", "3")));
        assertThat(dev.queries()).extracting(VerifiedQuery::id).containsExactly("library-1-2");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELEC 1 | does not parse near 'SELEC' (line 1, column 1 of the statement)",
                "SELECT title FROM book WHERE | does not parse near 'WHERE' (line 1, column 24 of the statement)",
                "DELETE FROM book | is not a query; only SELECT answers a question",
                "SELECT titel FROM book | is rejected by the database: [SQLITE_ERROR] SQL error or missing database (no such column: titel)"
            })
    void aPairAtFaultIsLeftOutAndNamed(String sql, String fault) throws IOException {
        // given
        write(
                "a.json",
                "[{\"question\": \"Count.\", \"sql\": \"%s\"},\n {\"id\": \"bad\", \"question\": \"Bad.\", \"sql\": \"%s\"}]"
                        .formatted(COUNT, sql));
        // when
        Read inFile = read("verified: {files: [{path: a.json}]}");
        Read inline = read("verified:\n  - {id: bad, question: Bad., sql: '%s'}".formatted(sql));
        // then
        assertThat(inFile.queries()).extracting(VerifiedQuery::id).containsExactly("a-1");
        assertThat(inFile.fileFaults())
                .containsExactly(
                        "%s:2: the SQL of pair 'bad' %s; correct it or remove the pair"
                                .formatted(home.resolve("a.json"), fault));
        assertThat(inline.queries()).isEmpty();
        assertThat(inline.inlineFaults())
                .containsExactly(
                        "library.yaml:3: the SQL of pair 'bad' %s; correct it or remove the pair"
                                .formatted(fault));
    }

    @Test
    void aConstantIsNoUnknownColumn() throws IOException {
        // given
        String pairs =
                """
                constants: {fair_price: 10}
                verified: [{id: fair, question: Fair., sql: SELECT title FROM book WHERE price < Fair_Price}]
                """;
        // when
        Read read = read(pairs);
        // then
        assertThat(read.inlineFaults()).isEmpty();
        assertThat(read.queries()).hasSize(1);
    }

    @Test
    void anIdThatIsTakenIsAFault() throws IOException {
        // given
        write(
                "a.json",
                "[{\"id\": \"x\", \"question\": \"One?\", \"sql\": null},\n{\"id\": \"x\", \"question\": \"Two?\", \"sql\": null}]");
        // when
        Read read = read("verified: {files: [{path: a.json}]}");
        // then
        Path file = home.resolve("a.json");
        assertThat(read.queries()).hasSize(1);
        assertThat(read.fileFaults())
                .containsExactly(
                        "%s:2: the id 'x' is taken by the pair at %s:1; give it another"
                                .formatted(file, file));
    }

    @Test
    void aSelectionOfNothingIsAFault() throws IOException {
        // given
        write("dev.json", "[{\"db_id\": \"other\", \"question\": \"0\", \"query\": \"SELECT 0\"}]");
        // when
        Read read = read("verified: {files: [{path: dev.json, format: spider}]}");
        // then
        assertThat(read.fileFaults())
                .containsExactly(
                        "library.yaml:2: none of the 0 pairs of %s is selected; check 'select' and 'database'"
                                .formatted(home.resolve("dev.json")));
    }

    @ParameterizedTest(name = "{0} as {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{\"question\": \"a\"}] | demur | :1: the pair has no 'sql'; write null where the question is infeasible",
                "[{\"sql\": \"SELECT 1\"}] | demur | :1: the pair needs either 'question' or a list of 'questions'",
                "[{\"questions\": [1], \"sql\": null}] | demur | :1: every entry of 'questions' must be text",
                "[{\"questions\": \"a\", \"sql\": null}] | demur | :1: 'questions' must be a list of texts",
                "[{\"question\": 1, \"sql\": null}] | demur | :1: 'question' is missing or not text; is the format right?",
                "{\"a\": 1} | demur | :1: a list is needed here; is the format right?",
                "[1] | demur | :1: an object with keys is needed here",
                "[{\"question\": \"a\", | demur | :1: is not valid JSON: it ends too early; close every text, [ and {",
                "[{\"question\": \"a\"}] | spider | :1: 'db_id' is missing or not text; is the format right?",
                "[{\"question\": \"a\"}] | text2sql | :1: the query has no 'sql'",
                "{\"version\": \"1\"} | ehrsql | : has no 'data'; is the format right?",
                "{\"data\": [{\"id\": \"z\", \"question\": \"a\"}]} | ehrsql | :1: the question 'z' has no label in {home}/label.json"
            })
    void aFileThatIsNotAsDeclaredIsRefused(String content, String format, String message)
            throws IOException {
        // given
        write("a.json", content);
        write("label.json", "{\"a\": \"null\"}");
        String declared = "verified: {files: [{path: a.json, format: %s}]}".formatted(format);
        // then
        assertThatThrownBy(() -> read(declared))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(FailureCode.INVALID_CONFIGURATION);
                            assertThat(e.getMessage())
                                    .isEqualTo(
                                            home.resolve("a.json")
                                                    + message.replace("{home}", home.toString()));
                        });
    }

    @Test
    void aFieldThatNoPairHasIsRefused() throws IOException {
        // given
        write("a.json", "[{\"question\": \"a\", \"sql\": null, \"split\": \"train\"}]");
        // then
        assertThatThrownBy(() ->
                        read(
                                "verified: {files: [{path: a.json, select: {where: {spilt: [train]}}}]}"))
                .isInstanceOf(GatewayException.class)
                .hasMessage(
                        "library.yaml:2: no pair of %s has the field 'spilt' that 'select' asks for",
                        home.resolve("a.json"));
    }

    @Test
    void aMissingFileIsUnavailable() {
        // then
        assertThatThrownBy(() -> read("verified: {files: [{path: a.json}]}"))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.DATABASE_UNAVAILABLE))
                .hasMessage(
                        "library.yaml:2: the file of pairs %s does not exist; correct the path or put the file there",
                        home.resolve("a.json"));
    }

    @Test
    void heldOutPairsAreAllCountedWhateverTheirSql() throws IOException {
        // given
        write("a.json", "[{\"question\": \"Bad.\", \"sql\": \"SELEC 1\"}]");
        DatabaseDeclaration declaration = declared("verified: {files: [{path: a.json}]}");
        // when
        List<VerifiedQuery> read = reader(declaration).readUnchecked(declaration.verified());
        // then
        assertThat(read).containsExactly(new VerifiedQuery("a-1", "Bad.", "SELEC 1"));
    }

    @Test
    void whatWasReadIsKeptUntilAFileChanges() throws IOException {
        // given
        String pairs =
                """
                [{"question": "Count.", "sql": "SELECT count(*) FROM book"},
                 {"question": "Who?", "sql": null},
                 {"question": "Bad.", "sql": "SELEC 1"}]
                """;
        write("a.json", pairs);
        DatabaseDeclaration declaration = declared("verified: {files: [{path: a.json}]}");
        Read first = reader(declaration).read(declaration.verified());

        // when
        Read again = reader(declaration).read(declaration.verified());
        write("a.json", pairs.replace("Who?", "Who else?"));
        Read changed = reader(declaration).read(declaration.verified());

        // then
        assertThat(first.queries()).hasSize(2);
        assertThat(first.fileFaults()).hasSize(1);
        assertThat(again).isEqualTo(first);
        assertThat(changed.queries())
                .extracting(VerifiedQuery::question)
                .containsExactly("Count.", "Who else?");
    }

    @Test
    void brokenKeptPairsAreReadAnew() throws IOException {
        // given
        write("a.json", "[{\"question\": \"Count.\", \"sql\": \"SELECT count(*) FROM book\"}]");
        DatabaseDeclaration declaration = declared("verified: {files: [{path: a.json}]}");
        Read first = reader(declaration).read(declaration.verified());
        Path kept;
        try (var files = Files.list(home.resolve("cache/derived"))) {
            kept = files.toList().getFirst();
        }
        byte[] bytes = Files.readAllBytes(kept);
        bytes[bytes.length - 1] ^= 1;

        // when
        Files.write(kept, bytes);
        Read again = reader(declaration).read(declaration.verified());

        // then
        assertThat(again).isEqualTo(first);
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(home.resolve(name), content);
    }

    private DatabaseDeclaration declared(String pairs) throws IOException {
        Path yaml = write("library.yaml", "file: library.sqlite\n" + pairs);
        return new DatabaseDeclarations(home, Map.of()).read(yaml);
    }

    private PairReader reader(DatabaseDeclaration declaration) {
        var cache = new Cache(home.resolve("cache"));
        DatabaseFile file =
                DatabaseFile.locate(
                        ((DeclaredLocation.File) declaration.location()).path(),
                        declaration.place(),
                        cache);
        return new PairReader(
                new SchemaReader(cache).read(declaration, file),
                file.location(false),
                new Grammarian(),
                cache);
    }

    /** Objects to what does not parse. */
    private static final class Grammarian implements StatementJudge {
        @Override
        public Optional<String> fault(String sql) {
            return SqlParser.objection(sql);
        }

        @Override
        public Optional<String> objection(String sql, DatabaseSchema schema) {
            return Optional.empty();
        }

        @Override
        public String identity() {
            return "grammarian";
        }
    }

    private Read read(String pairs) throws IOException {
        DatabaseDeclaration declaration = declared(pairs);
        return reader(declaration).read(declaration.verified());
    }
}
