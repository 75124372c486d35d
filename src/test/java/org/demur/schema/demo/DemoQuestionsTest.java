package org.demur.schema.demo;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the verified pairs and the benchmark of the demo database promise. */
final class DemoQuestionsTest {
    private static final Set<String> KINDS =
            Set.of(
                    "column-surface",
                    "column-related",
                    "column-unrelated",
                    "non-sql",
                    "ext-know",
                    "ambiguous-reference",
                    "ambiguous-vagueness");

    @TempDir static Path folder;
    private static Connection connection;
    private static List<DemoQuestion> verified;
    private static List<DemoQuestion> benchmark;
    private static List<DemoQuestion> all;

    @BeforeAll
    static void read() throws Exception {
        connection = DriverManager.getConnection("jdbc:sqlite:" + DemoDatabase.in(folder));
        if (Boolean.getBoolean("demo.write")) {
            var questions = new QuestionAuthor(connection).questions();
            write(
                    DemoQuestion.VERIFIED,
                    questions.stream().filter(DemoQuestionsTest::taught).toList());
            write(DemoQuestion.BENCHMARK, questions.stream().filter(q -> !taught(q)).toList());
        }
        verified = DemoQuestion.read(DemoQuestion.VERIFIED);
        benchmark = DemoQuestion.read(DemoQuestion.BENCHMARK);
        all = new ArrayList<>(verified);
        all.addAll(benchmark);
    }

    @AfterAll
    static void close() throws Exception {
        connection.close();
    }

    private static void write(Path file, List<DemoQuestion> questions) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, DemoQuestion.written(questions));
    }

    private static boolean taught(DemoQuestion question) {
        return question.split().equals("train");
    }

    @Test
    void theFilesAreWhatTheHandWrittenWordingsGive() throws Exception {
        // given
        var author = new QuestionAuthor(connection);
        // when
        var questions = author.questions();
        // then: after a change run this test with -Ddemo.write=true
        assertThat(verified)
                .isEqualTo(questions.stream().filter(DemoQuestionsTest::taught).toList());
        assertThat(benchmark).isEqualTo(questions.stream().filter(q -> !taught(q)).toList());
    }

    @Test
    void everyStatementHasAnAnswer() throws Exception {
        // given
        var silent = new ArrayList<String>();
        // when
        for (var question : all) {
            if (question.sql() == null) continue;
            try (var statement = connection.createStatement();
                    var rows = statement.executeQuery(QuestionAuthor.atNow(question.sql()))) {
                if (!rows.next() || rows.getString(1) == null) silent.add(question.id());
            }
        }
        // then
        assertThat(silent).isEmpty();
    }

    @Test
    void thePatternsAreManyAndEachIsAskedInSeveralWays() {
        // given
        var taught = verified.stream().filter(DemoQuestion::feasible).toList();
        // when
        var byPattern = taught.stream().collect(groupingBy(DemoQuestion::template, counting()));
        // then
        assertThat(taught).hasSizeGreaterThanOrEqualTo(1400);
        assertThat(byPattern).hasSize(119);
        assertThat(byPattern.values()).allMatch(paraphrases -> paraphrases >= 12);
    }

    @Test
    void noTemplateAndNoQuestionStandsInTwoSplits() {
        // given
        var splitOfTemplate = new HashMap<String, String>();
        // when, then
        for (var question : all) {
            assertThat(splitOfTemplate.computeIfAbsent(question.template(), t -> question.split()))
                    .as(question.template())
                    .isEqualTo(question.split());
        }
        assertThat(all.stream().map(q -> q.question().toLowerCase(Locale.ROOT)).toList())
                .doesNotHaveDuplicates();
        assertThat(all.stream().map(DemoQuestion::id).toList()).doesNotHaveDuplicates();
    }

    @Test
    void noWordingThatIsAskedIsTaughtWithOtherValues() throws IOException {
        // given
        var asked = new HashSet<String>();
        for (var file : List.of("seen.txt", "unseen.txt", "infeasible.txt")) {
            AuthoredPattern.parse(Resource.text(file)).stream()
                    .flatMap(pattern -> pattern.wordings().stream())
                    .filter(wording -> !wording.split().equals("train"))
                    .forEach(wording -> asked.add(words(wording)));
        }
        // when
        var taught =
                AuthoredPattern.parse(Resource.text("taught.txt")).stream()
                        .flatMap(pattern -> pattern.wordings().stream())
                        .toList();
        // then
        assertThat(taught).isNotEmpty().noneMatch(wording -> asked.contains(words(wording)));
    }

    /** Letters and slots alone; whether, and where, a time is named makes no other wording. */
    private static String words(AuthoredPattern.Wording wording) {
        var words =
                wording.text()
                        .toLowerCase(Locale.ROOT)
                        .replace("{time}", "")
                        .split("[^a-z0-9{}]+", -1);
        Arrays.sort(words);
        return String.join(" ", words).strip();
    }

    @Test
    void familiarMeansThatTheSkeletonIsTaught() {
        // given
        var taught =
                verified.stream()
                        .filter(DemoQuestion::feasible)
                        .map(q -> Skeleton.of(String.valueOf(q.sql())))
                        .collect(toSet());
        // when, then
        for (var question : benchmark) {
            if (question.sql() == null) continue;
            assertThat(taught.contains(Skeleton.of(question.sql())))
                    .as(question.id())
                    .isEqualTo("seen".equals(question.familiarity()));
        }
    }

    @Test
    void hardnessFollowsTheStatement() {
        assertThat(all)
                .filteredOn(DemoQuestion::feasible)
                .allMatch(q -> Skeleton.hardness(String.valueOf(q.sql())).equals(q.hardness()));
    }

    @Test
    void everyClassIsAskedOftenEnough() {
        // when
        var counts = new TreeMap<String, Long>();
        for (var q : benchmark) {
            counts.merge(q.split() + " " + name(q), 1L, Long::sum);
        }
        // then
        assertThat(benchmark).hasSizeGreaterThanOrEqualTo(500);
        for (var kind : KINDS) {
            assertThat(counts.get("valid " + kind)).as(kind).isEqualTo(12);
            assertThat(counts.get("test " + kind)).as(kind).isGreaterThanOrEqualTo(20);
        }
        for (var hardness : List.of("easy", "medium", "hard")) {
            assertThat(counts.get("test seen " + hardness)).as(hardness).isGreaterThanOrEqualTo(25);
            assertThat(counts.get("test unseen " + hardness)).as(hardness).isEqualTo(30);
            assertThat(counts.get("valid seen " + hardness))
                    .as(hardness)
                    .isGreaterThanOrEqualTo(25);
            assertThat(counts.get("valid unseen " + hardness)).as(hardness).isEqualTo(20);
        }
    }

    @Test
    void infeasibleQuestionsAreTaughtInEveryKind() {
        // when
        var byKind =
                verified.stream()
                        .filter(q -> !q.feasible())
                        .collect(groupingBy(q -> String.valueOf(q.kind()), counting()));
        // then
        assertThat(byKind.keySet()).isEqualTo(KINDS);
        assertThat(byKind.values()).allMatch(count -> count >= 34);
    }

    @Test
    void theDocumentStatesTheComposition() throws IOException {
        // given
        var document = Files.readString(Path.of("docs/demo.md"));
        var counts = all.stream().collect(groupingBy(q -> q.split() + " " + name(q), counting()));
        // when, then
        for (var name : all.stream().map(DemoQuestionsTest::name).collect(toSet())) {
            var row = new StringBuilder("| " + name + " |");
            for (var split : List.of("train", "valid", "test")) {
                row.append(" ").append(counts.getOrDefault(split + " " + name, 0L)).append(" |");
            }
            assertThat(document).contains(row);
        }
    }

    /** The class of a question: its kind, or its familiarity and hardness. */
    private static String name(DemoQuestion question) {
        return question.kind() == null
                ? question.familiarity() + " " + question.hardness()
                : question.kind();
    }
}
