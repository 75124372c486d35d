package org.demur.inference.onnx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.demur.inference.SentenceEncoder;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.FileSchema;
import org.demur.schema.ValueIndex;

/**
 * The model that ships for EHRSQL, over a few values, and what {@code models/training/decode.py}
 * says with the same model and values.
 */
public final class ReferenceModel {
    public static final DatabaseSchema SCHEMA =
            FileSchema.of("ehrsql", "", List.of(), null, List.of(), ValueIndex.EMPTY);

    /** In place of the sentence model, whose 8-bit states are not the same everywhere. */
    public static final SentenceEncoder SILENCE =
            _ -> new SentenceEncoder.Encoded(new float[0], List.of());

    private final JsonNode reference;
    private final PointerModel model;
    private final byte[] channel;

    private ReferenceModel(JsonNode reference, PointerModel model, byte[] channel) {
        this.reference = reference;
        this.model = model;
        this.channel = channel;
    }

    public static ReferenceModel open() throws IOException {
        var manifest = ModelManifest.read(Path.of(""));
        try (var file =
                ReferenceModel.class.getResourceAsStream("/generation/neural-reference.json")) {
            return new ReferenceModel(
                    new ObjectMapper().readTree(file),
                    PointerModel.open(
                            manifest.content("generator-ehrsql-encoder"),
                            manifest.content("generator-ehrsql-decoder"),
                            QuestionReader.INPUTS),
                    manifest.content("generator-ehrsql-channel"));
        }
    }

    /** Questions with what the Python code says of each. */
    public List<JsonNode> questions() {
        return elements(reference.path("questions")).toList();
    }

    public QuestionReader reader() {
        return reader(MiniLmEmbedder.encoder());
    }

    public QuestionReader reader(SentenceEncoder sentences) {
        var sources = Vocabulary.parse(model.vocabulary()).sources();
        return new QuestionReader(
                model,
                channel,
                sql ->
                        elements(reference.path("values").path(sources.indexOf(sql)))
                                .map(JsonNode::asText)
                                .toList(),
                sentences);
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
