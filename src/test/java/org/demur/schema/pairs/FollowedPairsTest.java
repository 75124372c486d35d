package org.demur.schema.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.schema.VerifiedQueries.Snapshot;
import org.demur.schema.VerifiedQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedPairsTest {
    @TempDir Path home;
    final AtomicLong nanos = new AtomicLong();
    final List<String> told = new ArrayList<>();
    int readings;

    @Test
    void anUnchangedFileIsNotReadAgain() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        // when
        passSeconds(2);
        Snapshot later = pairs.snapshot();
        // then
        assertThat(later).isEqualTo(new Snapshot(0, List.of(query("one"))));
        assertThat(readings).isEqualTo(1);
    }

    @Test
    void aChangeIsSeenAfterASecondAndRaisesTheVersion() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        write("one two");
        // when
        Snapshot atOnce = pairs.snapshot();
        passSeconds(1);
        Snapshot later = pairs.snapshot();
        // then
        assertThat(atOnce).isEqualTo(new Snapshot(0, List.of(query("one"))));
        assertThat(later).isEqualTo(new Snapshot(1, List.of(query("one"), query("two"))));
        assertThat(pairs.problems()).isEmpty();
    }

    @Test
    void aChangeThatIsToldIsSeenAtOnce() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        write("one two");
        // when
        pairs.fileChanged();
        // then
        assertThat(pairs.current()).containsExactly(query("one"), query("two"));
    }

    @Test
    void aBrokenChangeKeepsThePairsUntilItIsMended() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        // when
        write("one broken");
        passSeconds(1);
        Snapshot broken = pairs.snapshot();
        var problems = pairs.problems();
        write("one mended");
        passSeconds(1);
        Snapshot mended = pairs.snapshot();
        // then
        assertThat(broken).isEqualTo(new Snapshot(0, List.of(query("one"))));
        assertThat(problems)
                .containsExactly("pairs:1: broken (until then the pairs stay as they were)");
        assertThat(mended).isEqualTo(new Snapshot(1, List.of(query("one"), query("mended"))));
        assertThat(pairs.problems()).isEmpty();
    }

    @Test
    void whatWasFaultyFromTheStartDoesNotStandInTheWayOfNewPairs() throws IOException {
        // given
        FollowedPairs pairs = following("one broken");
        // when
        write("one broken two");
        passSeconds(1);
        Snapshot later = pairs.snapshot();
        // then
        assertThat(later).isEqualTo(new Snapshot(1, List.of(query("one"), query("two"))));
        assertThat(pairs.problems()).containsExactly("pairs:1: broken");
    }

    @Test
    void aFileThatVanishesKeepsThePairs() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        // when
        Files.delete(home.resolve("pairs"));
        passSeconds(1);
        // then
        assertThat(pairs.current()).containsExactly(query("one"));
        assertThat(pairs.problems()).singleElement().asString().startsWith("gone");
    }

    @Test
    void aChangeThatChangesNoPairKeepsTheVersion() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        // when
        write("one  ");
        passSeconds(1);
        // then
        assertThat(pairs.version()).isZero();
        assertThat(readings).isEqualTo(2);
    }

    @Test
    void aBrokenFileIsNotReadAgainUntilItChanges() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        write("one broken");
        // when
        for (int i = 0; i < 3; i++) {
            passSeconds(1);
            pairs.current();
        }
        // then
        assertThat(readings).isEqualTo(2);
    }

    @Test
    void aProblemIsToldOnceWhenItAppearsAndAgainWhenItComesBack() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        String problem = "pairs:1: broken (until then the pairs stay as they were)";
        // when
        List<Integer> toldAfter = new ArrayList<>();
        for (String words :
                List.of("one broken", "one two broken", "one two", "one two three broken")) {
            write(words);
            passSeconds(1);
            pairs.current();
            pairs.current();
            toldAfter.add(told.size());
        }
        // then
        assertThat(toldAfter).containsExactly(1, 1, 1, 2);
        assertThat(told).containsOnly(problem);
    }

    @Test
    void aDoubtIsToldAndDoesNotStandInTheWayOfNewPairs() throws IOException {
        // given
        FollowedPairs pairs = following("one");
        write("one doubtful");
        passSeconds(1);
        // when
        Snapshot later = pairs.snapshot();
        // then
        assertThat(later).isEqualTo(new Snapshot(1, List.of(query("one"), query("doubtful"))));
        assertThat(pairs.problems()).containsExactly("pairs:1: doubtful");
        assertThat(told).containsExactly("pairs:1: doubtful");
    }

    @Test
    void whatWasFaultyFromTheStartIsNotToldAgain() throws IOException {
        // given
        FollowedPairs pairs = following("one broken");
        write("one broken two");
        passSeconds(1);
        // when
        pairs.current();
        // then
        assertThat(told).isEmpty();
    }

    private void write(String words) throws IOException {
        Files.writeString(home.resolve("pairs"), words);
    }

    private void passSeconds(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    private static VerifiedQuery query(String word) {
        return new VerifiedQuery(word, word, null);
    }

    private FollowedPairs following(String words) throws IOException {
        write(words);
        Path yaml = Files.writeString(home.resolve("x.yaml"), "");
        return new FollowedPairs(read(), yaml, this::read, told::add, nanos::get);
    }

    /** Every word is a pair, but for one. */
    private PairReader.Read read() {
        readings++;
        Path file = home.resolve("pairs");
        try {
            List<String> words = List.of(Files.readString(file).strip().split(" "));
            boolean broken = words.contains("broken");
            return new PairReader.Read(
                    words.stream()
                            .filter(word -> !word.equals("broken"))
                            .map(FollowedPairsTest::query)
                            .toList(),
                    List.of(),
                    broken ? List.of("pairs:1: broken") : List.of(),
                    words.contains("doubtful") ? List.of("pairs:1: doubtful") : List.of(),
                    Set.of(file));
        } catch (IOException e) {
            throw new GatewayException(FailureCode.DATABASE_UNAVAILABLE, "gone", e);
        }
    }
}
