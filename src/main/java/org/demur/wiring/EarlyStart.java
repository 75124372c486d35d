package org.demur.wiring;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.demur.answer.Answer;
import org.demur.decision.Stage;
import org.demur.execution.QueryExecutor;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;
import org.jspecify.annotations.Nullable;

/**
 * The program, assembled and opening its databases while the framework still starts, which then
 * takes it over: the one occupies a single processor for a second, the other has work for several.
 */
public final class EarlyStart {
    private static final AtomicReference<@Nullable EarlyStart> BEGUN = new AtomicReference<>();

    private final Map<String, String> settings;
    private final LateListener listener;
    private final Assembly assembly;
    private final Warmup warmup;
    private final AtomicBoolean taken = new AtomicBoolean();

    private EarlyStart(Map<String, String> settings, LateListener listener, Assembly assembly) {
        this.settings = settings;
        this.listener = listener;
        this.assembly = assembly;
        this.warmup = new Warmup(assembly.gateway());
    }

    /**
     * Checks settings, port and strategies, so that a typo is told in one line before the framework
     * starts, and begins to open databases.
     *
     * @param home folder that holds {@code config/}
     * @throws GatewayException INVALID_CONFIGURATION with the remedy
     */
    public static void begin(Path home) {
        var config = SettingsFile.config(home);
        ListeningPort.requireFree(config);
        var settings = config.getConfigMapping(Settings.class);
        CallerFolder.of(settings); // a mistake there is told here
        OpenIdConnect.check(settings);
        var listener = new LateListener();
        var assembly = new Assembly(settings, System.getenv(), listener, listener::breaking);
        assembly.checkDefault();
        var _ = ExperimentFolder.read(settings, assembly.gateway(), Instant.now());
        var early = new EarlyStart(SettingsFile.values(config), listener, assembly);
        early.warmup.begin();
        BEGUN.set(early);
    }

    /**
     * What was begun, for the one who asks first; empty where nothing was, or with other settings.
     *
     * @param settings in force, as {@link SettingsFile#values}
     * @param listener to hear of questions
     */
    static Optional<Assembly> take(Map<String, String> settings, PipelineListener listener) {
        var begun = BEGUN.get();
        if (begun == null || !begun.taken.compareAndSet(false, true)) {
            return Optional.empty();
        }
        if (!begun.settings.equals(settings)) {
            begun.assembly.close();
            return Optional.empty();
        }
        begun.listener.become(listener);
        return Optional.of(begun.assembly);
    }

    /** Of a gateway's databases: what was begun for it, or one that is still to begin. */
    static Warmup warmup(Gateway gateway) {
        var begun = BEGUN.get();
        return begun != null && begun.assembly.gateway().equals(gateway)
                ? begun.warmup
                : new Warmup(gateway);
    }

    /** The framework's ears: no question is asked before they are there. */
    private static final class LateListener implements PipelineListener {
        private volatile PipelineListener listener = PipelineListener.NOP;
        private volatile boolean present;
        private final Queue<BreakingExecutor> early = new ConcurrentLinkedQueue<>();

        void become(PipelineListener given) {
            listener = given;
            present = true;
            early.forEach(BreakingExecutor::watch);
        }

        /** A circuit from when on there is a framework to measure it. */
        QueryExecutor breaking(String database, QueryExecutor executor) {
            var breaking = new BreakingExecutor(database, executor, () -> present);
            early.add(breaking);
            breaking.watch(); // the framework may have come meanwhile
            return breaking;
        }

        @Override
        public void entered(Stage stage) {
            listener.entered(stage);
        }

        @Override
        public void measured(Stage stage, Duration duration) {
            listener.measured(stage, duration);
        }

        @Override
        public void disagreed() {
            listener.disagreed();
        }

        @Override
        public void finished(Answer answer, Duration duration) {
            listener.finished(answer, duration);
        }
    }
}
