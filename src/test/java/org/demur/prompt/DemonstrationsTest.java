package org.demur.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.onnx.MiniLmEmbedder;
import org.demur.schema.VerifiedQueries;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemonstrationsTest {
    private static final List<VerifiedQuery> PAIRS =
            List.of(
                    Prompting.pair("How many automobiles were sold?", "SELECT COUNT(*) FROM car"),
                    Prompting.pair("Who wrote the novel?", "SELECT author FROM book"),
                    Prompting.pair("Which writer made this book?", "SELECT author FROM book"),
                    Prompting.pair("What is the capital of France?", null),
                    Prompting.pair("Forecast the number of vehicles sold next year.", null));

    @TempDir Path folder;

    @Test
    void nearInMeaningComesLastAndNoStatementTwice() {
        // given
        var demonstrations = demonstrations(new EmbeddedQuestions(MiniLmEmbedder.shared(), null));

        // when
        var nearest = demonstrations.feasible("Name the author of that book.", 8);

        // then
        assertThat(nearest)
                .extracting(VerifiedQuery::question)
                .containsExactly("How many automobiles were sold?", "Which writer made this book?");
    }

    @Test
    void infeasibleQuestionsAreFoundAmongThemselves() {
        // given
        var demonstrations = demonstrations(new EmbeddedQuestions(MiniLmEmbedder.shared(), null));

        // when
        var nearest = demonstrations.infeasible("How many cars will we sell?", 1);

        // then
        assertThat(nearest)
                .extracting(VerifiedQuery::question)
                .containsExactly("Forecast the number of vehicles sold next year.");
    }

    @Test
    void theSameQuestionMixesThemTheSameWay() {
        // given
        var demonstrations = demonstrations(new EmbeddedQuestions(Prompting.BY_WORDS, null));

        // when
        var once = demonstrations.mixed("How many books?", 2, 2);

        // then
        assertThat(once).hasSize(4).isEqualTo(demonstrations.mixed("How many books?", 2, 2));
    }

    @Test
    void pairsThatChangeAreFollowed() {
        // given
        var pairs = new ArrayList<>(PAIRS);
        var demonstrations =
                new Demonstrations(
                        () -> new VerifiedQueries.Snapshot(pairs.size(), pairs),
                        new EmbeddedQuestions(Prompting.BY_WORDS, null));
        demonstrations.feasible("Which shelf is full?", 1);

        // when
        pairs.add(Prompting.pair("Which shelf is full?", "SELECT id FROM shelf"));

        // then
        assertThat(demonstrations.feasible("Which shelf is full?", 1))
                .extracting(VerifiedQuery::sql)
                .containsExactly("SELECT id FROM shelf");
    }

    @Test
    void knownQuestionsAreEmbeddedOnceAndWhatUsersAskIsNotKept() throws Exception {
        // given
        var count = new AtomicInteger();
        var file = folder.resolve("shop.vectors");
        org.demur.inference.TextEmbedder counting =
                sentence -> {
                    count.incrementAndGet();
                    return Prompting.BY_WORDS.embed(sentence);
                };
        demonstrations(new EmbeddedQuestions(counting, file)).warmedUp();
        int first = count.getAndSet(0);

        // when
        demonstrations(new EmbeddedQuestions(counting, file))
                .warmedUp()
                .feasible("My secret question?", 2);

        // then
        assertThat(first).isEqualTo(PAIRS.size());
        assertThat(count).hasValue(1);
        assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain("secret");
    }

    @Test
    void whoAsksBeforeThePairsAreEmbeddedWaitsNoLongerThanAllowed() throws Exception {
        // given
        var waiting = new ArrayList<Runnable>();
        var demonstrations =
                new Demonstrations(
                                () -> new VerifiedQueries.Snapshot(1, manyPairs()),
                                new EmbeddedQuestions(Prompting.BY_WORDS, null),
                                waiting::add)
                        .prepared();
        var failure = new AtomicReference<Throwable>();
        var asking =
                Thread.ofVirtual()
                        .start(() ->
                                failure.set(
                                        catchThrowable(() -> demonstrations.feasible("Who?", 1))));

        // when
        asking.interrupt();
        asking.join();
        waiting.forEach(Runnable::run);

        // then
        assertThat(failure.get())
                .isInstanceOfSatisfying(
                        GatewayException.class,
                        e -> assertThat(e.code()).isEqualTo(FailureCode.MODEL_UNAVAILABLE))
                .hasMessageContaining("500 of 500 are left; ask again in a moment");
        assertThat(waiting).hasSize(1);
        assertThat(demonstrations.feasible("Question 7?", 1))
                .extracting(VerifiedQuery::question)
                .containsExactly("Question 7?");
    }

    @Test
    void untilManyNewPairsAreEmbeddedTheOldOnesServe() {
        // given
        var pairs = new ArrayList<>(PAIRS);
        var waiting = new ArrayList<Runnable>();
        var demonstrations =
                new Demonstrations(
                        () -> new VerifiedQueries.Snapshot(pairs.size(), pairs),
                        new EmbeddedQuestions(Prompting.BY_WORDS, null),
                        waiting::add);
        demonstrations.feasible("Question 7?", 1);

        // when
        pairs.addAll(manyPairs());
        var before = demonstrations.feasible("Question 7?", 8);
        waiting.forEach(Runnable::run);

        // then
        assertThat(before).doesNotContainAnyElementsOf(manyPairs()).isNotEmpty();
        assertThat(demonstrations.feasible("Question 7?", 1))
                .extracting(VerifiedQuery::question)
                .containsExactly("Question 7?");
    }

    private static List<VerifiedQuery> manyPairs() {
        return IntStream.range(0, 500)
                .mapToObj(i -> Prompting.pair("Question " + i + "?", "SELECT " + i))
                .toList();
    }

    @Test
    void aBrokenFileOfVectorsIsMadeAnew() throws Exception {
        // given
        var file = Files.writeString(folder.resolve("shop.vectors"), "broken");

        // when
        var nearest =
                demonstrations(new EmbeddedQuestions(Prompting.BY_WORDS, file))
                        .warmedUp()
                        .feasible("Who wrote the novel?", 1);

        // then
        assertThat(nearest).hasSize(1);
        assertThat(Files.size(file)).isGreaterThan(1_000);
    }

    private static Demonstrations demonstrations(EmbeddedQuestions embedded) {
        var snapshot = new VerifiedQueries.Snapshot(1, PAIRS);
        return new Demonstrations(() -> snapshot, embedded);
    }
}
