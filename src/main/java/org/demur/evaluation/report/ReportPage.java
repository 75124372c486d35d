package org.demur.evaluation.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.demur.evaluation.dataset.DataFile;
import org.demur.evaluation.run.RunJson;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;

/**
 * One HTML page about runs that needs nothing from elsewhere: style, script, chart library and data
 * are inside, and a content security policy forbids everything else. Questions, SQL and cells are
 * hostile text: data travels as JSON without a character that means something in HTML, items
 * besides packed and in Base64, and the script writes text only.
 */
public final class ReportPage {
    /** Served from its library; the version is that of the dependency. */
    private static final String CHARTS =
            "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private final String html;

    private ReportPage(String html) {
        this.html = html;
    }

    /**
     * The page about runs.
     *
     * @param runs at least one; the others are compared with the first
     * @throws GatewayException {@code INVALID_INPUT_FILE} where they share no item
     */
    public static ReportPage of(List<ScoredRun> runs) {
        if (runs.isEmpty()) {
            throw new GatewayException(FailureCode.MALFORMED_REQUEST, "there is no run to report");
        }
        // half of the work, and of no concern to the rest
        var items = CompletableFuture.supplyAsync(() -> packed(RunItems.of(runs)));
        String style = resource("report.css");
        String charts = withoutSourceMap(resource(CHARTS));
        String script = resource("report.js");
        String policy =
                "default-src 'none'; base-uri 'none'; form-action 'none'; style-src %s; script-src %s %s"
                        .formatted(hash(style), hash(charts), hash(script));
        String page = resource("report.html");
        page = filled(page, "policy", policy);
        page = filled(page, "style", style);
        page = filled(page, "summary", escaped(json(RunSummaries.of(runs))));
        page = filled(page, "items", items.join());
        page = filled(page, "charts", charts);
        return new ReportPage(filled(page, "script", script));
    }

    /**
     * What the page says of whole runs: figures with intervals, curves, stages, comparisons.
     *
     * @param runs at least one; the others are compared with the first
     * @throws GatewayException {@code INVALID_INPUT_FILE} where they share no item
     */
    public static Map<String, Object> summaries(List<ScoredRun> runs) {
        return RunSummaries.of(runs);
    }

    public String html() {
        return html;
    }

    /** Writes the page; it appears at once or not at all. */
    public void write(Path file) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        DataFile.write(file, bytes);
    }

    /** Once: what is filled in may contain anything. */
    private static String filled(String page, String name, String content) {
        String place = "{{" + name + "}}";
        int start = page.indexOf(place);
        return page.substring(0, start) + content + page.substring(start + place.length());
    }

    /** JSON without {@code <}, {@code >} and {@code &}, which only texts in it can hold. */
    static String escaped(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    private static String packed(Object items) {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes, 1 << 16)) {
            RunJson.write(zip, items);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The map is not inside of the page, and a browser's tools would look for it. */
    private static String withoutSourceMap(String script) {
        return script.replaceAll("//# sourceMappingURL=\\S*", "");
    }

    private static String hash(String content) {
        return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.bytesOf(content)) + "'";
    }

    private static String resource(String name) {
        try (InputStream input = ReportPage.class.getResourceAsStream(name)) {
            if (input == null) {
                throw new IllegalStateException("the program lacks " + name);
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
