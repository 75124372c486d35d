package org.demur.wiring.cli;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.score.ItemRows;
import org.demur.evaluation.score.ItemTable;
import org.demur.evaluation.score.PairedScores;
import org.demur.evaluation.score.ScoreReport;
import org.demur.evaluation.score.ScoreSheet;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What becomes of scores: figures on the terminal, JSON, a table of items. */
final class ScoreOutput {
    /** Refuses what no table is written as before anything is scored. */
    private static final class TableFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            var file = Path.of(text);
            try {
                ItemTable.Format.of(file);
            } catch (GatewayException e) {
                throw new TypeConversionException(e.getMessage());
            }
            return file;
        }
    }

    @Option(
            names = "--witness",
            paramLabel = "ID",
            description = "Print these rows of this item; may be repeated.")
    private List<String> witnesses = new ArrayList<>();

    @Option(
            names = "--penalty",
            converter = Penalty.class,
            paramLabel = "C",
            description = "Give RS(C) as well; may be repeated.")
    private List<Double> penalties = new ArrayList<>();

    @Option(names = "--json", description = "Print JSON: a field per metric, and each id's score.")
    private boolean json;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write the JSON there; the file appears when it is complete.")
    private @Nullable Path output;

    @Option(
            names = "--export",
            converter = TableFile.class,
            paramLabel = "FILE",
            description = {
                "Write a row an item there: .csv, .jsonl or .parquet.",
                "demur merge reads .jsonl."
            })
    private @Nullable Path export;

    /** Whether more is shown of witnesses than whose they are. */
    boolean showsWitnesses() {
        return json || output != null || export != null || !witnesses.isEmpty();
    }

    /**
     * Writes all that was asked for.
     *
     * @param against of other predictions for the same gold
     */
    void write(PrintWriter out, ScoreSheet sheet, Optional<ScoreSheet> against) throws IOException {
        for (String id : witnesses) {
            if (sheet.find(id).isEmpty()) {
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST, "--witness: there is no item " + id);
            }
        }
        var report = new ScoreReport(sheet, penalties);
        Optional<PairedScores> paired =
                against.map(other -> new PairedScores(sheet, other, penalties));
        String text = json || output != null ? json(report, paired) : "";
        if (output != null) {
            DataFile.write(output, (text + "\n").getBytes(StandardCharsets.UTF_8));
        }
        if (export != null) {
            ItemRows.of(sheet).write(export);
        }
        out.print(json ? text + System.lineSeparator() : report.text());
        if (!json) {
            out.print(paired.map(PairedScores::text).orElse(""));
            witnesses.forEach(id -> out.print(report.witness(id)));
        }
        out.flush();
    }

    private static String json(ScoreReport report, Optional<PairedScores> paired)
            throws IOException {
        var fields = new LinkedHashMap<>(report.json());
        paired.ifPresent(scores -> fields.put("against", scores.json()));
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(fields);
    }
}
