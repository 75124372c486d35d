package org.demur.schema.pairs;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.demur.schema.VerifiedQuery;
import org.jspecify.annotations.Nullable;

/**
 * What was read of pairs, as bytes: the number of texts of each kind, each text's length in bytes,
 * -1 for none, and the texts as UTF-8.
 */
final class KeptPairs {
    private static final int TEXTS_OF_PAIR = 3;

    private KeptPairs() {}

    static byte[] bytes(PairReader.Read read) {
        var texts = new ArrayList<byte @Nullable []>();
        for (VerifiedQuery pair : read.queries()) {
            texts.add(utf8(pair.id()));
            texts.add(utf8(pair.question()));
            texts.add(pair.sql() == null ? null : utf8(pair.sql()));
        }
        read.inlineFaults().forEach(fault -> texts.add(utf8(fault)));
        read.fileFaults().forEach(fault -> texts.add(utf8(fault)));
        read.doubts().forEach(doubt -> texts.add(utf8(doubt)));
        read.files().forEach(file -> texts.add(utf8(file.toString())));
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(read.queries().size());
            out.writeInt(read.inlineFaults().size());
            out.writeInt(read.fileFaults().size());
            out.writeInt(read.doubts().size());
            out.writeInt(read.files().size());
            for (byte[] text : texts) {
                out.writeInt(text == null ? -1 : text.length);
            }
            for (byte[] text : texts) {
                if (text != null) {
                    out.write(text);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory is always written to", e);
        }
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * What {@link #bytes} gave.
     *
     * @throws RuntimeException where it did not
     */
    static PairReader.Read read(ByteBuffer in) {
        int pairs = in.getInt();
        int inlineFaults = in.getInt();
        int fileFaults = in.getInt();
        int doubts = in.getInt();
        int files = in.getInt();
        var texts =
                new Texts(in, TEXTS_OF_PAIR * pairs + inlineFaults + fileFaults + doubts + files);
        var queries = new ArrayList<VerifiedQuery>(pairs);
        for (int i = 0; i < pairs; i++) {
            queries.add(new VerifiedQuery(texts.next(), texts.next(), texts.nextOrNone()));
        }
        var ofInline = texts.next(inlineFaults);
        var ofFiles = texts.next(fileFaults);
        var ofSound = texts.next(doubts);
        var paths = new LinkedHashSet<Path>();
        texts.next(files).forEach(file -> paths.add(Path.of(file)));
        return new PairReader.Read(queries, ofInline, ofFiles, ofSound, paths);
    }

    /** Texts in the order in which they were written. */
    private static final class Texts {
        private final int[] lengths;
        private final byte[] bytes;
        private int text;
        private int at;

        Texts(ByteBuffer in, int count) {
            lengths = new int[count];
            in.asIntBuffer().get(lengths);
            in.position(in.position() + Integer.BYTES * count);
            bytes = new byte[in.remaining()];
            in.get(bytes);
        }

        @Nullable String nextOrNone() {
            int length = lengths[text++];
            if (length < 0) {
                return null;
            }
            at += length;
            return new String(bytes, at - length, length, StandardCharsets.UTF_8);
        }

        String next() {
            var next = nextOrNone();
            if (next == null) {
                throw new IllegalStateException("a text is missing");
            }
            return next;
        }

        List<String> next(int count) {
            var next = new ArrayList<String>(count);
            for (int i = 0; i < count; i++) {
                next.add(next());
            }
            return next;
        }
    }
}
