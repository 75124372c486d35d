package org.demur.wiring;

import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.demur.failure.GatewayException;
import org.demur.pipeline.Gateway;
import org.demur.schema.DatabaseProblem;
import org.jboss.logging.Logger;

/**
 * Opens every database and puts the default strategy together before the first question needs them;
 * then it begins with the other strategies. Thread-safe.
 */
final class Warmup {
    private static final Logger LOG = Logger.getLogger(Warmup.class);

    private final Gateway gateway;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);

    Warmup(Gateway gateway) {
        this.gateway = gateway;
    }

    /** Goes on in the background; more than once is as good as once. */
    void begin() {
        if (begun.compareAndSet(false, true)) {
            Thread.ofPlatform().name("warm-up").daemon().start(this::openAll);
        }
    }

    boolean isDone() {
        return done.getCount() == 0;
    }

    /** In the log, which alone names files. */
    static void tell(DatabaseProblem problem) {
        LOG.logf(
                switch (problem.severity()) {
                    case NOTICE -> Logger.Level.DEBUG; // told at /v1/databases
                    case WARNING -> Logger.Level.WARN;
                    case ERROR -> Logger.Level.ERROR;
                },
                "database %s: %s",
                problem.database(),
                problem.message());
    }

    private void openAll() {
        try {
            openEach(gateway.databases().declared());
            gateway.problems().forEach(Warmup::tell);
        } finally {
            done.countDown();
        }
        beginWithOthers();
    }

    /** What other strategies need is prepared beside the first questions. */
    private void beginWithOthers() {
        for (var strategy : gateway.strategies().declared()) {
            for (var id : gateway.databases().ids()) {
                if (strategy.unavailable() == null) {
                    try {
                        gateway.strategies().strategy(strategy.name(), gateway.database(id));
                    } catch (RuntimeException e) { // who asks with it is told
                        LOG.debugf(e, "strategy %s cannot serve %s", strategy.name(), id);
                    }
                }
            }
        }
    }

    /** As many at a time as there are processors; returns when all are open or given up. */
    private void openEach(Collection<String> ids) {
        int processors = Runtime.getRuntime().availableProcessors();
        var threads = Thread.ofPlatform().name("warm-up-", 0).daemon().factory();
        try (var workers = Executors.newFixedThreadPool(processors, threads)) {
            ids.forEach(id -> workers.execute(() -> open(id)));
        }
    }

    /** One bad database never stops the others. */
    private void open(String id) {
        try {
            gateway.prepare(id);
            LOG.infof("database %s is ready", id);
        } catch (GatewayException e) { // told among the problems
            LOG.debugf(e, "database %s cannot be served", id);
        } catch (RuntimeException e) {
            LOG.errorf(e, "database %s cannot be served", id);
        }
    }
}
