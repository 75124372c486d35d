package org.demur.prompt;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.demur.file.OwnFile;
import org.demur.inference.TextEmbedder;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of a database's known questions. They are kept in a file, because thousands take a
 * processor ten seconds; what is broken or missing there is made anew. Thread-safe.
 */
public final class EmbeddedQuestions {
    /** To be raised when vectors or layout change. */
    private static final int FORMAT = 0x44454D01;

    private static final int NUMBERS = 384;
    private static final int AT_A_TIME = 1_000;
    private static final System.Logger LOG = System.getLogger(EmbeddedQuestions.class.getName());

    private final TextEmbedder embedder;
    private final @Nullable Path file;
    private final Map<String, float[]> vectors = new ConcurrentHashMap<>();

    /**
     * The vectors of one database.
     *
     * @param file where they are kept between starts; null keeps them in memory only
     */
    public EmbeddedQuestions(TextEmbedder embedder, @Nullable Path file) {
        this.embedder = embedder;
        this.file = file;
        if (file != null && Files.exists(file)) {
            try {
                vectors.putAll(read(file));
            } catch (IOException | RuntimeException e) {
                LOG.log(System.Logger.Level.DEBUG, "kept vectors cannot be read", e);
            }
        }
    }

    /**
     * Makes the vectors of all these questions and keeps them, some at a time, so that a program
     * that ends meanwhile goes on where it was.
     */
    synchronized void embedAll(List<String> questions) {
        var missing = questions.stream().filter(q -> !vectors.containsKey(q)).distinct().toList();
        for (int from = 0; from < missing.size(); from += AT_A_TIME) {
            missing.subList(from, Math.min(from + AT_A_TIME, missing.size()))
                    .forEach(q -> vectors.put(q, embedder.embed(q)));
            keep();
        }
    }

    /** How many of these questions have no vector yet. */
    long missing(List<String> questions) {
        return questions.stream().filter(q -> !vectors.containsKey(q)).distinct().count();
    }

    private void keep() {
        if (file != null) {
            try {
                write(file);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "vectors cannot be kept in {0}", file);
            }
        }
    }

    /** The vector of a question; a new one is not kept, so that what users ask is not. */
    float[] of(String question) {
        var known = vectors.get(question);
        return known == null ? embedder.embed(question) : known;
    }

    private static Map<String, float[]> read(Path file) throws IOException {
        var vectors = new HashMap<String, float[]>();
        try (var in = new DataInputStream(Files.newInputStream(file))) {
            if (in.readInt() != FORMAT) {
                return Map.of();
            }
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                var question = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                var floats = ByteBuffer.wrap(in.readNBytes(NUMBERS * Float.BYTES)).asFloatBuffer();
                var vector = new float[NUMBERS];
                floats.get(vector);
                vectors.put(question, vector);
            }
        }
        return vectors;
    }

    private void write(Path target) throws IOException {
        var known = new ArrayList<>(vectors.entrySet());
        OwnFile.write(
                target,
                raw -> {
                    var out = new DataOutputStream(new BufferedOutputStream(raw));
                    out.writeInt(FORMAT);
                    out.writeInt(known.size());
                    for (var entry : known) {
                        var question = entry.getKey().getBytes(StandardCharsets.UTF_8);
                        out.writeInt(question.length);
                        out.write(question);
                        var bytes = ByteBuffer.allocate(NUMBERS * Float.BYTES);
                        bytes.asFloatBuffer().put(entry.getValue());
                        out.write(bytes.array());
                    }
                    out.flush();
                });
    }
}
