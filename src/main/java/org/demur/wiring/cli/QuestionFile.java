package org.demur.wiring.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.JsonFault;
import org.demur.question.Question;

/**
 * Reads questions as EHRSQL-2024 writes them: {@code {"data": [{"id": ..., "question": ...}]}}, or
 * the list alone; packed by gzip or not.
 */
final class QuestionFile {
    private QuestionFile() {}

    /**
     * The questions in the order of the file.
     *
     * @param database the database they are about
     * @throws GatewayException INVALID_INPUT_FILE naming the file and what is wrong in it
     */
    static List<Question> read(Path file, String database) {
        JsonNode root;
        try (InputStream bytes = open(file)) {
            root = JsonMapper.builder().build().readTree(bytes);
        } catch (NoSuchFileException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, file + ": there is no such file", e);
        } catch (JsonProcessingException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s:%d:%d: not JSON: %s"
                            .formatted(
                                    file,
                                    e.getLocation().getLineNr(),
                                    e.getLocation().getColumnNr(),
                                    JsonFault.of(e)),
                    e);
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE, file + ": the file cannot be read", e);
        }
        var list = root.isArray() ? root : root.path("data");
        if (!list.isArray()) {
            throw invalid(file, "expected {\"data\": [{\"id\": ..., \"question\": ...}]}");
        }
        var questions = new ArrayList<Question>(list.size());
        var ids = new HashSet<String>();
        for (var item : list) {
            var id = item.path("id");
            var text = item.path("question");
            if (!id.isValueNode() || !text.isTextual()) {
                throw invalid(
                        file, "item " + (questions.size() + 1) + " lacks an id or a question");
            }
            if (!ids.add(id.asText())) {
                throw invalid(file, "the id " + id.asText() + " stands twice");
            }
            questions.add(new Question(id.asText(), database, text.textValue()));
        }
        return questions;
    }

    private static InputStream open(Path file) throws IOException {
        var bytes = new BufferedInputStream(Files.newInputStream(file));
        bytes.mark(2);
        boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return packed ? new GZIPInputStream(bytes) : bytes;
    }

    private static GatewayException invalid(Path file, String what) {
        return new GatewayException(FailureCode.INVALID_INPUT_FILE, file + ": " + what);
    }
}
