package org.demur.inference.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.inference.SentenceEncoder;

/** Reads questions with the model that was trained for a database. Thread-safe. */
public final class QuestionReader {
    /** The inputs of the model's reading half. */
    public static final Set<String> INPUTS = Set.of("words", "sources", "context");

    private final PointerModel model;
    private final int sourceCount;
    private final ChannelModel channel;
    private final Vocabulary vocabulary;
    private final Map<String, Integer> words;
    private final QuestionTokens tokens;
    private final SentenceEncoder sentences;

    /**
     * A reader for one database.
     *
     * @param channelFile content of the file of the channel beside the model
     * @param values the texts of a one-column query that the vocabulary names
     * @param sentences reads tokens where they stand
     * @throws GatewayException {@code INVALID_MODEL_FILE} where the model's parts do not fit
     */
    public QuestionReader(
            PointerModel model,
            byte[] channelFile,
            Function<String, List<String>> values,
            SentenceEncoder sentences) {
        this.model = model;
        this.sentences = sentences;
        this.vocabulary = Vocabulary.parse(model.vocabulary());
        this.sourceCount = model.width("sources");
        if (vocabulary.sources().size() != sourceCount) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    "a local model's vocabulary is another model's");
        }
        this.channel = ChannelModel.open(channelFile, vocabulary);
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
        float[] sources = new float[read.size() * sourceCount];
        float[] copyable = new float[read.size()];
        var copies = new ArrayList<String>();
        for (int i = 0; i < ids.length; i++) {
            var token = read.get(i);
            ids[i] = id(token);
            for (int source : token.sources()) {
                sources[i * sourceCount + source] = 1;
            }
            if (token.copy() != null && !copies.contains(token.copy())) {
                copyable[i] = 1;
                copies.add(token.copy());
            }
        }
        return model.read(
                List.of(
                        PointerModel.Input.of("words", ids, 1, ids.length),
                        PointerModel.Input.of("sources", sources, 1, ids.length, sourceCount),
                        PointerModel.Input.of(
                                "context", context(read), 1, ids.length, model.width("context"))),
                copyable);
    }

    private int id(QuestionTokens.Token token) {
        return words.getOrDefault(
                token.word(), token.sources().isEmpty() ? Vocabulary.UNKNOWN : Vocabulary.VALUE);
    }

    /** How many words the model does not know; none of them is a mention. */
    public long unknownWords(List<QuestionTokens.Token> read) {
        return read.stream().filter(token -> id(token) == Vocabulary.UNKNOWN).count();
    }

    /**
     * How little the least expected words of a question go with a statement, in nats, at least 0.
     *
     * @param choices of the statement, as {@link PointerModel} writes them
     */
    public double surprise(List<QuestionTokens.Token> read, List<Integer> choices) {
        SortedSet<Integer> asked = new TreeSet<>();
        for (var token : read) {
            if (token.sources().isEmpty()) {
                asked.add(id(token));
            }
            token.sources().forEach(source -> asked.add(words.size() + source));
        }
        return channel.surprise(choices, asked);
    }

    /** For each token the mean of what the sentence model tells of its parts; 0 where nothing. */
    private float[] context(List<QuestionTokens.Token> read) {
        var sentence = new StringBuilder();
        int[] starts = new int[read.size()];
        int[] ends = new int[read.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = sentence.length();
            sentence.append(read.get(i).inSentence());
            ends[i] = sentence.length();
            sentence.append(' ');
        }
        var encoded = sentences.encode(sentence.toString());
        int width = model.width("context");
        var context = new float[read.size() * width];
        for (int i = 0; i < starts.length; i++) {
            var parts = encoded.tokens(starts[i], ends[i]);
            if (parts.isEmpty()) {
                continue;
            }
            float[] sum = SentenceEncoder.Token.sum(parts);
            if (sum.length != width) {
                throw PointerModel.broken("it was trained beside another sentence model");
            }
            for (int j = 0; j < width; j++) {
                context[i * width + j] = sum[j] / parts.size();
            }
        }
        return context;
    }
}
