package org.demur.wiring.cli;

import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.demur.answer.Answer;
import org.demur.execution.Guarded;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.WholeFile;
import org.demur.journal.DecidedEntry;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Review;
import org.demur.journal.Proposals;
import org.demur.journal.Proposals.Proposal;
import org.demur.pipeline.Ask;
import org.demur.pipeline.Gateway;
import org.demur.pipeline.PipelineListener;
import org.demur.question.Question;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.declaration.DatabaseDeclaration;
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
    /** Asked twice for each proposal; as many take a minute at most where nothing else does. */
    private static final int QUESTIONS = 500;

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
            var proposals = Proposals.of(journal);
            if (id == null) {
                proposals.open().forEach(proposal -> show(proposal, proposals, assembly));
                say("%d to review".formatted(proposals.open().size()));
                return ExitCode.OK;
            }
            var proposal =
                    proposals
                            .withId(id)
                            .orElseThrow(() ->
                                    new GatewayException(
                                            FailureCode.MALFORMED_REQUEST,
                                            "nothing is proposed by the id " + id));
            if (reject) {
                journal.append(review(proposal, null));
                say("rejected");
            } else if (accept) {
                accept(proposal, journal, assembly.gateway());
            } else {
                show(proposal, proposals, assembly);
            }
            return ExitCode.OK;
        }
    }

    private Review review(Proposal proposal, @Nullable String pair) {
        return new Review(
                UUID.randomUUID().toString(),
                by,
                proposal.decided().id(),
                proposal.feedback().id(),
                pair);
    }

    private void show(Proposal proposal, Proposals proposals, Assembly assembly) {
        var decided = proposal.decided();
        say("%s  %s  by %s".formatted(proposal.id(), proposal.at(), proposal.feedback().by()));
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
        say("  effect    " + effect(proposal, proposals, assembly));
    }

    /** Of the pair on what was asked before. */
    private String effect(Proposal proposal, Proposals proposals, Assembly assembly) {
        var text = proposal.decided().question();
        var database = proposal.decided().database();
        if (text == null) {
            return "cannot be told: the journal may not keep questions of this database in words";
        }
        refuseUnguarded(proposal, assembly.gateway());
        var taught = assembly.taught(database, List.of(pair(proposal, text)));
        var questions = proposals.questions(database).stream().limit(QUESTIONS).toList();
        int more = 0;
        int fewer = 0;
        int changed = 0;
        var named = new StringBuilder();
        for (var asked : questions) {
            var before = sql(assembly.gateway(), database, asked);
            var after = sql(taught, database, asked);
            if (!before.equals(after)) {
                more += before.isEmpty() ? 1 : 0;
                fewer += after.isEmpty() ? 1 : 0;
                changed += before.isEmpty() || after.isEmpty() ? 0 : 1;
                if (more + fewer + changed <= NAMED) {
                    named.append("%n            %s".formatted(asked));
                }
            }
        }
        return "of the journal's %d questions answers %d more, changes %d, answers %d no longer%s"
                .formatted(questions.size(), more, changed, fewer, named);
    }

    /** The statement that would be answered with; empty where none would. */
    private static String sql(Gateway gateway, String database, String text) {
        var question = new Question(UUID.randomUUID().toString(), database, text);
        return gateway.ask(Ask.of(question)) instanceof Answer.Answered answered
                ? answered.sql()
                : "";
    }

    private static VerifiedQuery pair(Proposal proposal, String text) {
        return new VerifiedQuery("reviewed-" + proposal.id(), text, proposal.sql());
    }

    private void accept(Proposal proposal, Journal journal, Gateway gateway) throws IOException {
        var decided = proposal.decided();
        var text = decided.question() == null ? question : decided.question();
        if (text == null
                || !DecidedEntry.digest(decided.database(), text)
                        .equals(decided.questionDigest())) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the journal does not keep this question in words: give it by --question, as it"
                            + " was asked");
        }
        refuseUnguarded(proposal, gateway);
        var pair = pair(proposal, text);
        var declaredIn = gateway.database(decided.database()).database().declaredIn();
        var file = DatabaseDeclaration.reviewedPairs(declaredIn);
        journal.append(review(proposal, pair.id())); // before it has any effect
        var json = JsonMapper.builder().build();
        var pairs =
                Files.exists(file)
                        ? (ArrayNode) json.readTree(file.toFile())
                        : json.createArrayNode();
        for (int i = pairs.size() - 1; i >= 0; i--) {
            if (pairs.get(i).path("id").asText().equals(pair.id())) {
                pairs.remove(i);
            }
        }
        pairs.addObject()
                .put("id", pair.id())
                .put("question", pair.question())
                .put("sql", pair.sql());
        WholeFile.write(file, json.writer(new DefaultPrettyPrinter()).writeValueAsBytes(pairs));
        // a service that runs looks at the declaration, and then finds a file that is new to it
        Files.setLastModifiedTime(declaredIn, FileTime.from(Instant.now()));
        say("accepted: %s in %s".formatted(pair.id(), file));
    }

    /** What was let through once may be hidden by now. */
    private static void refuseUnguarded(Proposal proposal, Gateway gateway) {
        var database = gateway.database(proposal.decided().database());
        if (database.guard().check(proposal.sql(), database.schema())
                instanceof Guarded.Refused(var finding)) {
            throw new GatewayException(
                    FailureCode.REFUSED_SQL,
                    "the statement is refused by the guard: " + finding.explanation());
        }
    }

    private void say(String line) {
        // what people wrote is untrusted: a terminal must see no control characters
        spec.commandLine().getOut().println(line.replaceAll("[\\p{Cntrl}&&[^\\n]]", " "));
        spec.commandLine().getOut().flush();
    }
}
