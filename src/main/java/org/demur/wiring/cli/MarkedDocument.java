package org.demur.wiring.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.demur.evaluation.dataset.DataFile;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * A document whose tables of figures stand between two marks that nobody sees, {@code <!-- figures
 * NAME -->} and {@code <!-- end of figures -->}; the first may carry the digest of the inputs.
 */
final class MarkedDocument {
    private static final String END = "<!-- end of figures -->";

    /**
     * What stands between the marks.
     *
     * @param inputs digest of what the figures were measured on; empty where none is kept
     * @param table in Markdown, every line ended
     */
    record Block(String inputs, String table) {}

    private final Path file;
    private String text;

    MarkedDocument(Path file) {
        this.file = file;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, file + ": it cannot be read", e);
        }
    }

    Block block(String name) {
        Matcher found = find(name);
        return new Block(
                found.group("inputs") == null ? "" : found.group("inputs"), found.group(3));
    }

    void replace(String name, Block block) {
        Matcher found = find(name);
        String inputs = block.inputs().isEmpty() ? "" : " inputs=" + block.inputs();
        text =
                text.substring(0, found.start())
                        + "<!-- figures %s%s -->\n%s%s".formatted(name, inputs, block.table(), END)
                        + text.substring(found.end());
    }

    /** The file appears when it is complete. */
    void write() {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            if (!Files.readString(file).equals(text)) {
                DataFile.write(file, bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Matcher find(String name) {
        Matcher matcher =
                Pattern.compile(
                                "<!-- figures "
                                        + Pattern.quote(name)
                                        + "( inputs=(?<inputs>\\w+))? -->\n(.*?)"
                                        + END,
                                Pattern.DOTALL)
                        .matcher(text);
        if (!matcher.find()) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s: there is no place for the figures; put <!-- figures %s --> and %s there"
                            .formatted(file, name, END));
        }
        return matcher;
    }
}
