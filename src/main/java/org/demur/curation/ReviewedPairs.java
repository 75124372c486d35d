package org.demur.curation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.demur.execution.Guarded;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.Sha256;
import org.demur.file.WholeFile;
import org.demur.journal.Proposals.Proposal;
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
     * @param proposedBy who said so of that answer, by the name that was given; null likewise
     * @param through who signed in to say it, where that is another; else null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Origin(
            String by,
            String at,
            @Nullable String answer,
            @Nullable String proposedBy,
            @Nullable String through) {
        /** Of a pair that was written anew. */
        public static Origin now(String by) {
            return new Origin(by, time(), null, null, null);
        }

        /** Of a pair that was proposed. */
        static Origin now(String by, Proposal proposal) {
            return new Origin(
                    by,
                    time(),
                    proposal.decided().id(),
                    proposal.feedback().by(),
                    proposal.through());
        }

        private static String time() {
            return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        }

        /** Whether a person has to do with it. */
        public boolean names(String person) {
            return person.equals(by) || person.equals(proposedBy) || person.equals(through);
        }
    }

    /** Where a database's lie, there or not. */
    public static Path fileOf(OpenDatabase database) {
        return DatabaseDeclaration.reviewedPairs(database.database().declaredIn());
    }

    /** All of them in a folder of declarations. */
    public static List<Path> files(Path declarations) throws IOException {
        if (!Files.isDirectory(declarations)) {
            return List.of();
        }
        try (var files =
                Files.newDirectoryStream(declarations, "*" + DatabaseDeclaration.REVIEWED)) {
            return StreamSupport.stream(files.spliterator(), false).sorted().toList();
        }
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
     * Adds a pair, in place of those in this file with the same id or question. A service that runs
     * takes it up by itself.
     *
     * @param pair without a statement where its question cannot be answered
     * @throws GatewayException REFUSED_SQL where the guard does not let its statement through
     */
    public static Path add(OpenDatabase database, VerifiedQuery pair, Origin origin)
            throws IOException {
        if (pair.sql() != null) {
            requireGuarded(database, pair.sql());
        }
        change(
                database,
                pairs -> {
                    remove(pairs, one -> hasId(one, pair.id()) || asks(one, pair.question()));
                    pairs.addObject()
                            .put("id", pair.id())
                            .put("question", pair.question())
                            .put("sql", pair.sql())
                            .set("origin", JSON.valueToTree(origin));
                });
        return fileOf(database);
    }

    private static boolean hasId(JsonNode pair, String id) {
        return pair.path("id").asText().equals(id);
    }

    private static boolean asks(JsonNode pair, String question) {
        return VerifiedQuery.normal(pair.path("question").asText())
                .equals(VerifiedQuery.normal(question));
    }

    /** The pairs in this file that answer a question by other statements, by their ids. */
    static Set<String> otherwise(OpenDatabase database, String question, String sql) {
        var ids = new TreeSet<String>();
        for (var pair : pairs(fileOf(database))) {
            if (asks(pair, question) && !pair.path("sql").asText().equals(sql)) {
                ids.add(pair.path("id").asText());
            }
        }
        return ids;
    }

    /** Removes the pair of this id. A service that runs goes without it by itself. */
    public static void remove(OpenDatabase database, String id) throws IOException {
        change(database, pairs -> remove(pairs, one -> hasId(one, id)));
    }

    private static void remove(ArrayNode pairs, Predicate<JsonNode> which) {
        for (int i = pairs.size() - 1; i >= 0; i--) {
            if (which.test(pairs.get(i))) {
                pairs.remove(i);
            }
        }
    }

    /** Reads, changes and writes the file while no other program does, such as a command. */
    private static void change(OpenDatabase database, Consumer<ArrayNode> change)
            throws IOException {
        var file = fileOf(database);
        var lock = file.resolveSibling("." + file.getFileName() + ".lock");
        synchronized (ReviewedPairs.class) { // a lock of the system is one of the whole process
            try (var channel =
                            FileChannel.open(
                                    lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var _ = channel.lock()) {
                var pairs = pairs(file);
                change.accept(pairs);
                write(database, pairs);
            }
        }
    }

    /** No file where there are no pairs: an empty one counts as a mistake. */
    private static void write(OpenDatabase database, ArrayNode pairs) throws IOException {
        var file = fileOf(database);
        if (pairs.isEmpty()) {
            Files.deleteIfExists(file);
        } else {
            WholeFile.write(file, JSON.writer(new DefaultPrettyPrinter()).writeValueAsBytes(pairs));
        }
        // a service that runs looks at the declaration, and then finds a file that is new to it
        Files.setLastModifiedTime(database.database().declaredIn(), FileTime.from(Instant.now()));
        database.database().verified().fileChanged();
    }

    /** An id for a pair that nobody proposed; the same for the same question. */
    public static String newId(String question) {
        return "added-" + Sha256.of(VerifiedQuery.normal(question)).substring(0, 12);
    }

    /** Whether a pair is in this file, where it can be changed. */
    public static boolean has(OpenDatabase database, String id) {
        return pairs(fileOf(database)).findValuesAsText("id").contains(id);
    }

    /** Of the pairs in this file, by their ids; those that an earlier version wrote have none. */
    public static Map<String, Origin> origins(OpenDatabase database) {
        return origins(fileOf(database));
    }

    /** Of the pairs in a file that need not be there, likewise. */
    public static Map<String, Origin> origins(Path file) {
        var origins = new TreeMap<String, Origin>();
        for (var pair : pairs(file)) {
            if (pair.has("origin")) {
                origins.put(
                        pair.path("id").asText(),
                        JSON.convertValue(pair.path("origin"), Origin.class));
            }
        }
        return origins;
    }

    private static ArrayNode pairs(Path file) {
        try {
            if (!Files.exists(file)) {
                return JSON.createArrayNode();
            }
            if (JSON.readTree(file.toFile()) instanceof ArrayNode pairs) {
                return pairs;
            }
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, file + " is no list of pairs");
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
