package org.demur.curation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.demur.failure.FailureCode;
import org.demur.failure.FailureType;
import org.demur.failure.GatewayException;
import org.demur.file.WholeFile;
import org.demur.schema.Database;
import org.demur.schema.DatabaseCatalog;
import org.demur.schema.declaration.DeclarationText;
import org.demur.schema.declaration.SemanticsText;
import org.jspecify.annotations.Nullable;

/**
 * Declarations of databases as texts: tried by the code that reads them at the start, written whole
 * or not at all, and taken up. Thread-safe.
 */
public final class DeclarationEditor {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,60}");

    /** What the names of variables begin with that are there for declarations. */
    private static final String FOR_DECLARATIONS = "DATABASE_";

    /** How much of a declaration somebody may change. */
    public enum Reach {
        /** What the data mean. */
        MEANING,
        /** Where the data and the pairs are besides, and declarations that are not there yet. */
        ALL
    }

    /** Opens what a folder declares, as the service does. */
    @FunctionalInterface
    public interface Opening {
        DatabaseCatalog of(Path folder);
    }

    /**
     * Drafts the lines of a semantic layer from a database's pairs; none where they show nothing.
     */
    @FunctionalInterface
    public interface Drafting {
        List<String> layer(Database database);
    }

    /** Serves a database as it is declared now. */
    @FunctionalInterface
    public interface Renewal {
        void of(String database);
    }

    private final Path home;
    private final Path folder;
    private final Opening opening;
    private final Drafting drafting;
    private final Renewal renewal;

    /**
     * @param home where relative paths start
     */
    public DeclarationEditor(
            Path home, Path folder, Opening opening, Drafting drafting, Renewal renewal) {
        this.home = home.toAbsolutePath().normalize();
        this.folder = folder;
        this.opening = opening;
        this.drafting = drafting;
        this.renewal = renewal;
    }

    /** Whether anything can be written at all. */
    public boolean isWritable() {
        return Files.isWritable(folder);
    }

    /**
     * The text of a declaration; empty for one that is not there yet.
     *
     * @throws GatewayException MALFORMED_REQUEST for what can be no id
     */
    public String read(String id) {
        var file = file(id);
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, file + " cannot be read", e);
        }
    }

    /** Does something with the database that a text declares, while it is tried. */
    @FunctionalInterface
    public interface Trial<T> {
        T with(Database database);
    }

    /**
     * Opens what a text would declare, without writing it.
     *
     * @param reach of whoever wrote it
     * @throws GatewayException MALFORMED_REQUEST with line, mistake and remedy
     */
    public <T> T tried(String id, String text, Reach reach, Trial<T> trial) {
        requireId(id);
        requireWithin(reach, id, text);
        try {
            var place = Files.createTempDirectory("demur-declaration");
            var draft = place.resolve(id + ".yaml");
            try {
                Files.writeString(draft, text);
                return trial.with(opening.of(place).database(id));
            } catch (GatewayException e) {
                if (e.code().type() == FailureType.RESOURCE) {
                    throw e;
                }
                throw new GatewayException(
                        FailureCode.MALFORMED_REQUEST,
                        told(String.valueOf(e.getMessage()), draft),
                        e);
            } finally {
                Files.deleteIfExists(draft);
                Files.deleteIfExists(place);
            }
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.UNEXPECTED, "a declaration cannot be tried: " + e.getMessage(), e);
        }
    }

    /**
     * A declaration opens files and servers with the rights and the environment of the service: it
     * may not carry off what neither it nor another refers to already.
     */
    private void requireWithin(Reach reach, String id, String text) {
        if (reach == Reach.MEANING && !DeclarationText.differInMeaningOnly(text, read(id))) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "whoever operates some databases only may change description, assumptions,"
                            + " semantics and the descriptions of tables and columns; the rest of"
                            + " the declaration has to stay");
        }
        var variables = new TreeSet<>(DeclarationText.variables(text));
        variables.removeIf(name -> name.startsWith(FOR_DECLARATIONS));
        if (!variables.isEmpty()) {
            declared().forEach(known -> variables.removeAll(DeclarationText.variables(known)));
        }
        if (!variables.isEmpty()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "no declaration refers to the environment variable %s yet: name it %s…, or write the declaration where Demur runs"
                            .formatted(variables.first(), FOR_DECLARATIONS));
        }
    }

    /** The texts of all declarations. */
    private List<String> declared() {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".yaml"))
                    .map(name -> name.substring(0, name.length() - ".yaml".length()))
                    .filter(name -> ID.matcher(name).matches())
                    .map(this::read)
                    .toList();
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, folder + " cannot be read", e);
        }
    }

    /** Callers know the declaration by its lines, and paths as they wrote them. */
    private String told(String message, Path draft) {
        return message.replaceAll(Pattern.quote(draft + ":") + "(?=[0-9])", "line ")
                .replace(draft + ":", "the declaration")
                .replace(draft.toString(), "the declaration")
                .replace(home + "/", "");
    }

    /**
     * The text with a semantic layer as its pairs show it, in place of its own.
     *
     * @throws GatewayException MALFORMED_REQUEST as {@link #tried}, and where pairs show nothing
     */
    public String withDraft(String id, String text, Reach reach) {
        var layer = tried(id, text, reach, drafting::layer);
        if (layer.isEmpty()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "the pairs show nothing to draft a semantic layer from; add some first");
        }
        return SemanticsText.in(text, layer);
    }

    /**
     * Writes a declaration that can be opened, and returns when questions find it.
     *
     * @param was the text that it changes; null for whatever is there
     * @param recording runs once it is to be written, and before that
     * @return whether it is written: not where another text is there by now
     * @throws GatewayException MALFORMED_REQUEST as {@link #tried}; INVALID_CONFIGURATION where
     *     nothing can be written
     */
    public synchronized boolean write(
            String id, String text, Reach reach, @Nullable String was, Runnable recording) {
        tried(id, text, reach, Database::id);
        if (was != null && !was.equals(read(id))) {
            return false;
        }
        if (!isWritable()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "declarations cannot be changed here: their folder is read-only");
        }
        recording.run();
        try {
            WholeFile.write(file(id), text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_CONFIGURATION, file(id) + " cannot be written", e);
        }
        renewal.of(id);
        return true;
    }

    private Path file(String id) {
        requireId(id);
        return folder.resolve(id + ".yaml");
    }

    private static void requireId(String id) {
        if (!ID.matcher(id).matches()) {
            throw new GatewayException(
                    FailureCode.MALFORMED_REQUEST,
                    "an id begins with a letter or digit and has letters, digits, _ and -"
                            + " only, at most 61");
        }
    }
}
