package org.demur.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.demur.answer.Answer;
import org.demur.experiment.Experiment;
import org.demur.experiment.Experiment.Guardrails;
import org.demur.experiment.Experiment.ShadowBounds;
import org.demur.experiment.Experiment.Unit;
import org.demur.experiment.Experiments;
import org.demur.experiment.Variant;
import org.demur.failure.GatewayException;
import org.demur.journal.DecidedEntry;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Exposure;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Measured;
import org.demur.journal.JournalEntry.Role;
import org.demur.journal.JournalEntry.Shadow;
import org.demur.journal.JournalEntry.Stop;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.journal.JournalPlace;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.Library;
import org.demur.pipeline.Pipeline;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments as the service runs them, on a real journal. */
final class ServiceExperimentsTest {
    private static final String QUESTION = "How many books are there?";
    private static final Instant NOW = Instant.parse("2030-05-05T12:00:00Z");
    private static final Variant AS_CONFIGURED = new Variant("as-configured", null, null, 0.5);

    /** At 100 the scripted answer's 2 % of doubt are too much. */
    private static final Variant STRICTER = new Variant("stricter", null, 100.0, 0.5);

    @TempDir private Path folder;
    private final Library library = new Library();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final IdentityHashMap<ServiceExperiments, Gateway> gateways = new IdentityHashMap<>();
    private String caller = "ada";
    private @Nullable String session;

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
        library.close();
    }

    @Test
    void eachUnitIsAnsweredByItsVariantAndTheJournalSaysSo() {
        // given
        var journal = journal();
        var service = service(journal, experiment(Unit.USER));

        // when
        var answers = new ArrayList<Answer>();
        for (int i = 0; i < 40; i++) {
            caller = "user " + i % 20;
            answers.add(ask(service, journal));
        }

        // then
        for (int i = 0; i < 20; i++) {
            var first = answers.get(i);
            var second = answers.get(i + 20);
            var exposure = exposed(journal, first);
            assertThat(first instanceof Answer.Answered)
                    .isEqualTo(exposure.variant().equals("as-configured"));
            assertThat(first.trace().penalty())
                    .isEqualTo(exposure.variant().equals("stricter") ? 100 : 10);
            assertThat(exposed(journal, second)).isEqualTo(exposure);
        }
        assertThat(answers.stream().filter(Answer.Answered.class::isInstance).count())
                .isBetween(8L, 32L);
    }

    @Test
    void whoChoosesForItselfTakesNoPart() {
        // given
        var service = service(journal(), experiment(Unit.USER));

        // then
        assertThat(service.assign(asked(null, 10.0, "library"))).isEmpty();
        assertThat(service.assign(asked("scripted", null, "library"))).isEmpty();
        assertThat(service.assign(asked(null, null, "another"))).isEmpty();
        assertThat(service.assign(asked(null, null, "library"))).isPresent();
    }

    @Test
    void sessionsAreNamedByTheirHeaderAndBelongToTheirCaller() {
        // given
        var service = service(journal(), experiment(Unit.SESSION));
        var ask = asked(null, null, "library");

        // then
        assertThat(service.assign(ask)).isEmpty();
        session = "morning";
        var unit = service.assign(ask).orElseThrow().exposure().unit();
        assertThat(service.assign(ask).orElseThrow().exposure().unit()).isEqualTo(unit);
        caller = "ben";
        assertThat(service.assign(ask).orElseThrow().exposure().unit()).isNotEqualTo(unit);
        session = " ";
        assertThatThrownBy(() -> service.assign(ask))
                .isInstanceOf(GatewayException.class)
                .hasMessageContaining("Demur-Session");
    }

    @Test
    void anExperimentRunsInItsTimeOnly() {
        // given
        var journal = journal();
        var running = experiment(Unit.USER);
        for (var start : List.of(NOW.plusSeconds(1), NOW.minusSeconds(60))) {
            var other =
                    new Experiment(
                            "other",
                            "",
                            Set.of("library"),
                            Unit.USER,
                            start,
                            start.plusSeconds(60),
                            10,
                            running.variants(),
                            List.of(),
                            ShadowBounds.DEFAULT,
                            Guardrails.NONE);

            // then
            assertThat(service(journal, other).assign(asked(null, null, "library"))).isEmpty();
        }
    }

    @Test
    void aVariantThatAnswersWronglyIsStoppedAtTheSecondRatedAnswer() {
        // given
        var journal = journal();
        var service = service(journal, experiment(Unit.USER));
        var asConfigured = callerOf(service, "as-configured");
        var stricter = callerOf(service, "stricter");

        // when
        caller = asConfigured;
        for (int i = 0; i < 2; i++) {
            assertThat(exposed(journal, ask(service, journal)).role()).isEqualTo(Role.SERVED);
            say(journal, ask(service, journal), Verdict.WRONG);
            service.heard();
        }

        // then
        assertThat(exposed(journal, ask(service, journal)).role()).isEqualTo(Role.DIVERTED);
        var stops = entries(journal, Stop.class);
        assertThat(stops)
                .singleElement()
                .satisfies(stop -> {
                    assertThat(stop.variant()).isEqualTo("as-configured");
                    assertThat(stop.guardrail()).isEqualTo("wrong");
                    assertThat(stop.exceeded()).isEqualTo(2);
                });
        caller = stricter;
        assertThat(exposed(journal, ask(service, journal)).role()).isEqualTo(Role.SERVED);

        // and after a restart
        caller = asConfigured;
        var again = service(journal, experiment(Unit.USER));
        assertThat(exposed(journal, ask(again, journal)).role()).isEqualTo(Role.DIVERTED);
        assertThat(entries(journal, Stop.class)).hasSize(1);
    }

    @Test
    void aVerdictTakenBackCountsNoMore() {
        // given
        var journal = journal();
        var service = service(journal, experiment(Unit.USER));
        caller = callerOf(service, "as-configured");
        var first = ask(service, journal);

        // when
        say(journal, first, Verdict.WRONG);
        say(journal, first, Verdict.CORRECT);
        say(journal, ask(service, journal), Verdict.WRONG);
        service.heard();

        // then
        assertThat(entries(journal, Stop.class)).isEmpty();
    }

    @Test
    void aSlowVariantIsStopped() {
        // given every decision is slower than that
        var journal = journal();
        var slow =
                experiment(
                        new Guardrails(null, new Guardrails.Slow(Duration.ofNanos(1), 0.05), null),
                        List.of(),
                        ShadowBounds.DEFAULT);
        var service = service(journal, slow);
        caller = callerOf(service, "stricter");

        // when
        ask(service, journal);
        ask(service, journal);
        service.heard();

        // then
        assertThat(entries(journal, Stop.class))
                .singleElement()
                .satisfies(stop -> assertThat(stop.guardrail()).isEqualTo("slow"));
    }

    @Test
    void aShadowIsRecordedAndNeverShown() {
        // given
        var journal = journal();
        var shadows = List.of(new Variant("strictest", null, 1_000.0, 1));
        var service = service(journal, experiment(Guardrails.NONE, shadows, ShadowBounds.DEFAULT));
        caller = callerOf(service, "as-configured");

        // when
        var shown = ask(service, journal);
        until(() -> !entries(journal, Shadow.class).isEmpty());

        // then
        assertThat(entries(journal, Shadow.class))
                .singleElement()
                .satisfies(shadow -> {
                    assertThat(shadow.about()).isEqualTo(shown.question().id());
                    assertThat(shadow.decided().decision()).isEqualTo("abstained");
                    assertThat(shadow.decided().penalty()).isEqualTo(1_000);
                    assertThat(Objects.requireNonNull(shadow.decided().exposure()).role())
                            .isEqualTo(Role.SHADOW);
                    assertThat(journal.decision(shadow.id())).isEmpty();
                    assertThat(journal.decision(shadow.decided().id())).isEmpty();
                });
        assertThat(journal.of(caller, Long.MAX_VALUE, 10)).hasSize(1);

        // and goes with what is said of its caller
        assertThat(journal.erase(journal.ofPerson(caller), "test", "test")).isEqualTo(2);
        assertThat(entries(journal, Shadow.class)).isEmpty();
    }

    @Test
    void shadowsAreBoundedByNumber() {
        // given
        var journal = journal();
        var shadows = List.of(new Variant("strictest", null, 1_000.0, 1));
        var service =
                service(journal, experiment(Guardrails.NONE, shadows, new ShadowBounds(1, 2, 0)));
        caller = callerOf(service, "as-configured");

        // when
        for (int i = 0; i < 2; i++) {
            int before = i;
            ask(service, journal);
            until(() -> entries(journal, Shadow.class).size() > before);
            service.heard();
        }
        ask(service, journal);
        service.close();
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());

        // then
        assertThat(entries(journal, Shadow.class)).hasSize(2);
    }

    @Test
    void aVariantThatCostsTooMuchIsStopped() {
        // given
        var journal = journal();
        var costly = new Guardrails(null, null, new Guardrails.Costly(0.01, 0.05));
        var service = service(journal, experiment(costly, List.of(), ShadowBounds.DEFAULT));
        caller = callerOf(service, "stricter");
        var exposure = service.assign(asked(null, null, "library")).orElseThrow().exposure();

        // when
        journal.append(costing(0.02, exposure));
        journal.append(costing(0.02, exposure));
        service.heard();

        // then
        assertThat(entries(journal, Stop.class))
                .singleElement()
                .satisfies(stop -> assertThat(stop.guardrail()).isEqualTo("costly"));
    }

    @Test
    void shadowsAreBoundedByTheirCost() {
        // given what one of them cost today
        var journal = journal();
        var shadows = List.of(new Variant("strictest", null, 1_000.0, 1));
        var bounds = new ShadowBounds(1, 1_000, 0.05);
        var service = service(journal, experiment(Guardrails.NONE, shadows, bounds));
        caller = callerOf(service, "as-configured");
        var unit = service.assign(asked(null, null, "library")).orElseThrow().exposure().unit();
        var exposure = new Exposure("strictness", "strictest", unit, Role.SHADOW);
        journal.append(
                new Shadow(
                        UUID.randomUUID().toString(), caller, "earlier", costing(0.05, exposure)));
        service.heard();

        // when
        ask(service, journal);
        service.close();
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());

        // then
        assertThat(entries(journal, Shadow.class)).hasSize(1);
    }

    private Decided costing(double cost, Exposure exposure) {
        var id = UUID.randomUUID().toString();
        return new Decided(
                id,
                caller,
                "library",
                DecidedEntry.digest("library", id),
                null,
                "scripted",
                "scripted",
                10,
                Decided.ABSTAINED,
                "too-uncertain",
                null,
                null,
                null,
                null,
                new Measured(null, null, null, null, null),
                Map.of(),
                1_000L,
                cost,
                exposure);
    }

    private static Experiment experiment(Unit unit) {
        return experiment(unit, new Guardrails(0.05, null, null), List.of(), ShadowBounds.DEFAULT);
    }

    private static Experiment experiment(
            Guardrails guardrails, List<Variant> shadows, ShadowBounds bounds) {
        return experiment(Unit.USER, guardrails, shadows, bounds);
    }

    private static Experiment experiment(
            Unit unit, Guardrails guardrails, List<Variant> shadows, ShadowBounds bounds) {
        return new Experiment(
                "strictness",
                "",
                Set.of("library"),
                unit,
                NOW.minusSeconds(60),
                NOW.plusSeconds(60),
                10,
                List.of(AS_CONFIGURED, STRICTER),
                shadows,
                bounds,
                guardrails);
    }

    private Journal journal() {
        var journal =
                new Journal(new JournalPlace.InFile(folder.resolve("journal.sqlite")), () -> NOW);
        open.add(journal);
        return journal;
    }

    private ServiceExperiments service(Journal journal, Experiment experiment) {
        InstantSource clock = () -> NOW;
        var gateway =
                new Gateway(
                        library.catalog(),
                        library::open,
                        new ScriptedGateway.Scripted(),
                        "scripted",
                        new Pipeline(PipelineListener.NOP));
        var service =
                new ServiceExperiments(
                        Optional.of(new Experiments(List.of(experiment), journal, clock)),
                        gateway,
                        new ServiceJournal(Optional.of(journal), () -> caller),
                        () -> session,
                        Duration.ofSeconds(30));
        open.add(service);
        gateways.put(service, gateway);
        return service;
    }

    /** As the resource does. */
    private Answer ask(ServiceExperiments service, Journal journal) {
        var ask = asked(null, null, "library");
        var assigned = service.assign(ask).orElseThrow();
        var gateway = Objects.requireNonNull(gateways.get(service));
        var answer = gateway.ask(ServiceExperiments.by(assigned, ask));
        new ServiceJournal(Optional.of(journal), () -> caller)
                .write(answer, gateway.database("library").database(), assigned.exposure());
        service.shadow(assigned, ask);
        return answer;
    }

    private static Ask asked(@Nullable String strategy, @Nullable Double penalty, String database) {
        return new Ask(
                new Question(UUID.randomUUID().toString(), database, QUESTION),
                strategy,
                penalty,
                null,
                null,
                false);
    }

    private String callerOf(ServiceExperiments service, String variant) {
        for (int i = 0; ; i++) {
            caller = "user " + i;
            var assigned = service.assign(asked(null, null, "library")).orElseThrow();
            if (assigned.variant().name().equals(variant)) {
                return caller;
            }
        }
    }

    private static Exposure exposed(Journal journal, Answer answer) {
        var decided =
                Journal.decided(journal.decision(answer.question().id()).orElseThrow())
                        .orElseThrow();
        return Objects.requireNonNull(decided.exposure());
    }

    private static void say(Journal journal, Answer answer, Verdict verdict) {
        journal.append(
                new Feedback(
                        UUID.randomUUID().toString(),
                        "ada",
                        answer.question().id(),
                        verdict,
                        null,
                        "ada"));
    }

    private static <T> List<T> entries(Journal journal, Class<T> type) {
        var found = new ArrayList<T>();
        journal.forEach(link -> {
            if (type.isInstance(link.entry())) {
                found.add(type.cast(link.entry()));
            }
        });
        return found;
    }

    private static void until(BooleanSupplier happened) {
        for (int i = 0; i < 1_000 && !happened.getAsBoolean(); i++) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        assertThat(happened.getAsBoolean()).isTrue();
    }
}
