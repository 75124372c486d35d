package org.demur.wiring.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.curation.Reviews;
import org.demur.curation.Reviews.Changes;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.journal.Proposals.Proposal;
import org.demur.pipeline.PipelineListener;
import org.demur.wiring.Assembly;
import org.demur.wiring.Journals;
import org.demur.wiring.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Feedback becomes a verified query only here, by a person. */
@Command(
        name = "review",
        description = {
            "List the statements that feedback proposes, with what each would change; accept or"
                    + " reject one.",
            "An accepted one becomes a verified query, in"
                    + " config/databases/<database>-reviewed.json."
        },
        mixinStandardHelpOptions = true)
final class ReviewCommand implements Callable<Integer> {
    private static final int NAMED = 5;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "PROPOSAL",
            description = "Id of a proposal; all that nobody has reviewed by default.")
    private @Nullable String id;

    @Option(names = "--accept", description = "Make it a verified query.")
    private boolean accept;

    @Option(names = "--reject", description = "Leave it at that.")
    private boolean reject;

    @Option(
            names = "--question",
            paramLabel = "TEXT",
            description = "The question in words, where the journal may not keep them.")
    private @Nullable String question;

    @Option(names = "--by", description = "Who decides; the system's user by default.")
    private String by = System.getProperty("user.name", "unknown");

    @Override
    public Integer call() throws IOException {
        if ((accept || reject) && (id == null || accept == reject)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "name one proposal, and either --accept or --reject it");
        }
        Settings settings = ProgramHome.settings();
        try (var journal = Journals.inPlace(settings);
                var assembly = new Assembly(settings, System.getenv(), PipelineListener.NOP)) {
            var reviews = new Reviews(journal, assembly.gateway(), assembly::taught);
            if (id == null) {
                var open = reviews.open();
                open.forEach(proposal -> show(proposal, reviews));
                say("%d to review".formatted(open.size()));
                return ExitCode.OK;
            }
            var proposal = reviews.proposal(id, _ -> true);
            if (reject) {
                reviews.reject(proposal, by);
                say("rejected");
            } else if (accept) {
                var file = reviews.accept(proposal, by, question);
                say("accepted: reviewed-%s in %s".formatted(proposal.id(), file));
            } else {
                show(proposal, reviews);
            }
            return ExitCode.OK;
        }
    }

    private void show(Proposal proposal, Reviews reviews) {
        var decided = proposal.decided();
        say(
                "%s  %s  by %s%s"
                        .formatted(
                                proposal.id(),
                                proposal.at(),
                                proposal.feedback().by(),
                                proposal.through() == null
                                        ? ""
                                        : ", through the caller " + proposal.through()));
        say("  database  " + decided.database());
        say(
                "  question  "
                        + (decided.question() == null
                                ? "(not kept in words)"
                                : decided.question()));
        say("  sql       " + proposal.sql());
        say(
                "  answer    %s, %s%s; %s"
                        .formatted(
                                decided.id(),
                                decided.decision(),
                                decided.reason() == null ? "" : " as " + decided.reason(),
                                proposal.isOwnDraft()
                                        ? "confirms what was withheld"
                                        : "corrected by a person"));
        var effect = reviews.effect(proposal);
        effect.checked().problems().forEach(problem -> say("  problem   " + problem));
        effect.replaces().forEach(id -> say("  replaces  " + id));
        if (effect.checked().rows() != null) {
            effect.checked().rows().rows().stream()
                    .limit(NAMED)
                    .forEach(row ->
                            say(
                                    row.stream()
                                            .map(String::valueOf)
                                            .collect(
                                                    Collectors.joining(
                                                            " | ", "  row       ", ""))));
        }
        if (effect.changes() != null) {
            say("  effect    " + told(effect.changes()));
        } else if (effect.checked().problems().isEmpty()) {
            say(
                    "  effect    cannot be told: the journal may not keep questions of this"
                            + " database in words");
        }
    }

    private static String told(Changes changes) {
        var named =
                Stream.of(changes.more(), changes.changed(), changes.fewer())
                        .flatMap(List::stream)
                        .limit(NAMED)
                        .map("%n            %s"::formatted)
                        .collect(Collectors.joining());
        return "of the journal's %d questions answers %d more, changes %d, answers %d no longer%s"
                .formatted(
                        changes.asked(),
                        changes.more().size(),
                        changes.changed().size(),
                        changes.fewer().size(),
                        named);
    }

    private void say(String line) {
        // what people wrote is untrusted: a terminal must see no control characters
        spec.commandLine().getOut().println(line.replaceAll("[\\p{Cntrl}&&[^\\n]]", " "));
        spec.commandLine().getOut().flush();
    }
}
