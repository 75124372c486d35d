package org.demur.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import org.demur.file.Sha256;
import org.demur.journal.JournalEntry.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A link of the chain. What the hash covers stays for ever; the content may go.
 *
 * @param sequence from 1 on, without gaps
 * @param at when it was written, to the millisecond
 * @param id unique in the journal
 * @param about the decision that it speaks of
 * @param contentDigest SHA-256 of the content, which holds a random salt, so that nobody can guess
 *     an erased content by its digest
 * @param previous the hash of the record before; {@link #GENESIS} of the first
 * @param hash SHA-256 of everything above
 * @param caller as in the content, to be searched by; goes with it
 * @param content JSON of the entry; null once it is erased
 */
public record JournalRecord(
        long sequence,
        Instant at,
        Kind kind,
        String id,
        @Nullable String about,
        String contentDigest,
        String previous,
        String hash,
        @Nullable String caller,
        @Nullable String content) {
    static final String GENESIS = "0".repeat(64);

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Of 128 bits nobody guesses one. */
    private static final int SALT_BYTES = 16;

    /** The link of an entry behind another. */
    static JournalRecord of(JournalEntry entry, long sequence, Instant at, String previous) {
        String content = written(entry);
        String digest = Sha256.of(content);
        return new JournalRecord(
                sequence,
                at,
                entry.kind(),
                entry.id(),
                entry.about(),
                digest,
                previous,
                hash(sequence, at, entry.kind(), entry.id(), entry.about(), digest, previous),
                entry.caller(),
                content);
    }

    private static String written(JournalEntry entry) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        ObjectNode json = JSON.valueToTree(entry);
        json.put("salt", HexFormat.of().formatHex(salt));
        return json.toString();
    }

    /** None of the parts holds a line's end. */
    private static String hash(
            long sequence,
            Instant at,
            Kind kind,
            String id,
            @Nullable String about,
            String digest,
            String previous) {
        return Sha256.of(
                String.join(
                        "\n",
                        previous,
                        String.valueOf(sequence),
                        String.valueOf(at.toEpochMilli()),
                        kind.key(),
                        id,
                        about == null ? "" : about,
                        digest));
    }

    String hashOfItsParts() {
        return hash(sequence, at, kind, id, about, contentDigest, previous);
    }

    /** The content without its salt; null where it is erased. */
    public @Nullable JsonNode json() {
        if (content == null) {
            return null;
        }
        try {
            var json = JSON.readTree(content);
            if (json instanceof ObjectNode object) {
                object.remove("salt");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("record " + sequence + " holds no JSON", e);
        }
    }

    /** What the record says; null where it is erased. */
    public @Nullable JournalEntry entry() {
        var json = json();
        try {
            return json == null ? null : JSON.treeToValue(json, kind.type());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("record " + sequence + " is of another form", e);
        }
    }
}
