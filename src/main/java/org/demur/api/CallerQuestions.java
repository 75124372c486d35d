package org.demur.api;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicReference;
import org.demur.answer.Answer;
import org.demur.answer.ReasonCode;
import org.demur.decision.Reason;
import org.demur.experiment.Experiments.Assigned;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.failure.Told;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Asks in the name of who sends the request at hand, within what that caller may and has left, and
 * writes down what was decided. Every way into the service asks through here. Thread-safe.
 */
@Singleton
final class CallerQuestions {
    private static final Logger LOG = Logger.getLogger(CallerQuestions.class);

    private final Gateway gateway;
    private final Admission admission;
    private final Callers callers;
    private final CallerBudgets budgets;
    private final ServiceJournal journal;
    private final ServiceExperiments experiments;

    CallerQuestions(
            Gateway gateway,
            Admission admission,
            Callers callers,
            CallerBudgets budgets,
            ServiceJournal journal,
            ServiceExperiments experiments) {
        this.gateway = gateway;
        this.admission = admission;
        this.callers = callers;
        this.budgets = budgets;
        this.journal = journal;
        this.experiments = experiments;
    }

    /**
     * Answers or abstains, on the calling thread.
     *
     * @param traced whether to tell what each stage measured
     * @throws GatewayException for anything that {@link Problems} tells
     * @throws jakarta.ws.rs.WebApplicationException with status 429 where the caller has asked
     *     enough, or its budget is used up
     */
    AnswerBody ask(Ask ask, boolean traced) {
        return ask(ask, traced, PipelineListener.NOP);
    }

    /**
     * As {@link #ask(Ask, boolean)}.
     *
     * @param watching hears of this question alone
     */
    AnswerBody ask(Ask written, boolean traced, PipelineListener watching) {
        var ask = written.by(callers.current().identity().orElse(null));
        var asked = ask.question().database();
        callers.requireVisible(asked);
        callers.requireAllowance();
        budgets.require(callers.current());
        var assigned = experiments.assign(ask);
        var shown = assigned.map(a -> ServiceExperiments.by(a, ask)).orElse(ask);
        var answer = told(admitted(shown, watching));
        var database = gateway.database(asked).database();
        // before anything of it leaves
        journal.write(answer, database, assigned.map(Assigned::exposure).orElse(null));
        assigned.ifPresent(a -> experiments.shadow(a, ask));
        return AnswerBodies.of(answer, database.verified(), traced);
    }

    private Answer admitted(Ask ask, PipelineListener watching) {
        var given = new AtomicReference<@Nullable Answer>();
        try {
            return admission.admit(() -> {
                var answer = gateway.ask(ask, watching);
                given.set(answer);
                return judged(answer);
            });
        } catch (GatewayException e) {
            var undecided = given.get();
            if (undecided != null) {
                journal.writeBreakdown(undecided); // its tokens are spent all the same
            }
            throw e;
        }
    }

    /**
     * Has the calling thread interrupted when the client hangs up: nobody waits for a model now.
     */
    static void stopWhenHungUp(RoutingContext exchange) {
        var asking = Thread.currentThread();
        exchange.addEndHandler(ended -> {
            if (ended.failed()) {
                asking.interrupt();
            }
        });
    }

    /** An abstention because a stage failed, in words that name no file. */
    private static Answer told(Answer answer) {
        if (!(answer
                instanceof
                Answer.Abstained(
                        var question,
                        Reason.StageFailed(var stage, var code, var message),
                        var suggestions,
                        var draft,
                        var trace))) {
            return answer;
        }
        var told = Told.of(code, message);
        if (!told.equals(message)) {
            LOG.warnf("abstained: %s: %s", code, message);
        }
        return new Answer.Abstained(
                question, new Reason.StageFailed(stage, code, told), suggestions, draft, trace);
    }

    /**
     * A withheld draft is a result, and so is that no model had one; any other outage or a fault of
     * Demur's own is a problem.
     */
    private static Answer judged(Answer answer) {
        if (answer
                        instanceof
                        Answer.Abstained(var _, Reason.StageFailed failed, var _, var _, var _)
                && failed.code().type() != FailureType.MODEL
                && ReasonCode.of(failed) != ReasonCode.MODEL_UNAVAILABLE) {
            throw new GatewayException(failed.code(), failed.message());
        }
        return answer;
    }
}
