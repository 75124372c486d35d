package org.demur.generation.neural.crossdomain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.generation.Measurement;
import org.demur.generation.neural.DraftingModel;
import org.demur.generation.neural.StatementPrefix;
import org.demur.generation.neural.crossdomain.SpokenWords.Word;
import org.demur.inference.TextEmbedder;
import org.demur.inference.onnx.PointerModel;
import org.demur.inference.onnx.SchemaVocabulary;
import org.demur.inference.onnx.WordPieces;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.VerifiedQuery;

/**
 * A model that reads a question with the schema of a database that it was not trained on, for one
 * such database. Thread-safe.
 */
public final class CrossDomainModel implements DraftingModel {
    /** The inputs of its reading half. */
    public static final Set<String> INPUTS = Set.of("ids", "pool", "features", "relations");

    private final PointerModel model;
    private final SchemaVocabulary vocabulary;
    private final SpelledSchema schema;
    private final NameLinks links;
    private final NamedValues values;
    private final Choices choices;
    private final KnownPairs known;

    /**
     * A model for one database, whose values it takes up; it knows no verified query.
     *
     * @throws GatewayException {@code INVALID_MODEL_FILE} where it is another kind of model
     */
    public CrossDomainModel(PointerModel model, DatabaseSchema schema) {
        this.model = model;
        this.vocabulary = SchemaVocabulary.parse(model.vocabulary());
        if (model.width("features") != SchemaText.FEATURES + pieces()) {
            throw new GatewayException(
                    FailureCode.INVALID_MODEL_FILE,
                    "a local model cannot be used: it knows other features of names and values");
        }
        var numbered = new NumberedSchema(schema);
        this.schema = new SpelledSchema(numbered, new WordPieces(vocabulary.words()));
        this.links = new NameLinks(numbered);
        this.values = new NamedValues(numbered, schema);
        this.choices = new Choices(vocabulary.pieces(), new StatementWriter(numbered));
        this.known = known(List.of(), _ -> new float[0]);
    }

    private CrossDomainModel(
            CrossDomainModel model, List<VerifiedQuery> pairs, TextEmbedder embedder) {
        this.model = model.model;
        this.vocabulary = model.vocabulary;
        this.schema = model.schema;
        this.links = model.links;
        this.values = model.values;
        this.choices = model.choices;
        this.known = known(pairs, embedder);
    }

    private KnownPairs known(List<VerifiedQuery> pairs, TextEmbedder embedder) {
        return new KnownPairs(pairs, schema, vocabulary.pieces(), embedder);
    }

    /** The same model, which reads verified queries of the database that are like a question. */
    public CrossDomainModel knowing(List<VerifiedQuery> pairs, TextEmbedder embedder) {
        return new CrossDomainModel(this, pairs, embedder);
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
        var words = SpokenWords.of(question);
        if (words.isEmpty() || schema.schema().columns().isEmpty()) {
            return new Unreadable("There is nothing to read.");
        }
        var recalled = known.of(question);
        var text =
                new SchemaText(
                        schema,
                        words,
                        values.of(words, recalled.unsaid()),
                        links.of(words),
                        recalled,
                        vocabulary.longest());
        if (text.length() > vocabulary.longest()) {
            return new Unreadable(
                    "The question with the names of the database's tables is longer than the local model reads: %d word pieces at most."
                            .formatted(vocabulary.longest()));
        }
        return new ReadText(question, words, text);
    }

    private final class ReadText implements Opened {
        private final String question;
        private final List<Word> words;
        private final SchemaText text;
        private final PointerModel.Reading reading;

        ReadText(String question, List<Word> words, SchemaText text) {
            this.question = question;
            this.words = words;
            this.text = text;
            int units = text.units().size();
            int length = text.length();
            this.reading =
                    model.read(
                            List.of(
                                    PointerModel.Input.of("ids", text.ids(), 1, length),
                                    PointerModel.Input.of("pool", text.shares(), 1, units, length),
                                    PointerModel.Input.of(
                                            "features",
                                            text.features(pieces()),
                                            1,
                                            units,
                                            SchemaText.FEATURES + pieces()),
                                    PointerModel.Input.of(
                                            "relations", text.relations(), 1, units, units)),
                            text.copyable());
        }

        @Override
        public PointerModel.Reading reading() {
            return reading;
        }

        @Override
        public StatementPrefix.Verdict verdict(List<Integer> written) {
            return choices.verdict(written, question, words, text);
        }

        @Override
        public Optional<String> statement(List<Integer> written) {
            return choices.statement(written, question, words, text);
        }

        @Override
        public Map<Measurement, Double> evidence(List<Integer> written) {
            return Map.of();
        }

        @Override
        public void close() {
            reading.close();
        }
    }
}
