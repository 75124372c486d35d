package org.demur.generation.neural;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.demur.generation.Measurement;
import org.demur.generation.neural.StatementPrefix.Verdict;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.QuestionReader;
import org.demur.inference.onnx.QuestionTokens;
import org.demur.inference.onnx.Vocabulary;

/**
 * A model trained on pairs of its database: words and values of the question in, pieces of
 * statements and copies out. Thread-safe.
 */
public final class TrainedModel implements DraftingModel {
    private final QuestionReader reader;
    private final Vocabulary vocabulary;
    private final ShortForm form;

    private final StatementPrefix prefix;

    /**
     * A model for the database that it was trained for.
     *
     * @param names of that database
     */
    public TrainedModel(QuestionReader reader, StatementPrefix.Names names) {
        this.reader = reader;
        this.vocabulary = reader.vocabulary();
        this.form = new ShortForm(vocabulary.times());
        this.prefix = new StatementPrefix(form.withTimes(names));
    }

    @Override
    public int pieces() {
        return vocabulary.pieces().size();
    }

    @Override
    public int places() {
        return vocabulary.places();
    }

    @Override
    public Read read(String question) {
        var read = reader.tokens(question);
        if (read.isEmpty()) {
            return new Unreadable("The question has no words.");
        }
        return reader.canRead(read)
                ? new ReadQuestion(read, reader.read(read))
                : new Unreadable(
                        "The question is longer than the local model reads: %d words and values at most."
                                .formatted(vocabulary.places()));
    }

    private final class ReadQuestion implements Opened {
        private final List<QuestionTokens.Token> read;
        private final PointerModel.Reading reading;

        ReadQuestion(List<QuestionTokens.Token> read, PointerModel.Reading reading) {
            this.read = read;
            this.reading = reading;
        }

        @Override
        public PointerModel.Reading reading() {
            return reading;
        }

        @Override
        public Verdict verdict(List<Integer> choices) {
            return form.tokens(text(choices)).map(prefix::of).orElse(Verdict.IMPOSSIBLE);
        }

        @Override
        public Optional<String> statement(List<Integer> choices) {
            return form.expand(text(choices));
        }

        private String text(List<Integer> choices) {
            var text = new StringBuilder();
            for (int choice : choices) {
                if (choice < pieces()) {
                    text.append(vocabulary.pieces().get(choice));
                } else {
                    var copy = read.get(choice - pieces()).copy();
                    text.append(copy == null ? "" : copy.replace("'", "''"));
                }
            }
            return text.toString();
        }

        @Override
        public Map<Measurement, Double> evidence(List<Integer> choices) {
            var evidence = new EnumMap<Measurement, Double>(Measurement.class);
            reading.distance().ifPresent(d -> evidence.put(Measurement.FEATURE_DISTANCE, d));
            reading.relativeDistance()
                    .ifPresent(d -> evidence.put(Measurement.RELATIVE_FEATURE_DISTANCE, d));
            evidence.put(Measurement.UNEXPECTED_WORDS, reader.surprise(read, choices));
            evidence.put(Measurement.OUT_OF_VOCABULARY, (double) reader.unknownWords(read));
            return evidence;
        }

        @Override
        public void close() {
            reading.close();
        }
    }
}
