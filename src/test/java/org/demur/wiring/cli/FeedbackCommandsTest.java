package org.demur.wiring.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.demur.answer.Answer;
import org.demur.curation.Reviews;
import org.demur.generation.BicycleShop;
import org.demur.journal.DecidedEntry;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Measured;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.pipeline.Ask;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.TestDatabase;
import org.demur.wiring.Assembly;
import org.demur.wiring.Journals;
import org.demur.wiring.SettingsFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From feedback to answers, by the commands that people use. */
final class FeedbackCommandsTest {
    private static final String QUESTION = "How many bikes of each brand are there?";
    private static final String RIGHT =
            "SELECT brand.name, COUNT(*) FROM bike JOIN brand ON bike.brand_id = brand.id GROUP BY"
                    + " brand.name";

    @TempDir private Path home = Path.of("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void declareTheShop() throws IOException {
        TestDatabase.of(
                home.resolve("shop.sqlite"),
                BicycleShop.resource("/generation/bicycle-shop.sql")
                        .lines()
                        .toArray(String[]::new));
        for (var shipped :
                new String[] {
                    "config/strategies/verified.yaml",
                    "config/thresholds/few-pairs.json",
                    "models/few-pairs.json"
                }) {
            var copy = home.resolve(shipped);
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(Path.of(shipped), copy);
        }
        declare(true);
        System.setProperty("demur.home", home.toString());
    }

    private void declare(boolean keepsQuestions) throws IOException {
        Files.writeString(
                Files.createDirectories(home.resolve("config/databases")).resolve("shop.yaml"),
                "file: shop.sqlite\njournal: {questions: %s}\n".formatted(keepsQuestions)
                        + BicycleShop.resource("/generation/bicycle-shop-pairs.yaml"));
    }

    @AfterEach
    void forget() {
        System.clearProperty("demur.home");
    }

    @Test
    void whatAPersonCorrectedIsAnsweredOnceItIsAccepted() {
        // given
        var asked = ask();
        assertThat(asked).isInstanceOf(Answer.Abstained.class);
        var proposal = say(asked.question().id(), RIGHT);

        // when it is listed, then what it would change is told, and nothing has changed
        assertThat(run("review")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains(
                        proposal,
                        "by ada",
                        QUESTION,
                        "GROUP BY brand.name",
                        asked.question().id(),
                        "corrected by a person",
                        "of the journal's 1 questions answers 1 more, changes 0",
                        "1 to review");
        assertThat(ask()).isInstanceOf(Answer.Abstained.class);

        // when it is accepted
        assertThat(run("review", proposal, "--accept", "--by", "cleo")).as(err.toString()).isZero();

        // then
        assertThat(home.resolve("config/databases/shop-reviewed.json"))
                .content()
                .contains("reviewed-" + proposal, QUESTION);
        assertThat(ask())
                .isInstanceOfSatisfying(
                        Answer.Answered.class,
                        answer ->
                                assertThat(answer.draft().groundedBy())
                                        .isEqualTo("reviewed-" + proposal));
        run("review");
        assertThat(out.toString()).contains("0 to review");
        run("journal", "export");
        assertThat(out.toString())
                .contains("\"caller\":\"cleo\"", "\"pair\":\"reviewed-" + proposal + '"');
    }

    @Test
    void withoutTheWordsTheReviewerHasToKnowTheQuestion() throws IOException {
        // given
        declare(false);
        var proposal = say(ask().question().id(), RIGHT);

        // then
        assertThat(run("review", proposal)).isZero();
        assertThat(out.toString()).contains("(not kept in words)", "cannot be told");
        assertThat(run("review", proposal, "--accept")).isEqualTo(ExitCode.USAGE);
        assertThat(run("review", proposal, "--accept", "--question", "Something else?"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("review", proposal, "--accept", "--question", QUESTION)).isZero();
    }

    @Test
    void whereNoPairCanBeWrittenAProposalWaits() throws IOException {
        // given a declaration that is gone, beside which nothing can be written
        var proposal = say(ask().question().id(), RIGHT);
        var settings = SettingsFile.read(home);
        try (var assembly = new Assembly(settings, Map.of(), PipelineListener.NOP);
                var journal = Journals.inPlace(settings)) {
            var reviews = new Reviews(journal, assembly.gateway(), assembly::taught);
            assembly.gateway().database("shop");
            Files.delete(home.resolve("config/databases/shop.yaml"));

            // then
            assertThatThrownBy(() ->
                            reviews.accept(reviews.proposal(proposal, _ -> true), "cleo", null))
                    .hasMessage(
                            "pairs of shop cannot be changed: the folder of its declaration is"
                                    + " read-only");
            assertThat(reviews.open()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"--reject, --accept, rejected", "--accept, --reject, accepted"})
    void aProposalIsDecidedOnce(String first, String second, String told) {
        // given
        var proposal = say(ask().question().id(), RIGHT);
        assertThat(run("review", proposal, first, "--by", "cleo")).isZero();
        var reviewed = home.resolve("config/databases/shop-reviewed.json").toFile().exists();

        for (var decision : List.of(second, first)) {
            // when
            int code = run("review", proposal, decision, "--by", "dan");

            // then
            assertThat(code).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("cleo has " + told + " it already");
        }
        assertThat(home.resolve("config/databases/shop-reviewed.json").toFile().exists())
                .isEqualTo(reviewed);
    }

    @Test
    void anAcceptedProposalWhosePairWasNotWrittenIsGoneThroughWith() throws IOException {
        // given
        var proposal = say(ask().question().id(), RIGHT);
        run("review", proposal, "--accept", "--by", "cleo");
        var file = home.resolve("config/databases/shop-reviewed.json");
        Files.delete(file);

        // when
        assertThat(run("review", proposal, "--accept", "--by", "dan")).isZero();

        // then
        assertThat(file).content().contains("reviewed-" + proposal, "\"by\" : \"cleo\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT 2                             | bikes answers the same question by another"
                        + " statement; change that one.",
                "SELECT COUNT(*) FROM bike            | This pair is there already, as bikes.",
                "SELECT abs(-9223372036854775807 - 1) | It does not run: "
            })
    void whatCannotHoldIsToldAndNotAccepted(String sql, String problem) {
        // given
        var asked = ask("How many bikes are there?");
        var proposal = say(asked.question().id(), Verdict.WRONG, sql, "ada");

        // when it is looked at
        assertThat(run("review", proposal)).isZero();

        // then
        assertThat(out.toString()).contains("problem   ", problem).doesNotContain("effect");

        // when
        assertThat(run("review", proposal, "--accept")).isEqualTo(ExitCode.USAGE);

        // then
        assertThat(err.toString()).contains(problem);
        run("review");
        assertThat(out.toString()).contains("1 to review");
        assertThat(home.resolve("config/databases/shop-reviewed.json")).doesNotExist();
    }

    @Test
    void aReviewedPairGivesWayToWhatCorrectsIt() {
        // given
        var former = say(ask().question().id(), RIGHT);
        run("review", former, "--accept");
        var better = RIGHT + " ORDER BY brand.name";
        var proposal = say(ask().question().id(), Verdict.WRONG, better, "ada");

        // when
        run("review", proposal);

        // then
        assertThat(out.toString())
                .contains("replaces  reviewed-" + former, "row       ", "changes 1,")
                .doesNotContain("problem");

        // when
        assertThat(run("review", proposal, "--accept")).as(err.toString()).isZero();

        // then
        assertThat(home.resolve("config/databases/shop-reviewed.json"))
                .content()
                .contains("reviewed-" + proposal)
                .doesNotContain(former);
        assertThat(ask())
                .isInstanceOfSatisfying(
                        Answer.Answered.class,
                        answer -> assertThat(answer.draft().sql()).contains("ORDER BY"));
        run("journal", "export");
        assertThat(out.toString())
                .contains("\"act\":\"pair deleted\"", "\"pair\":\"reviewed-" + former + '"');
    }

    @Test
    void ofTwoCorrectionsTheOneThatIsAcceptedLastHolds() throws IOException {
        // given
        var answer = ask().question().id();
        var first = say(answer, Verdict.SHOULD_HAVE_ANSWERED, RIGHT, "ada");
        var last = say(answer, Verdict.SHOULD_HAVE_ANSWERED, RIGHT + " LIMIT 9", "ben");
        var settings = SettingsFile.read(home);
        try (var assembly = new Assembly(settings, Map.of(), PipelineListener.NOP);
                var journal = Journals.inPlace(settings)) {
            var reviews = new Reviews(journal, assembly.gateway(), assembly::taught);

            // when both are, before the first was taken up
            reviews.accept(reviews.proposal(first, _ -> true), "cleo", null);
            reviews.accept(reviews.proposal(last, _ -> true), "cleo", null);
        }

        // then
        assertThat(home.resolve("config/databases/shop-reviewed.json"))
                .content()
                .contains(last)
                .doesNotContain(first);
    }

    @Test
    void whoSaidSoStandsBesideTheNameThatWasGiven() {
        // given
        var proposal =
                say(ask().question().id(), Verdict.SHOULD_HAVE_ANSWERED, RIGHT, "The director");

        // when
        run("review", proposal);

        // then
        assertThat(out.toString()).contains("by The director, through the caller ada");

        // when
        run("review", proposal, "--accept");

        // then
        assertThat(home.resolve("config/databases/shop-reviewed.json"))
                .content()
                .contains("\"proposedBy\" : \"The director\"", "\"through\" : \"ada\"");
    }

    @Test
    void whoIsForgottenIsToldWhichPairsHoldItsQuestions() {
        // given
        var proposal = say(ask().question().id(), RIGHT);
        run("review", proposal, "--accept", "--by", "cleo");

        for (var person : List.of("ada", "cleo", "ada")) {
            // when
            assertThat(run("journal", "forget", "--caller", person)).isZero();

            // then
            assertThat(out.toString())
                    .contains("reviewed-" + proposal + " stays in", "shop-reviewed.json");
        }
        assertThat(run("journal", "forget", "--caller", "ben")).isZero();
        assertThat(out.toString()).doesNotContain("stays");
    }

    @Test
    void whatIsRejectedIsListedNoMoreAndChangesNothing() {
        // given
        var proposal = say(ask().question().id(), RIGHT);

        // when
        assertThat(run("review", proposal, "--reject")).isZero();

        // then
        run("review");
        assertThat(out.toString()).contains("0 to review");
        assertThat(home.resolve("config/databases/shop-reviewed.json")).doesNotExist();
    }

    @Test
    void ratedAnswersProposeThresholdsThatAreWrittenOnlyOnRequest() {
        // given 60 withheld drafts of which people know that they were right, and 10 wrong ones
        try (var journal = Journals.inPlace(SettingsFile.read(home))) {
            for (int i = 0; i < 70; i++) {
                var decided =
                        withheld(i < 60 ? 0.2 : 0.6, "SELECT bike.price%d FROM bike".formatted(i));
                journal.append(decided);
                journal.append(
                        new Feedback(
                                UUID.randomUUID().toString(),
                                "ada",
                                decided.id(),
                                i < 60 ? Verdict.SHOULD_HAVE_ANSWERED : Verdict.RIGHTLY_ABSTAINED,
                                i < 60 ? decided.sql() : null,
                                "ada"));
            }
        }
        var file = home.resolve("config/thresholds/shop-verified.json");

        // when
        assertThat(run("calibrate", "--from-feedback", "--database=shop"))
                .as(err.toString())
                .isZero();

        // then
        assertThat(out.toString())
                .contains(
                        "70 rated drafts, 10 of them wrong",
                        "0.2000 proposed, which answers 60 of them, 0 wrong",
                        "Nothing is written")
                .containsPattern(
                        "RS\\(10\\) .*: 14\\.29 now, 100\\.00 proposed \\[[0-9.]+, [0-9.]+\\]; gain"
                                + " \\[");
        assertThat(file).doesNotExist();

        // when
        assertThat(run("calibrate", "--from-feedback", "--database=shop", "--write")).isZero();

        // then
        assertThat(file).content().contains("ratedDrafts");
    }

    private static Decided withheld(double uncertainty, String sql) {
        var id = UUID.randomUUID().toString();
        return new Decided(
                id,
                "ada",
                "shop",
                DecidedEntry.digest("shop", id),
                null,
                "verified",
                "verified",
                10,
                Decided.ABSTAINED,
                "too-uncertain",
                sql,
                sql,
                null,
                null,
                new Measured(0.01, null, uncertainty, "background", List.of()),
                Map.of(),
                null,
                null,
                null);
    }

    /** As the service would, on a program that has just started. */
    private Answer ask() {
        return ask(QUESTION);
    }

    private Answer ask(String text) {
        var settings = SettingsFile.read(home);
        try (var assembly = new Assembly(settings, Map.of(), PipelineListener.NOP);
                var journal = Journals.inPlace(settings)) {
            var gateway = assembly.gateway();
            var question = new Question(UUID.randomUUID().toString(), "shop", text);
            var answer = gateway.ask(Ask.of(question));
            boolean keeps = gateway.database("shop").database().keepsQuestions();
            journal.append(DecidedEntry.of(answer, "ada", keeps, null));
            return answer;
        }
    }

    private String say(String answer, @Nullable String sql) {
        return say(answer, Verdict.SHOULD_HAVE_ANSWERED, sql, "ada");
    }

    private String say(String answer, Verdict verdict, @Nullable String sql, String by) {
        var id = UUID.randomUUID().toString();
        try (var journal = Journals.inPlace(SettingsFile.read(home))) {
            journal.append(new Feedback(id, "ada", answer, verdict, sql, by));
        }
        return id;
    }

    private int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
