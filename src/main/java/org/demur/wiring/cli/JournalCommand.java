package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.demur.curation.ReviewedPairs;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.OwnFile;
import org.demur.journal.Journal;
import org.demur.journal.JournalRecord;
import org.demur.journal.Verification;
import org.demur.wiring.Journals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is done with the journal as a whole; the service may run meanwhile. */
@Command(
        name = "journal",
        description = "Verify, export or erase what the service wrote down.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class JournalCommand implements Runnable {
    private static final String NEWLINE = "\n";

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "verify",
            description = "Tell whether every record is as it was written.",
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {
                "0:the chain is whole",
                "1:it is broken; the first record at fault is named",
                "4:the journal cannot be read"
            })
    int verify(
            @Option(
                            names = "--head",
                            paramLabel = "HASH",
                            description =
                                    "The hash that an earlier verification ended with: tells also"
                                            + " whether records were cut off or written anew since.")
                    @Nullable String head) {
        if (head != null && !HASH.matcher(head).matches()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "--head is no SHA-256, which has 64 hexadecimal digits (0-9, a-f)");
        }
        var out = spec.commandLine().getOut();
        return with(journal -> {
            int code =
                    switch (journal.verify(head)) {
                        case Verification.Whole(var records, var erased, var last) -> {
                            out.printf(
                                    "The chain is whole: %d records, %d of them erased; it ends"
                                            + " with %s%n",
                                    records, erased, last);
                            yield ExitCode.OK;
                        }
                        case Verification.Broken(var what) -> {
                            out.printf("The chain is broken: %s%n", what);
                            yield ExitCode.DIFFERENT;
                        }
                    };
            out.flush();
            return code;
        });
    }

    /** How records are written out. */
    enum Form {
        JSONL,
        CSV,
        PARQUET
    }

    @Command(
            name = "export",
            description = "Write every record out, erased ones without content.",
            mixinStandardHelpOptions = true)
    int export(
            @Option(
                            names = "--format",
                            defaultValue = "JSONL",
                            description = "jsonl (one object a line, the default), csv or parquet.")
                    Form form,
            @Option(
                            names = "--output",
                            paramLabel = "FILE",
                            description =
                                    "Where to; the standard output by default, which takes no"
                                            + " parquet.")
                    @Nullable Path output)
            throws IOException {
        if (output == null && form == Form.PARQUET) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST, "--format parquet needs --output FILE");
        }
        return with(journal -> {
            if (output == null) {
                var out = spec.commandLine().getOut();
                write(journal, form, out);
                out.flush();
            } else {
                OwnFile.write(output, stream -> write(journal, form, output, stream));
            }
            return ExitCode.OK;
        });
    }

    private static void write(Journal journal, Form form, Path file, OutputStream stream)
            throws IOException {
        if (form == Form.PARQUET) {
            JournalTable.writeParquet(journal, stream);
            return;
        }
        var out = new PrintWriter(stream, false, StandardCharsets.UTF_8);
        write(journal, form, out);
        out.flush();
        if (out.checkError()) {
            throw new IOException(file + " cannot be written");
        }
    }

    private static void write(Journal journal, Form form, PrintWriter out) {
        if (form == Form.CSV) {
            out.print(JournalTable.csvHeader() + NEWLINE);
            journal.forEach(link -> out.print(JournalTable.csv(link) + NEWLINE));
        } else {
            journal.forEach(link -> out.print(json(link) + NEWLINE));
        }
    }

    /** The content stands as it is, so that its digest can be checked. */
    private static String json(JournalRecord link) {
        var json = JsonMapper.builder().build().createObjectNode();
        json.put("sequence", link.sequence());
        json.put("at", link.at().toString());
        json.put("kind", link.kind().key());
        json.put("id", link.id());
        json.put("about", link.about());
        json.put("contentDigest", link.contentDigest());
        json.put("previous", link.previous());
        json.put("hash", link.hash());
        json.putRawValue("content", link.content() == null ? null : new RawValue(link.content()));
        return json.toString();
    }

    @Command(
            name = "retain",
            description = "Erase what older records say; the records stay and the chain holds.",
            mixinStandardHelpOptions = true)
    int retain(
            @Option(names = "--days", required = true, description = "Days to keep contents for.")
                    int days) {
        if (days < 0) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, "--days must be at least 0");
        }
        var until = Instant.now().minus(days, ChronoUnit.DAYS);
        return with(journal -> {
            var older = new ArrayList<JournalRecord>();
            journal.forEach(link -> {
                if (link.at().isBefore(until)) {
                    older.add(link);
                }
            });
            return erased(journal, older, "retention of %d days".formatted(days));
        });
    }

    @Command(
            name = "forget",
            description = {
                "Erase what the journal says of a person: all its answers, what it said of others"
                        + " and what was said of its own. The records stay and the chain holds.",
                "Verified queries that were reviewed stay in their file; those that the person"
                        + " caused are listed."
            },
            mixinStandardHelpOptions = true)
    int forget(
            @Option(
                            names = "--caller",
                            required = true,
                            description = "The person, as it is named in the journal.")
                    String caller)
            throws IOException {
        return with(journal -> {
            var records = journal.ofPerson(caller);
            var answers = new HashSet<String>();
            records.stream()
                    .filter(link -> caller.equals(link.caller()))
                    .map(JournalRecord::id)
                    .forEach(answers::add);
            int code = erased(journal, records, "request of a person");
            tellOfPairs(caller, answers);
            return code;
        });
    }

    /** A pair holds a question in words, and who wrote, proposed or accepted it. */
    private void tellOfPairs(String person, Set<String> answers) throws IOException {
        var out = spec.commandLine().getOut();
        var settings = ProgramHome.settings();
        var folder = settings.home().resolve(settings.databases());
        for (var file : ReviewedPairs.files(folder)) {
            ReviewedPairs.origins(file)
                    .forEach((pair, origin) -> {
                        if (origin.names(person) || answers.contains(origin.answer())) {
                            out.printf(
                                    "The verified query %s stays in %s, with its question: delete"
                                            + " it on the page Databases, or change it there and"
                                            + " take the names out of its \"origin\"%n",
                                    pair, file);
                        }
                    });
        }
        out.flush();
    }

    private int erased(Journal journal, List<JournalRecord> records, String because) {
        int erased = journal.erase(records, because, System.getProperty("user.name", "unknown"));
        spec.commandLine()
                .getOut()
                .printf(
                        Locale.ROOT,
                        "%d %s erased%n",
                        erased,
                        erased == 1 ? "content" : "contents");
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private <E extends Exception> int with(Work<E> work) throws E {
        try (var journal = Journals.inPlace(ProgramHome.settings())) {
            return work.on(journal);
        }
    }

    @FunctionalInterface
    private interface Work<E extends Exception> {
        int on(Journal journal) throws E;
    }
}
