package org.demur.generation.verified;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableCollectionsSerializers;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.demur.file.KeyedFile;
import org.demur.generation.verified.accounting.Contradictions;
import org.demur.generation.verified.accounting.Licences;
import org.demur.generation.verified.accounting.StatementElement;
import org.demur.generation.verified.accounting.StatementElements;
import org.demur.generation.verified.accounting.StatementNames;
import org.demur.generation.verified.language.Abbreviations;
import org.demur.generation.verified.language.ColumnNameMatching;
import org.demur.generation.verified.language.Gazetteer;
import org.demur.generation.verified.language.Operation;
import org.demur.generation.verified.language.ProperName;
import org.demur.generation.verified.language.QuestionFeatures;
import org.demur.generation.verified.language.QuestionForm;
import org.demur.generation.verified.language.QuestionReader;
import org.demur.generation.verified.language.QuestionReading;
import org.demur.generation.verified.language.TemporalAnswerCheck;
import org.demur.generation.verified.language.TimeGrammar;
import org.demur.generation.verified.language.TimeMention;
import org.demur.generation.verified.model.BinaryClassifiers;
import org.demur.generation.verified.model.DiscriminativeWords;
import org.demur.generation.verified.model.ElementIndex;
import org.demur.generation.verified.model.FeatureVectorizer;
import org.demur.generation.verified.model.LabelClassifier;
import org.demur.generation.verified.model.LexicalNeighbours;
import org.demur.generation.verified.model.LexicalSubstitution;
import org.demur.generation.verified.model.NearestExample;
import org.demur.generation.verified.model.NegativeAssociations;
import org.demur.generation.verified.model.PairStatistics;
import org.demur.generation.verified.model.SentenceNeighbours;
import org.demur.generation.verified.model.SlotModels;
import org.demur.generation.verified.model.TemplateIndex;
import org.demur.generation.verified.model.VerifiedModel;
import org.demur.generation.verified.model.WordAlignment;
import org.demur.generation.verified.model.WordElementAssociations;
import org.demur.generation.verified.model.WordModels;
import org.demur.generation.verified.model.WordVectors;
import org.demur.generation.verified.template.AliasRemoval;
import org.demur.generation.verified.template.BindingComposition;
import org.demur.generation.verified.template.CodeWords;
import org.demur.generation.verified.template.DeclaredPaths;
import org.demur.generation.verified.template.Example;
import org.demur.generation.verified.template.GazetteerInduction;
import org.demur.generation.verified.template.LiteralInduction;
import org.demur.generation.verified.template.ParsedStatement;
import org.demur.generation.verified.template.Restriction;
import org.demur.generation.verified.template.SchemaBinding;
import org.demur.generation.verified.template.SqlStructure;
import org.demur.generation.verified.template.SqlTemplate;
import org.demur.generation.verified.template.TemplateClosure;
import org.demur.generation.verified.template.TemplateInduction;
import org.demur.generation.verified.template.TimeFilters;
import org.demur.generation.verified.template.TreeWalk;
import org.demur.schema.ColumnRef;
import org.demur.schema.ContentKey;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.PackedTexts;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.WordStem;
import org.demur.sql.KeyPaths;
import org.demur.sql.QueryTree;
import org.demur.sql.SqlNode;
import org.demur.sql.SqlTreeReader;
import org.demur.sql.TokenBag;
import org.jspecify.annotations.Nullable;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Fitted models on disk, one file per database. A file serves only for the pairs, the database and
 * the program that it was written for; whatever else is found there counts as absent. Thread-safe.
 */
public final class ModelCache {
    /** Keeps nothing. */
    public static final ModelCache NONE = new ModelCache(null, "");

    /** To be raised when the file's layout changes. */
    private static final String FORMAT = "demur-model-3";

    private static final System.Logger LOG = System.getLogger(ModelCache.class.getName());

    /** What a file may hold of the language and of collections. */
    private static final List<Class<?>> COMMON =
            List.of(
                    String[].class,
                    byte[].class,
                    double[].class,
                    float[].class,
                    int[].class,
                    float[][].class,
                    int[][].class,
                    ArrayList.class,
                    BitSet.class,
                    HashMap.class,
                    HashSet.class,
                    LinkedHashMap.class,
                    LinkedHashSet.class,
                    TreeMap.class,
                    TreeSet.class);

    /** What it may hold of this program; with the classes that these declare. */
    private static final List<Class<?>> OWN =
            Stream.concat(
                            Contradictions.PARTS.stream(),
                            Stream.<Class<?>>of(
                                    ColumnRef.class,
                                    PackedTexts.class,
                                    QueryTree.class,
                                    SqlNode.class,
                                    TokenBag.class,
                                    // the language
                                    ColumnNameMatching.class,
                                    Gazetteer.class,
                                    Operation.class,
                                    QuestionReader.class,
                                    QuestionReading.class,
                                    TemporalAnswerCheck.class,
                                    TimeMention.class,
                                    // templates
                                    Example.class,
                                    LiteralInduction.class,
                                    ParsedStatement.class,
                                    Restriction.class,
                                    SchemaBinding.class,
                                    SqlStructure.class,
                                    SqlTemplate.class,
                                    TemplateInduction.class,
                                    TimeFilters.class,
                                    // accounting
                                    Contradictions.class,
                                    Licences.class,
                                    StatementElement.class,
                                    // models
                                    BinaryClassifiers.class,
                                    DiscriminativeWords.class,
                                    ElementIndex.class,
                                    FeatureVectorizer.class,
                                    LabelClassifier.class,
                                    LexicalNeighbours.class,
                                    LexicalSubstitution.class,
                                    NearestExample.class,
                                    NegativeAssociations.class,
                                    PairStatistics.class,
                                    SentenceNeighbours.class,
                                    SlotModels.class,
                                    TemplateIndex.class,
                                    VerifiedModel.class,
                                    WordAlignment.class,
                                    WordElementAssociations.class,
                                    WordModels.class,
                                    WordVectors.class))
                    .flatMap(ModelCache::withDeclared)
                    .toList();

    /** What fitting does beyond {@link #OWN}: a change of its code makes old files useless. */
    private static final List<Class<?>> PROGRAM =
            List.of(
                    Abbreviations.class,
                    AliasRemoval.class,
                    DatabaseSchema.class,
                    DeclaredPaths.class,
                    GazetteerInduction.class,
                    KeyPaths.class,
                    BindingComposition.class,
                    CodeWords.class,
                    ProperName.class,
                    QuestionFeatures.class,
                    QuestionForm.class,
                    TemplateClosure.class,
                    SqlTreeReader.class,
                    StatementElements.class,
                    StatementNames.class,
                    TimeGrammar.class,
                    TreeWalk.class,
                    WordStem.class);

    private static Stream<Class<?>> withDeclared(Class<?> type) {
        return Stream.concat(
                Stream.of(type),
                Arrays.stream(type.getDeclaredClasses())
                        .sorted(Comparator.comparing(Class::getName)));
    }

    private final @Nullable Path folder;
    private final String database;

    private ModelCache(@Nullable Path folder, String database) {
        this.folder = folder;
        this.database = database;
    }

    /**
     * A cache for one database.
     *
     * @param folder made when first written to
     * @param digest of the database's content
     */
    public static ModelCache of(Path folder, String digest) {
        return new ModelCache(folder, digest);
    }

    /** The model of these pairs, read where it was kept, else fitted and kept. */
    Optional<VerifiedModel> model(
            DatabaseSchema schema,
            List<VerifiedQuery> pairs,
            Supplier<Optional<VerifiedModel>> fitting) {
        if (folder == null) {
            return fitting.get();
        }
        byte[] key = key(schema, pairs);
        Path file = folder.resolve(name(schema.id(), database));
        return read(file, key, schema)
                .or(() -> {
                    var model = fitting.get();
                    model.ifPresent(fitted -> write(file, key, schema, fitted));
                    return model;
                });
    }

    private static String name(String id, String digest) {
        return ContentKey.of(FORMAT).with(id).with(digest).hex().substring(0, 32) + ".model";
    }

    private byte[] key(DatabaseSchema schema, List<VerifiedQuery> pairs) {
        return ContentKey.of(FORMAT)
                .withCode(OWN)
                .withCode(VerifiedModel.PROGRAM)
                .withCode(PROGRAM)
                .with(database)
                .with(schema)
                .with(pairs)
                .digest();
    }

    private static Optional<VerifiedModel> read(Path file, byte[] key, DatabaseSchema schema) {
        try {
            return KeyedFile.read(file, key).map(content -> read(content, schema));
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "The kept model cannot be used: " + file, e);
            return Optional.empty();
        }
    }

    private static VerifiedModel read(ByteBuffer content, DatabaseSchema schema) {
        var input =
                new Input(
                        content.array(),
                        content.arrayOffset() + content.position(),
                        content.remaining());
        return kryo(schema).readObject(input, VerifiedModel.class);
    }

    /** Keeping is a courtesy: the model serves without. */
    private static void write(Path file, byte[] key, DatabaseSchema schema, VerifiedModel model) {
        try {
            var output = new Output(1 << 16, -1);
            kryo(schema).writeObject(output, model);
            KeyedFile.write(file, key, output.toBytes());
        } catch (IOException | KryoException | IllegalArgumentException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "A fitted model could not be kept: {0}",
                    e.toString());
        }
    }

    /** Reads and writes nothing but the classes listed, so that a file cannot bring others in. */
    private static Kryo kryo(DatabaseSchema schema) {
        var kryo = new Kryo(new ValueReferences());
        kryo.setRegistrationRequired(true);
        kryo.setReferences(true);
        kryo.setInstantiatorStrategy(
                new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        ImmutableCollectionsSerializers.registerSerializers(kryo);
        COMMON.forEach(kryo::register);
        OWN.forEach(kryo::register);
        kryo.register(Collections.unmodifiableMap(Map.of()).getClass(), new ReadOnlyMaps());
        kryo.register(DatabaseSchema.class, new Given(schema));
        return kryo;
    }

    /** The schema is at hand; a file does not hold it. */
    private static final class Given extends Serializer<DatabaseSchema> {
        private final DatabaseSchema schema;

        Given(DatabaseSchema schema) {
            this.schema = schema;
        }

        @Override
        public void write(Kryo kryo, Output output, DatabaseSchema ignored) {
            // nothing to write
        }

        @Override
        public DatabaseSchema read(Kryo kryo, Input input, Class<? extends DatabaseSchema> type) {
            return schema;
        }
    }

    private static final class ReadOnlyMaps extends Serializer<Map<?, ?>> {
        @Override
        public void write(Kryo kryo, Output output, Map<?, ?> map) {
            kryo.writeObject(output, new LinkedHashMap<>(map));
        }

        @Override
        public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
            Map<?, ?> map = kryo.readObject(input, LinkedHashMap.class);
            return Collections.unmodifiableMap(map);
        }
    }
}
