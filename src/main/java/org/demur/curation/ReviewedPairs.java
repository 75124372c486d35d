package org.demur.curation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.demur.execution.Guarded;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;
import org.demur.file.WholeFile;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.VerifiedQuery;
import org.demur.schema.declaration.DatabaseDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * The verified queries that people added through Demur, in one file beside the declaration:
 * people's own files have formats, comments and an order of their own.
 */
public final class ReviewedPairs {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ReviewedPairs() {}

    /**
     * How a pair came here.
     *
     * @param by who wrote or accepted it
     * @param at when, in UTC
     * @param answer id of the answer that it corrects or confirms; null where it was written anew
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Origin(String by, String at, @Nullable String answer) {
        public static Origin now(String by, @Nullable String answer) {
            return new Origin(by, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), answer);
        }
    }

    /** Where a database's lie, there or not. */
    public static Path fileOf(OpenDatabase database) {
        return DatabaseDeclaration.reviewedPairs(database.database().declaredIn());
    }

    /**
     * Whether the file may be written; nothing of the declaration's folder is on a read-only disk.
     */
    public static boolean isWritable(OpenDatabase database) {
        var file = fileOf(database).toAbsolutePath();
        var folder = file.getParent();
        return folder != null
                && Files.isWritable(folder)
                && Files.isWritable(database.database().declaredIn());
    }

    /**
     * Nothing where pairs may be changed.
     *
     * @throws GatewayException MALFORMED_REQUEST where they may not
     */
    public static void requireWritable(OpenDatabase database) {
        if (!isWritable(database)) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "pairs of %s cannot be changed: the folder of its declaration is read-only"
                            .formatted(database.id()));
        }
    }

    /**
     * Adds a pair, in place of one with the same id. A service that runs takes it up by itself.
     *
     * @param pair without a statement where its question cannot be answered
     * @throws GatewayException REFUSED_SQL where the guard does not let its statement through
     */
    public static synchronized Path add(OpenDatabase database, VerifiedQuery pair, Origin origin)
            throws IOException {
        if (pair.sql() != null) {
            requireGuarded(database, pair.sql());
        }
        var pairs = without(database, pair.id());
        pairs.addObject()
                .put("id", pair.id())
                .put("question", pair.question())
                .put("sql", pair.sql())
                .set("origin", JSON.valueToTree(origin));
        return write(database, pairs);
    }

    /** Removes the pair of this id. A service that runs goes without it by itself. */
    public static synchronized void remove(OpenDatabase database, String id) throws IOException {
        write(database, without(database, id));
    }

    private static ArrayNode without(OpenDatabase database, String id) throws IOException {
        var pairs = pairs(database);
        for (int i = pairs.size() - 1; i >= 0; i--) {
            if (pairs.get(i).path("id").asText().equals(id)) {
                pairs.remove(i);
            }
        }
        return pairs;
    }

    /** No file where there are no pairs: an empty one counts as a mistake. */
    private static Path write(OpenDatabase database, ArrayNode pairs) throws IOException {
        var file = fileOf(database);
        if (pairs.isEmpty()) {
            Files.deleteIfExists(file);
        } else {
            WholeFile.write(file, JSON.writer(new DefaultPrettyPrinter()).writeValueAsBytes(pairs));
        }
        // a service that runs looks at the declaration, and then finds a file that is new to it
        Files.setLastModifiedTime(database.database().declaredIn(), FileTime.from(Instant.now()));
        return file;
    }

    /** An id for a pair that nobody proposed; the same for the same question. */
    public static String newId(String question) {
        return "added-" + Sha256.of(VerifiedQuery.normal(question)).substring(0, 12);
    }

    /** Whether a pair is in this file, where it can be changed. */
    public static boolean has(OpenDatabase database, String id) {
        return pairs(database).findValuesAsText("id").contains(id);
    }

    /** Of the pairs in this file, by their ids; those that an earlier version wrote have none. */
    public static Map<String, Origin> origins(OpenDatabase database) {
        var origins = new HashMap<String, Origin>();
        for (var pair : pairs(database)) {
            if (pair.has("origin")) {
                origins.put(
                        pair.path("id").asText(),
                        JSON.convertValue(pair.path("origin"), Origin.class));
            }
        }
        return origins;
    }

    private static ArrayNode pairs(OpenDatabase database) {
        var file = fileOf(database);
        try {
            return Files.exists(file)
                    ? (ArrayNode) JSON.readTree(file.toFile())
                    : JSON.createArrayNode();
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, file + " cannot be read", e);
        }
    }

    /**
     * What was let through once may be hidden by now, and what a person writes is as untrusted as
     * what a model drafts.
     *
     * @throws GatewayException REFUSED_SQL with what is wrong
     */
    public static void requireGuarded(OpenDatabase database, String sql) {
        if (database.guard().check(sql, database.schema())
                instanceof Guarded.Refused(var finding)) {
            throw new GatewayException(
                    FailureCode.REFUSED_SQL,
                    "the statement is refused by the guard: " + finding.explanation());
        }
    }
}
