package org.demur.wiring.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.score.CsvTable;
import org.demur.experiment.AuditDrawing;
import org.demur.experiment.AuditDrawing.Kind;
import org.demur.experiment.AuditEstimate;
import org.demur.experiment.Experiment;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.CsvCell;
import org.demur.file.OwnFile;
import org.demur.journal.Journal;
import org.demur.journal.JournalEntry.Audit;
import org.demur.journal.JournalEntry.Decided;
import org.demur.journal.JournalEntry.Feedback;
import org.demur.journal.JournalEntry.Role;
import org.demur.journal.JournalEntry.Verdict;
import org.demur.journal.JournalRecord;
import org.demur.wiring.Journals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * A random sample of decisions that somebody rates: what people rate of their own accord is none.
 */
@Command(
        name = "audit",
        description = {
            "Draw decisions of the journal at random, to be rated in a sheet; audit rate FILE takes"
                    + " the verdicts in, and audit results tells RS(c) without the bias of what"
                    + " people rate by themselves.",
            "The sheet does not tell which variant of an experiment decided."
        },
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
    private static final List<String> COLUMNS =
            List.of("audit", "answer", "database", "question", "decision", "sql", "verdict");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--n",
            paramLabel = "N",
            description =
                    "Decisions to draw (default: 100); one of each kind at least, answers and"
                            + " abstentions of each variant.")
    private int wanted = 100;

    @Option(names = "--experiment", paramLabel = "ID", description = "Only of this experiment.")
    private @Nullable String experiment;

    @Option(names = "--database", paramLabel = "ID", description = "Only of this database.")
    private @Nullable String database;

    @Option(names = "--days", paramLabel = "N", description = "Only of the last N days.")
    private @Nullable Integer days;

    @Option(
            names = "--seed",
            description = "Of the drawing (default: random; the journal keeps it).")
    private long seed = new Random().nextLong();

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The sheet, as CSV (default: the standard output).")
    private @Nullable Path output;

    @Option(names = "--by", description = "Who draws; the system's user by default.")
    private String by = System.getProperty("user.name", "unknown");

    @Override
    public Integer call() throws IOException {
        if (wanted < 1) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, "--n must be at least 1");
        }
        var settings = ProgramHome.settings();
        try (var journal = Journals.inPlace(settings)) {
            var decided = decisions(journal);
            if (decided.isEmpty()) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST,
                        "the journal has no such decisions to draw from");
            }
            var byKind = new LinkedHashMap<Kind, List<String>>();
            decided.values()
                    .forEach(d ->
                            byKind.computeIfAbsent(kind(d), _ -> new ArrayList<>()).add(d.id()));
            var audit =
                    new Audit(
                            UUID.randomUUID().toString(),
                            by,
                            experiment,
                            database,
                            seed,
                            AuditDrawing.draw(byKind, wanted, seed));
            journal.append(audit);
            write(audit, decided);
        }
        return ExitCode.OK;
    }

    private Map<String, Decided> decisions(Journal journal) {
        var since = days == null ? Instant.MIN : Instant.now().minus(days, ChronoUnit.DAYS);
        var decided = new LinkedHashMap<String, Decided>();
        journal.forEach(link -> {
            if (link.entry() instanceof Decided one
                    && isWanted(one)
                    && !link.at().isBefore(since)) {
                decided.put(one.id(), one);
            }
        });
        return decided;
    }

    private boolean isWanted(Decided one) {
        var exposure = one.exposure();
        boolean isOfExperiment =
                experiment == null
                        || (exposure != null
                                && exposure.experiment().equals(experiment)
                                && exposure.role() == Role.SERVED);
        return isOfExperiment && (database == null || one.database().equals(database));
    }

    private Kind kind(Decided one) {
        var exposure = one.exposure();
        return new Kind(
                experiment == null || exposure == null ? null : exposure.variant(), one.decision());
    }

    /** In random order, so that it does not tell what was drawn together. */
    private void write(Audit audit, Map<String, Decided> decided) throws IOException {
        var drawn =
                new ArrayList<>(audit.strata().stream().flatMap(s -> s.drawn().stream()).toList());
        Collections.shuffle(drawn, new Random(seed));
        var text = new StringBuilder(String.join(",", COLUMNS)).append('\n');
        int wordless = 0;
        for (var id : drawn) {
            var one = Objects.requireNonNull(decided.get(id));
            wordless += one.question() == null ? 1 : 0;
            text.append(
                            Stream.of(
                                            audit.id(),
                                            id,
                                            one.database(),
                                            one.question(),
                                            one.decision(),
                                            one.sql(),
                                            "")
                                    .map(cell -> cell == null ? "" : CsvCell.of(cell))
                                    .collect(Collectors.joining(",")))
                    .append('\n');
        }
        if (output == null) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
        } else {
            OwnFile.write(
                    output,
                    stream -> stream.write(text.toString().getBytes(StandardCharsets.UTF_8)));
        }
        var err = spec.commandLine().getErr();
        err.printf(
                "%d of %d decisions are drawn. Put a verdict into the last column: %s; then"
                        + " ./demur audit rate FILE%n",
                drawn.size(),
                decided.size(),
                Arrays.stream(Verdict.values())
                        .map(Verdict::key)
                        .collect(Collectors.joining(", ")));
        if (wordless > 0) {
            err.printf(
                    "The words of %d questions are not kept, so that nobody can rate these:"
                            + " journal: {questions: true} in a database's declaration keeps them"
                            + " from then on.%n",
                    wordless);
        }
        err.flush();
    }

    @Command(
            name = "rate",
            description = "Take in the verdicts of a sheet; taking it in again changes nothing.",
            mixinStandardHelpOptions = true)
    int rate(
            @Parameters(paramLabel = "FILE", description = "The sheet, as CSV.") Path file,
            @Option(names = "--by", description = "Who rated; the system's user by default.")
                    @Nullable String rater)
            throws IOException {
        var table = CsvTable.parse(file, DataFile.text(file));
        int audit = column(table, file, "audit");
        int answer = column(table, file, "answer");
        int verdict = column(table, file, "verdict");
        var rows = table.rows().stream().filter(row -> !row.get(verdict).isBlank()).toList();
        try (var journal = Journals.inPlace(ProgramHome.settings())) {
            for (var row : rows) { // all are checked before any is taken in
                requireFitting(journal, file, row.get(answer), row.get(verdict));
            }
            for (var row : rows) {
                journal.appendOnce(
                        new Feedback(
                                UUID.randomUUID().toString(),
                                rater == null ? by : rater,
                                row.get(answer),
                                verdict(file, row.get(verdict)),
                                null,
                                rater == null ? by : rater,
                                row.get(audit)));
            }
        }
        var out = spec.commandLine().getOut();
        out.printf(
                "%d verdicts taken in, %d still to be given%n",
                rows.size(), table.rows().size() - rows.size());
        out.flush();
        return ExitCode.OK;
    }

    private static int column(CsvTable table, Path file, String name) {
        int column = table.columnNamed(List.of(name));
        if (column < 0) {
            throw DataFile.invalid(file, "it has no column \"%s\"".formatted(name));
        }
        return column;
    }

    private static Verdict verdict(Path file, String written) {
        return Arrays.stream(Verdict.values())
                .filter(v -> v.key().equals(written.strip()))
                .findFirst()
                .orElseThrow(() ->
                        DataFile.invalid(
                                file,
                                "\"%s\" is no verdict: use %s"
                                        .formatted(
                                                written,
                                                Arrays.stream(Verdict.values())
                                                        .map(Verdict::key)
                                                        .collect(Collectors.joining(", ")))));
    }

    private static void requireFitting(Journal journal, Path file, String id, String written) {
        var decided =
                journal.decision(id)
                        .flatMap(Journal::decided)
                        .orElseThrow(() ->
                                DataFile.invalid(
                                        file, "the journal has no answer %s".formatted(id)));
        if (verdict(file, written).isOfAnAnswer() != decided.wasAnswered()) {
            throw DataFile.invalid(
                    file,
                    "%s was %s, so that it cannot be \"%s\""
                            .formatted(id, decided.decision(), written));
        }
    }

    @Command(
            name = "results",
            description = "What each sample tells of all decisions that it was drawn from.",
            mixinStandardHelpOptions = true)
    int results() {
        var settings = ProgramHome.settings();
        var penalties =
                ExperimentCommand.declared(settings).stream()
                        .collect(Collectors.toMap(Experiment::id, Experiment::penalty));
        var out = spec.commandLine().getOut();
        try (var journal = Journals.inPlace(settings)) {
            var audits = new ArrayList<Audit>();
            var verdicts = new HashMap<String, Map<String, Verdict>>();
            journal.forEach(link -> take(link, audits, verdicts));
            for (var audit : audits) {
                double penalty =
                        audit.experiment() == null
                                ? settings.ask().penalty()
                                : penalties.getOrDefault(
                                        audit.experiment(), settings.ask().penalty());
                print(
                        List.of(
                                AuditEstimate.of(
                                        audit,
                                        verdicts.getOrDefault(audit.id(), Map.of()),
                                        penalty)),
                        "RS(%s)".formatted(penalty),
                        out);
            }
            if (audits.isEmpty()) {
                out.println("Nothing was drawn yet: ./demur audit --n 100");
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void take(
            JournalRecord link, List<Audit> audits, Map<String, Map<String, Verdict>> verdicts) {
        if (link.entry() instanceof Audit audit) {
            audits.add(audit);
        } else if (link.entry() instanceof Feedback said && said.audit() != null) {
            verdicts.computeIfAbsent(said.audit(), _ -> new HashMap<>())
                    .put(said.about(), said.verdict());
        }
    }

    static void print(List<AuditEstimate> audits, String score, PrintWriter out) {
        for (var estimate : audits) {
            out.printf(
                    "%naudit %s%s: %d of %d drawn decisions rated%s%n",
                    estimate.audit().id(),
                    estimate.audit().experiment() == null
                            ? ""
                            : " of " + estimate.audit().experiment(),
                    estimate.rated(),
                    estimate.drawn(),
                    estimate.rated() < estimate.drawn()
                            ? "; it tells something once all are"
                            : ", unbiased");
            for (var one : estimate.variants()) {
                var name = one.variant() == null ? "" : one.variant() + ", ";
                ExperimentCommand.line(
                        out, "%s%s of %d".formatted(name, score, one.of()), one.reliability(), 100);
                ExperimentCommand.line(out, name + "wrong of answers %", one.selectiveRisk(), 100);
            }
            estimate.differences()
                    .forEach(d ->
                            ExperimentCommand.line(
                                    out,
                                    "%s, %s less %s".formatted(score, d.variant(), d.against()),
                                    d.reliability(),
                                    100));
        }
    }
}
