package org.demur.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.demur.answer.Answer;
import org.demur.decision.Reason;
import org.demur.decision.ThresholdPolicy;
import org.demur.detection.ErrorDetector;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.feasibility.FeasibilityClassifier;
import org.demur.generation.Generation;
import org.demur.generation.Suggester;
import org.demur.question.Question;
import org.demur.schema.Database;
import org.demur.schema.DatabaseProblem;
import org.demur.uncertainty.Estimate;
import org.demur.uncertainty.UncertaintyScore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A database whose declaration changes while it is asked. */
final class RenewalTest {
    private static final String BOOKS = "Books and who borrowed them.";
    private static final String RENAMED = "description: Renamed.\nfile: library.sqlite\n";

    @AutoClose private final Library library = new Library();

    /** Of the databases that were closed, their descriptions. */
    private final List<String> closed = Collections.synchronizedList(new ArrayList<>());

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private final Gateway gateway =
            new Gateway(
                    library.catalog(),
                    this::open,
                    new Telling(),
                    "telling",
                    new Pipeline(PipelineListener.NOP));

    @Test
    void aQuestionUnderWayEndsOnTheFormerWhichClosesThen() throws Exception {
        // given
        var underWay = CompletableFuture.supplyAsync(this::ask);
        asked.await();

        // when
        declare("library", RENAMED);
        gateway.renew("library");

        // then
        assertThat(closed).isEmpty();
        released.countDown();
        assertThat(underWay.get()).isEqualTo(BOOKS);
        assertThat(closed).containsExactly(BOOKS);
        assertThat(ask()).isEqualTo("Renamed.");
    }

    @Test
    void whatNobodyAsksClosesAtOnce() throws IOException {
        // given
        gateway.prepare("library");

        // when
        declare("library", RENAMED);
        gateway.renew("library");
        gateway.close();

        // then
        assertThat(closed).containsExactly(BOOKS, "Renamed.");
    }

    @Test
    void whatCannotBeOpenedIsToldUntilItIsMended() throws IOException {
        // given
        released.countDown();
        declare("library", "file: gone.sqlite\n");

        // when
        gateway.renew("library");

        // then
        assertThatThrownBy(this::ask)
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.DATABASE_UNAVAILABLE));
        assertThat(gateway.ready()).isEmpty();
        assertThat(gateway.problems())
                .extracting(DatabaseProblem::database)
                .containsExactly("broken", "library");

        // when
        declare("library", RENAMED);
        gateway.renew("library");

        // then
        assertThat(ask()).isEqualTo("Renamed.");
        assertThat(gateway.ready()).containsExactly("library");
    }

    @Test
    void aNewOneIsServedAndOthersStayOpen() throws IOException {
        // given
        var before = gateway.database("library");

        // when
        declare("another", "file: library.sqlite\n");
        declare("library", RENAMED); // which nobody takes up
        gateway.renew("another");

        // then
        assertThat(gateway.ready()).containsExactly("another", "library");
        assertThat(gateway.database("library")).isSameAs(before);
    }

    private OpenDatabase open(Database database) {
        var open = library.open(database);
        open.whenClosed(() -> closed.add(database.schema().description()));
        return open;
    }

    private void declare(String id, String text) throws IOException {
        Files.writeString(library.home().resolve("config/databases").resolve(id + ".yaml"), text);
    }

    /** What the database is described as that was asked. */
    private String ask() {
        var answer = gateway.ask(Ask.of(new Question("q", "library", "How many books?")));
        return ((Reason.NoDraft) ((Answer.Abstained) answer).reason()).because();
    }

    /** Waits, and then declines with the description of the database. */
    private final class Telling implements StrategyCatalog {
        @Override
        public List<Declared> declared() {
            return List.of();
        }

        @Override
        public void requireDeclared(String name) {} // serves by any name

        @Override
        public Strategy strategy(String name, OpenDatabase database) {
            return new Strategy(
                    name,
                    FeasibilityClassifier.ASSUME_FEASIBLE,
                    (question, schema) -> {
                        asked.countDown();
                        try {
                            released.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return new Generation.Declined(schema.description());
                    },
                    Suggester.NONE,
                    ErrorDetector.FIND_NOTHING,
                    (question, feasibility, drafts) ->
                            new Estimate(drafts.getFirst(), new UncertaintyScore(0)),
                    new ThresholdPolicy(List.of(), 10));
        }
    }
}
