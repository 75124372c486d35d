package org.demur.inference.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/** Reads questions with the model that was trained for a database. Thread-safe. */
public final class QuestionReader {
    private final PointerModel model;
    private final Vocabulary vocabulary;
    private final Map<String, Integer> words;
    private final QuestionTokens tokens;

    /**
     * A reader for one database.
     *
     * @param values the texts of a one-column query that the vocabulary names
     * @throws GatewayException {@code INVALID_MODEL_FILE} where the model's parts do not fit
     */
    public QuestionReader(PointerModel model, Function<String, List<String>> values) {
        this.model = model;
        this.vocabulary = Vocabulary.parse(model.vocabulary());
        if (vocabulary.sources().size() != model.sources()) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    "a local model's vocabulary is another model's");
        }
        this.words = new LinkedHashMap<>();
        for (String word : vocabulary.words()) {
            words.putIfAbsent(word, words.size());
        }
        this.tokens = new QuestionTokens(vocabulary.sources().stream().map(values).toList());
    }

    public Vocabulary vocabulary() {
        return vocabulary;
    }

    /** Words and values of a question, in its order. */
    public List<QuestionTokens.Token> tokens(String question) {
        return tokens.read(question);
    }

    /** Whether there are tokens, and no more than the model reads. */
    public boolean canRead(List<QuestionTokens.Token> read) {
        return !read.isEmpty() && read.size() <= vocabulary.places();
    }

    /** Reads tokens that it can read. */
    public PointerModel.Reading read(List<QuestionTokens.Token> read) {
        long[] ids = new long[read.size()];
        float[] sources = new float[read.size() * model.sources()];
        float[] copyable = new float[read.size()];
        var copies = new ArrayList<String>();
        for (int i = 0; i < ids.length; i++) {
            var token = read.get(i);
            ids[i] =
                    words.getOrDefault(
                            token.word(),
                            token.sources().isEmpty() ? Vocabulary.UNKNOWN : Vocabulary.VALUE);
            for (int source : token.sources()) {
                sources[i * model.sources() + source] = 1;
            }
            if (token.copy() != null && !copies.contains(token.copy())) {
                copyable[i] = 1;
                copies.add(token.copy());
            }
        }
        return model.read(ids, sources, copyable);
    }
}
