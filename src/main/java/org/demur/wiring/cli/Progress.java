package org.demur.wiring.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows on standard error how far long work is; shows nothing where that is no terminal. */
final class Progress implements AutoCloseable {
    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /**
     * A bar for this many steps.
     *
     * @param task a word or two
     */
    static Progress of(String task, long steps) {
        // Java can tell of standard output whether it is a terminal, not of standard error: the
        // launcher says so.
        if (!Boolean.getBoolean("launcher.terminal")) {
            return new Progress(null);
        }
        return new Progress(
                new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(steps)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(200)
                        .build());
    }

    /** One step is done; from any thread. */
    void step() {
        if (bar != null) {
            bar.step();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
