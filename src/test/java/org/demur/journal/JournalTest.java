package org.demur.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.demur.PostgresForTests;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.CallerSpending.Spent;
import org.demur.journal.JournalEntry.Act;
import org.demur.journal.JournalEntry.Breakdown;
import org.demur.journal.JournalEntry.Change;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Measured;
import org.demur.journal.JournalEntry.Review;
import org.demur.journal.JournalEntry.Shadow;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The journal on both engines: durable, append-only, chained, and able to forget. */
final class JournalTest {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2030-05-06T07:08:09.123456Z"));

    @TempDir private Path folder = Path.of("");
    private final List<Journal> opened = new ArrayList<>();
    private @Nullable PostgresForTests server;

    enum Engine {
        SQLITE,
        POSTGRESQL
    }

    @AfterEach
    void close() {
        opened.forEach(Journal::close);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAppendedIsThereAndTheChainIsWhole(Engine engine) throws SQLException {
        // given
        var journal = open(engine);
        var answer = answer("ada");

        // when
        journal.append(answer);
        journal.append(answer("ben"));

        // then
        assertThat(journal.decision(answer.id()).flatMap(Journal::decided)).contains(answer);
        assertThat(journal.of("ada", Long.MAX_VALUE, 10)).hasSize(1);
        assertThat(whole(journal)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void whatModelsTookForACallerIsAddedUpByDayAcrossRestarts(Engine engine) {
        // given
        var journal = open(engine);
        var spending = new CallerSpending(journal);
        var today = CLOCK.instant();
        assertThat(spending.on(today, "ada").tokens()).isZero();

        // when
        journal.append(paid("ada", 100L, 0.5));
        journal.append(answer("ada"));
        journal.append(new Shadow("s", "ada", "a", paid("ada", 20L, 0.25)));
        journal.append(new Breakdown("b", "ada", "library", "voting", 3, 0.125));
        journal.append(paid("ben", 1_000L, 8.0));

        // then
        assertThat(spending.on(today, "ada")).isEqualTo(new Spent(103, 0.625));
        assertThat(spending.on(today, "ada")).isEqualTo(new Spent(103, 0.625));
        assertThat(new CallerSpending(open(engine)).on(today, "ada"))
                .isEqualTo(new Spent(103, 0.625));
        assertThat(spending.on(today, "ben")).isEqualTo(new Spent(1_000, 8));
        assertThat(spending.on(today.plus(Duration.ofDays(1)), "ada")).isEqualTo(new Spent(0, 0));
    }

    @ParameterizedTest
    @EnumSource
    void manyWritersMakeOneChainWithoutLossOrDouble(Engine engine) throws Exception {
        // given
        var journals = List.of(open(engine), open(engine)); // as two processes would
        var ids = new ArrayList<String>();
        var futures = new ArrayList<Future<?>>();

        // when
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                var entry = answer("ada");
                ids.add(entry.id());
                var journal = journals.get(i % 2);
                futures.add(threads.submit(() -> journal.append(entry)));
            }
            for (var future : futures) {
                future.get();
            }
        }

        // then
        var found = new ArrayList<String>();
        journals.getFirst().forEach(link -> found.add(link.id()));
        assertThat(found).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(whole(journals.getFirst())).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SQLITE     | content = replace(content, 'abstained', 'answered!') | has another"
                        + " content",
                "POSTGRESQL | content = replace(content, 'abstained', 'answered!') | has another"
                        + " content",
                "SQLITE     | hash = replace(hash, substr(hash, 7, 1), 'g')        | has another"
                        + " hash",
                "SQLITE     | written_at = written_at + 1                          | has another"
                        + " hash",
                "SQLITE     | caller = 'ben'                                       | is filed under"
                        + " another caller",
                "SQLITE     | kind = 'rumour'                                      | is of the"
                        + " unknown kind",
                "SQLITE     | content = NULL, caller = NULL                        | has no"
                        + " content, and no record says why",
                "POSTGRESQL | content = NULL, caller = NULL                        | has no"
                        + " content, and no record says why"
            })
    void aChangedByteIsFoundAndNamed(Engine engine, String change, String what)
            throws SQLException {
        // given
        var journal = open(engine);
        for (int i = 0; i < 3; i++) {
            journal.append(answer("ada"));
        }

        // when
        byForce(engine, "UPDATE demur_journal SET " + change + " WHERE sequence = 2");

        // then
        assertThat(journal.verify(null))
                .isInstanceOfSatisfying(
                        Verification.Broken.class,
                        broken -> assertThat(broken.what()).contains("record 2 " + what));
    }

    @Test
    void everySingleBitOfTheRecordsContentsAndHashesCounts() throws Exception {
        // given
        var journal = open(Engine.SQLITE);
        var entry = answer("ada");
        journal.append(entry);
        journal.append(answer("ben"));
        journal.close();
        try (var connection = connect(Engine.SQLITE);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        byte[] bytes = Files.readAllBytes(file());
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(entry.questionDigest());

        for (int i = 0; i < 64; i += 7) {
            // when
            byte[] changed = bytes.clone();
            changed[at + i] ^= 1;
            Files.write(file(), changed);

            // then
            assertThat(open(Engine.SQLITE).verify(null))
                    .isEqualTo(
                            new Verification.Broken(
                                    "record 1 has another content than was written"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingCanBeChangedOrTakenOut(Engine engine) throws SQLException {
        // given
        var journal = open(engine);
        journal.append(answer("ada"));

        for (var attempt :
                List.of(
                        "DELETE FROM demur_journal",
                        "UPDATE demur_journal SET written_at = 0",
                        "UPDATE demur_journal SET content = '{}'")) {
            // then
            assertThatThrownBy(() -> execute(engine, attempt))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("append-only");
        }
    }

    @Test
    void aTailThatIsCutOffIsFoundByTheHashThatWasNoted() throws SQLException {
        // given
        var journal = open(Engine.SQLITE);
        journal.append(answer("ada"));
        journal.append(answer("ben"));
        var head = ((Verification.Whole) journal.verify(null)).head();

        // when
        byForce(Engine.SQLITE, "DELETE FROM demur_journal WHERE sequence = 2");

        // then
        assertThat(journal.verify(null)).isInstanceOf(Verification.Whole.class);
        assertThat(journal.verify(head)).isInstanceOf(Verification.Broken.class);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsForgottenIsGoneWhileTheChainHolds(Engine engine) throws Exception {
        // given
        var journal = open(engine);
        var own = answer("ada");
        var others = answer("ben");
        journal.append(own);
        journal.append(others);
        journal.append(feedback(own.id(), "ben", Verdict.CORRECT));
        journal.append(feedback(others.id(), "ada", Verdict.WRONG));
        journal.append(
                new Feedback(
                        UUID.randomUUID().toString(),
                        "front end",
                        others.id(),
                        Verdict.CORRECT,
                        null,
                        "ada"));

        // when
        int erased = journal.erase(journal.ofPerson("ada"), "request of a person", "operator");

        // then
        assertThat(erased).isEqualTo(4);
        assertThat(journal.of("ada", Long.MAX_VALUE, 10)).isEmpty();
        assertThat(journal.decision(own.id()).flatMap(Journal::decided)).isEmpty();
        assertThat(journal.decision(others.id()).flatMap(Journal::decided)).contains(others);
        assertThat(journal.verify(null))
                .isInstanceOfSatisfying(
                        Verification.Whole.class,
                        w -> {
                            assertThat(w.records()).isEqualTo(6);
                            assertThat(w.erased()).isEqualTo(4);
                        });
        if (engine == Engine.SQLITE) {
            assertThat(everyByte())
                    .contains("\"ben\"")
                    .doesNotContain("\"ada\"", own.questionDigest());
        }
    }

    @Test
    void onlyTheOwnerCanReadTheFiles() throws IOException {
        // given
        var journal = open(Engine.SQLITE);

        // when
        journal.append(answer("ada"));

        // then
        try (var files = Files.list(folder.resolve("own"))) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file ->
                            assertThat(Files.getPosixFilePermissions(file))
                                    .as(file.toString())
                                    .hasSize(2));
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve("own"))).hasSize(3);
    }

    @Test
    void whereNothingCanBeWrittenNothingIsSaidToBeWritten() throws IOException {
        // given
        Files.writeString(folder.resolve("own"), "a file where a folder should be");
        var journal = open(Engine.SQLITE);

        // then
        assertThatThrownBy(() -> journal.append(answer("ada")))
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.JOURNAL_UNAVAILABLE));
        assertThat(journal.state()).isEqualTo(Journal.State.UNAVAILABLE);

        // and once it is mended
        Files.delete(folder.resolve("own"));
        assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> {
                    while (journal.state() != Journal.State.WRITABLE) {
                        Thread.sleep(10); // nobody but whoever looks tries again
                    }
                });
        journal.append(answer("ada"));
        assertThat(whole(journal)).isEqualTo(1);
    }

    @Test
    void aJournalThatIsTakenAwayIsNotBegunAnew() throws IOException {
        // given
        var journal = open(Engine.SQLITE);
        journal.append(answer("ada"));

        // when
        Files.move(file(), folder.resolve("elsewhere"), StandardCopyOption.ATOMIC_MOVE);

        // then
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> journal.append(answer("ada")))
                    .isInstanceOf(GatewayException.class);
        }
        assertThat(file()).doesNotExist();
    }

    @Test
    void theSameFeedbackTwiceIsOneAndAChangedMindIsAnother() {
        // given
        var journal = open(Engine.SQLITE);
        var answer = answer("ada");
        journal.append(answer);

        // when
        var ids = new HashSet<String>();
        for (var verdict : List.of(Verdict.WRONG, Verdict.WRONG, Verdict.CORRECT, Verdict.WRONG)) {
            ids.add(journal.appendOnce(feedback(answer.id(), "ada", verdict)).id());
        }

        // then
        assertThat(ids).hasSize(3);
        assertThat(journal.about(answer.id())).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void whatManyProcessesAreToldAtOnceIsKeptOnce(Engine engine) throws Exception {
        // given
        var journals = List.of(open(engine), open(engine));
        var answer = answer("ada");
        journals.getFirst().append(answer);
        journals.getLast().open();
        var said = ConcurrentHashMap.<String>newKeySet();
        var decided = ConcurrentHashMap.<String>newKeySet();

        // when
        var telling = new ArrayList<Future<?>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                var journal = journals.get(i % 2);
                var feedback = feedback(answer.id(), "ada", Verdict.WRONG);
                var review =
                        new Review(
                                UUID.randomUUID().toString(),
                                "reviewer " + i,
                                answer.id(),
                                "feedback",
                                null);
                telling.add(threads.submit(() -> said.add(journal.appendOnce(feedback).id())));
                telling.add(threads.submit(() -> decided.add(journal.appendOnce(review).caller())));
            }
            for (var one : telling) {
                one.get();
            }
        }

        // then
        assertThat(said).hasSize(1);
        assertThat(decided).hasSize(1);
        assertThat(journals.getFirst().about(answer.id())).hasSize(2);
        assertThat(whole(journals.getFirst())).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aViewReadsEveryRecordOnceUntilSomethingIsErased(Engine engine) {
        // given
        var journal = open(engine);
        var read = new ArrayList<Long>();
        var view =
                new JournalView<>(
                        journal,
                        ArrayList<String>::new,
                        (ids, link) -> {
                            read.add(link.sequence());
                            if (link.content() != null) {
                                ids.add(link.id());
                            }
                        });
        var own = answer("ada");
        journal.append(own);
        assertThat(view.<List<String>>read(List::copyOf)).containsExactly(own.id());

        // when
        var others = answer("ben");
        journal.append(others);

        // then
        assertThat(view.<List<String>>read(List::copyOf)).containsExactly(own.id(), others.id());
        assertThat(view.<List<String>>read(List::copyOf)).hasSize(2);
        assertThat(read).containsExactly(1L, 2L);

        // when
        journal.erase(journal.ofPerson("ada"), "request of a person", "operator");

        // then
        assertThat(view.<List<String>>read(List::copyOf))
                .contains(others.id())
                .doesNotContain(own.id())
                .hasSize(2); // and the erasure
        assertThat(read).containsExactly(1L, 2L, 3L, 1L, 2L, 3L);
    }

    @Test
    void proposalsAreThoseOfTheLastWordsUntilTheyAreDecidedOrForgotten() {
        // given
        var journal = open(Engine.SQLITE);
        var answer = answer("ada");
        journal.append(answer);
        var proposals = new Proposals(journal);
        assertThat(proposals.open()).isEmpty();

        // when
        journal.append(proposing(answer.id(), Verdict.SHOULD_HAVE_ANSWERED, "SELECT 1"));
        var last = proposing(answer.id(), Verdict.SHOULD_HAVE_ANSWERED, "SELECT 2");
        journal.append(last);

        // then
        assertThat(proposals.open())
                .extracting(Proposals.Proposal::sql)
                .containsExactly("SELECT 2");

        // when
        journal.append(new Review("r", "cleo", answer.id(), last.id(), null));

        // then
        assertThat(proposals.open()).isEmpty();
        assertThat(proposals.withId(last.id())).isPresent();

        // when
        journal.erase(journal.ofPerson("ada"), "request of a person", "operator");

        // then
        assertThat(proposals.withId(last.id())).isEmpty();
    }

    @Test
    void whatWasRightProposesNothing() {
        // given
        var journal = open(Engine.SQLITE);
        var answer = answer("ada");
        journal.append(answer);

        // when an earlier version let it through
        journal.append(proposing(answer.id(), Verdict.CORRECT, "SELECT 1"));

        // then
        assertThat(new Proposals(journal).open()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatPeopleChangeIsChainedWithoutItsWords(Engine engine) {
        // given
        var journal = open(engine);
        var pair = new VerifiedQuery("p", "How many?", "SELECT 1");
        var changes =
                List.of(
                        Change.written("ada", Act.PAIR_ADDED, "library", pair),
                        Change.written("ada", Act.PAIR_CHANGED, "library", pair),
                        Change.deleted("ada", "library", "p"),
                        Change.saved("ada", "library", "file: library.sqlite"));

        // when
        changes.forEach(journal::append);

        // then
        var found = new ArrayList<@Nullable JournalEntry>();
        journal.forEach(link -> {
            found.add(link.entry());
            assertThat(link.content()).doesNotContain("How many", "SELECT", "file:");
        });
        assertThat(found).containsExactlyElementsOf(changes);
        assertThat(whole(journal)).isEqualTo(4);
    }

    private static Feedback proposing(String about, Verdict verdict, String sql) {
        return new Feedback(UUID.randomUUID().toString(), "ada", about, verdict, sql, "ada");
    }

    private Journal open(Engine engine) {
        try {
            var journal =
                    new Journal(
                            switch (engine) {
                                case SQLITE -> new JournalPlace.InFile(file());
                                case POSTGRESQL -> {
                                    var fresh = server == null ? PostgresForTests.fresh() : server;
                                    if (server == null) {
                                        fresh.run(
                                                "GRANT CREATE ON SCHEMA public TO " + fresh.role());
                                        server = fresh;
                                    }
                                    yield new JournalPlace.OnServer(
                                            fresh.url(), fresh.role(), fresh.password());
                                }
                            },
                            CLOCK);
            opened.add(journal);
            return journal;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path file() {
        return folder.resolve("own/journal.sqlite");
    }

    private static long whole(Journal journal) {
        return ((Verification.Whole) journal.verify(null)).records();
    }

    static Decided answer(String caller) {
        return paid(caller, null, null);
    }

    private static Decided paid(String caller, @Nullable Long tokens, @Nullable Double cost) {
        var id = UUID.randomUUID().toString();
        return new Decided(
                id,
                caller,
                "library",
                DecidedEntry.digest("library", id),
                null,
                "verified",
                "verified",
                10,
                Decided.ABSTAINED,
                "too-uncertain",
                "SELECT count(*) FROM book",
                "SELECT count(*) FROM book",
                null,
                null,
                new Measured(0.01, null, 0.5, "own", List.of()),
                Map.of("generation", 1.25),
                tokens,
                cost,
                null);
    }

    private static Feedback feedback(String about, String by, Verdict verdict) {
        return new Feedback(UUID.randomUUID().toString(), by, about, verdict, null, by);
    }

    private Connection connect(Engine engine) throws SQLException {
        if (engine == Engine.SQLITE) {
            return DriverManager.getConnection("jdbc:sqlite:" + file());
        }
        var there = Objects.requireNonNull(server);
        return DriverManager.getConnection(there.url(), there.role(), there.password());
    }

    private void execute(Engine engine, String... statements) throws SQLException {
        try (var connection = connect(engine);
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** As one does who may do anything. */
    private void byForce(Engine engine, String change) throws SQLException {
        if (engine == Engine.SQLITE) {
            execute(
                    engine,
                    "DROP TRIGGER demur_journal_no_delete",
                    "DROP TRIGGER demur_journal_only_erase",
                    change);
        } else {
            execute(engine, "ALTER TABLE demur_journal DISABLE TRIGGER USER", change);
        }
    }

    private String everyByte() throws IOException {
        var all = new StringBuilder();
        try (var files = Files.list(folder.resolve("own"))) {
            for (var file : (Iterable<Path>) files::iterator) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }
}
