package org.demur.wiring.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "results",
        mixinStandardHelpOptions = true,
        description = {
            "Measure the figures of the documentation and write them there.",
            "config/results.yaml names the tables and the commands that measure them;"
                    + " DEMUR_BENCHMARKS says where the benchmarks are, ../shared/data by default. A"
                    + " table whose benchmark is absent is left as it is."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured and written, or with --check the same as before",
            "1:with --check, some figures differ",
            "2:the command line or an input is at fault"
        })
final class ResultsCommand implements Callable<Integer> {
    private static final String CONFIG = "config/";
    private static final Pattern FIELD = Pattern.compile("\\{([^{}:]+)(?::(%[^{}]+))?}");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "TABLE", arity = "0..*", description = "Only these; all by default.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--check",
            description =
                    "Compare and write nothing. A slow table is measured only where it is named;"
                            + " else it is asked whether its inputs have changed since.")
    private boolean check;

    private final Map<String, JsonNode> printed = new HashMap<>();

    @Override
    public Integer call() throws IOException {
        FigureTables figures = FigureTables.read(ProgramHome.path());
        Map<String, FigureTables.Table> tables = figures.named(names);
        Path work = Files.createTempDirectory("demur-results");
        boolean different = false;
        try {
            for (var entry : tables.entrySet()) {
                different |= isDifferent(figures, entry.getKey(), entry.getValue(), work);
            }
        } finally {
            delete(work);
        }
        return different ? ExitCode.DIFFERENT : ExitCode.OK;
    }

    /** Measures a table and writes it; with --check, whether it would be another one. */
    private boolean isDifferent(
            FigureTables figures, String name, FigureTables.Table table, Path work)
            throws IOException {
        List<FigureTables.Run> runs = figures.runsOf(table);
        List<Path> needs = needs(runs, work);
        var absent = needs.stream().filter(path -> !Files.exists(path)).findFirst();
        if (absent.isPresent()) {
            say("%s: left as it is, there is no %s".formatted(name, absent.get()));
            return false;
        }
        boolean slow = runs.stream().anyMatch(FigureTables.Run::slow);
        var document = new MarkedDocument(ProgramHome.path().resolve(table.document()));
        MarkedDocument.Block before = document.block(name);
        String inputs = slow ? digest(runs, needs) : "";
        if (check && slow && names.isEmpty()) {
            boolean stale = !before.inputs().equals(inputs);
            if (stale) {
                say(
                        "%s: what it was measured on has changed; ./demur results %s measures again"
                                .formatted(name, name));
            }
            return stale;
        }
        String measured = measured(figures, table, work);
        if (check) {
            return report(name, before.table(), measured);
        }
        document.replace(name, new MarkedDocument.Block(inputs, measured));
        document.write();
        say(name + (before.table().equals(measured) ? ": as before" : ": written"));
        return false;
    }

    private boolean report(String name, String before, String measured) {
        List<String> old = before.lines().toList();
        List<String> now = measured.lines().toList();
        for (String line : now) {
            if (!old.contains(line)) {
                say(name + ": measured " + line);
            }
        }
        for (String line : old) {
            if (!now.contains(line)) {
                say(name + ": but documented " + line);
            }
        }
        return !before.equals(measured);
    }

    private String measured(FigureTables figures, FigureTables.Table table, Path work) {
        var text = new StringBuilder();
        line(text, table.head());
        line(text, table.head().stream().map(column -> "---").toList());
        for (FigureTables.Row row : table.rows()) {
            List<String> cells = table.cellsOf(row);
            if (row.run() == null) {
                line(text, cells);
            } else {
                String from = row.from() == null ? "" : row.from();
                JsonNode printed = printed(row.run(), figures.run(row.run()), work).at(from);
                line(text, cells.stream().map(cell -> filled(cell, printed)).toList());
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String filled(String cell, JsonNode figures) {
        return FIELD.matcher(cell)
                .replaceAll(found -> Matcher.quoteReplacement(figure(found, figures)));
    }

    private static String figure(MatchResult found, JsonNode figures) {
        JsonNode value = figures.path(found.group(1));
        if (value.isMissingNode()) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "config/results.yaml: no field %s was printed".formatted(found.group(1)));
        }
        if (value.isNull()) {
            return "–";
        }
        if (!value.isNumber() || (value.isIntegralNumber() && found.group(2) == null)) {
            return value.asText();
        }
        String form = Objects.requireNonNullElse(found.group(2), "%.2f");
        boolean isWhole = form.endsWith("d");
        // the type of the value depends on the form
        return isWhole || form.endsWith("s")
                ? String.format(Locale.ROOT, form, value.asLong())
                : String.format(Locale.ROOT, form, value.asDouble());
    }

    /** What a run printed; it runs once. */
    private JsonNode printed(String name, FigureTables.Run run, Path work) {
        JsonNode known = printed.get(name);
        if (known != null) {
            return known;
        }
        say("measuring %s ...".formatted(name));
        Map<String, String> settings = Objects.requireNonNull(run.settings());
        settings.forEach(System::setProperty);
        try {
            String out = output(run.command().stream().map(a -> at(a, work)).toList());
            JsonNode fresh = new ObjectMapper().readTree(out);
            printed.put(name, fresh);
            return fresh;
        } catch (JsonProcessingException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION,
                    "config/results.yaml: the run %s prints no JSON".formatted(name),
                    e);
        } finally {
            settings.keySet().forEach(System::clearProperty);
        }
    }

    private String output(List<String> arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code =
                Main.commandLine()
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute(arguments.toArray(String[]::new));
        if (code != ExitCode.OK) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "./demur %s ended with %d: %s"
                            .formatted(String.join(" ", arguments), code, err.toString().strip()));
        }
        return out.toString();
    }

    /** The files and folders that runs read: what they name as needs and on the command line. */
    private static List<Path> needs(List<FigureTables.Run> runs, Path work) {
        var needs = new ArrayList<Path>();
        for (FigureTables.Run run : runs) {
            Objects.requireNonNull(run.needs())
                    .forEach(text -> needs.add(ProgramHome.path().resolve(at(text, work))));
            run.command().stream()
                    .filter(text -> text.startsWith("{data}") || text.startsWith(CONFIG))
                    .forEach(text -> needs.add(Path.of(at(text, work))));
        }
        return needs;
    }

    /** A text with its places filled in; what lies below config is the program's. */
    private static String at(String text, Path work) {
        Path home = ProgramHome.path();
        String configured = System.getenv().getOrDefault("DEMUR_BENCHMARKS", "");
        Path data = configured.isBlank() ? home.resolve("../shared/data") : Path.of(configured);
        String filled =
                text.replace("{data}", data.normalize().toString())
                        .replace("{work}", work.toString());
        return filled.startsWith(CONFIG) ? home.resolve(filled).toString() : filled;
    }

    /** Of the commands and of every file that they read. */
    private static String digest(List<FigureTables.Run> runs, List<Path> needs) throws IOException {
        var text = new StringBuilder();
        runs.forEach(run -> text.append(run.command()).append(new TreeMap<>(run.settings())));
        for (Path need : needs) {
            try (Stream<Path> files = Files.walk(need)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    text.append(file.getFileName()).append(Sha256.of(file));
                }
            }
        }
        return Sha256.of(text.toString()).substring(0, 16);
    }

    private void say(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(message);
        err.flush();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
