package org.demur.evaluation.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.pipeline.OpenDatabase;
import org.demur.schema.DatabaseLocation;
import org.demur.schema.DatabaseSchema;
import org.demur.schema.jdbc.FileEngine;

/**
 * Where the databases of a benchmark lie. Packed files are unpacked once, into a cache, under the
 * digest of their content. Thread-safe.
 */
public final class Databases {
    private static final System.Logger LOG = System.getLogger(Databases.class.getName());

    private final Layout layout;
    private final ContentCache cache;
    private final Map<String, List<ScoredContent>> found = new ConcurrentHashMap<>();

    private Databases(Layout layout, ContentCache cache) {
        this.layout = layout;
        this.cache = cache;
    }

    /** Where databases are looked for. */
    private sealed interface Layout {
        record Single(Path file) implements Layout {}

        record Folder(Path folder) implements Layout {}

        record Declared(Function<String, OpenDatabase> databases) implements Layout {}

        record None() implements Layout {}
    }

    /** One file for every question; gzipped or not. */
    public static Databases single(Path file, ContentCache cache) {
        return new Databases(new Layout.Single(file), cache);
    }

    /** A folder that holds a file {@code <database>/<database>} of each database. */
    public static Databases folder(Path folder, ContentCache cache) {
        return new Databases(new Layout.Folder(folder), cache);
    }

    /** No database at all. */
    public static Databases none(ContentCache cache) {
        return new Databases(new Layout.None(), cache);
    }

    /**
     * Each where a declaration says, be it a file or on a server.
     *
     * @param databases by name
     */
    public static Databases declared(Function<String, OpenDatabase> databases, ContentCache cache) {
        return new Databases(new Layout.Declared(databases), cache);
    }

    /** The name of the database of a folder that holds no other. */
    public static Optional<String> only(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> folders = entries.filter(Files::isDirectory).limit(2).toList();
            return folders.size() == 1
                    ? Optional.of(String.valueOf(folders.getFirst().getFileName()))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The engines of the databases looked at so far, with the version where verdicts know it. */
    public String engine() {
        String engines =
                found.values().stream()
                        .flatMap(List::stream)
                        .map(ScoredContent::engine)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        return engines.isEmpty() ? FileEngine.title() : engines;
    }

    /** The file or folder, for messages; empty where declarations tell. */
    public String location() {
        return switch (layout) {
            case Layout.Single(var file) -> file.toString();
            case Layout.Folder(var folder) -> folder.toString();
            case Layout.Declared _, Layout.None _ -> "";
        };
    }

    /**
     * Makes the only database file, and its engine, ready for use. What is wrong with the file is
     * told at its use.
     */
    public void prepare() {
        if (!(layout instanceof Layout.Single)) {
            return;
        }
        try {
            for (ScoredContent content : contentsOf("")) {
                content.open(ExecutionLimits.STANDARD, new LongAdder()).close();
            }
        } catch (GatewayException | UncheckedIOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a database cannot be made ready", e);
        }
    }

    /**
     * What a database is scored on: more than one where its folder holds a suite of files. None
     * where the database is not there.
     */
    public List<ScoredContent> contentsOf(String database) {
        return found.computeIfAbsent(database, this::find);
    }

    /** The database as it is declared; empty where files are named instead. */
    public Optional<OpenDatabase> declared(String database) {
        return layout instanceof Layout.Declared(var databases)
                ? Optional.of(databases.apply(database))
                : Optional.empty();
    }

    /** What a database on a server shows; empty for another. */
    public Optional<DatabaseSchema> servedSchema(String database) {
        return contentsOf(database).stream()
                .flatMap(content ->
                        content instanceof ScoredContent.Served(var served)
                                ? Stream.of(served.schema())
                                : Stream.empty())
                .findFirst();
    }

    /**
     * A file with the database's tables, though its rows may be withheld; empty where there is
     * none.
     */
    public Optional<Path> schemaOf(String database) {
        for (ScoredContent content : contentsOf(database)) {
            if (content instanceof ScoredContent.InFile(var file)) {
                return Optional.of(file);
            }
        }
        if (!(layout instanceof Layout.Folder(var folder)) || !Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> notes =
                Files.newDirectoryStream(folder, entry -> isNoteOn(entry, database))) {
            for (Path note : notes) {
                List<Path> kept = filesIn(note);
                if (!kept.isEmpty()) {
                    return Optional.of(kept.getFirst());
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Whether the folder says that the database cannot be executed: instead of {@code name} it
     * holds a folder {@code name.}something, which says why.
     */
    public boolean isWithheld(String database) {
        if (!(layout instanceof Layout.Folder(var folder)) || !Files.isDirectory(folder)) {
            return false;
        }
        try (DirectoryStream<Path> notes =
                Files.newDirectoryStream(folder, entry -> isNoteOn(entry, database))) {
            return notes.iterator().hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isNoteOn(Path entry, String database) {
        return String.valueOf(entry.getFileName()).startsWith(database + ".")
                && Files.isDirectory(entry);
    }

    private List<ScoredContent> find(String database) {
        return switch (layout) {
            case Layout.Single(var file) -> inFile(file);
            case Layout.Folder(var folder) -> {
                Path own = folder.resolve(database);
                yield Files.isDirectory(own)
                        ? filesIn(own).stream()
                                .<ScoredContent>map(ScoredContent.InFile::new)
                                .toList()
                        : List.of();
            }
            case Layout.Declared(var databases) -> {
                OpenDatabase opened = databases.apply(database);
                yield switch (opened.database().location()) {
                    case DatabaseLocation.InFile file -> inFile(file.file());
                    case DatabaseLocation.OnServer _ -> List.of(new ScoredContent.Served(opened));
                };
            }
            case Layout.None _ -> List.of();
        };
    }

    private List<ScoredContent> inFile(Path file) {
        return Files.isRegularFile(file)
                ? List.of(new ScoredContent.InFile(unpacked(file)))
                : List.of();
    }

    private List<Path> filesIn(Path folder) {
        var files = new ArrayList<Path>();
        try (DirectoryStream<Path> candidates =
                Files.newDirectoryStream(folder, "*" + FileEngine.SUFFIX + "{,.gz}")) {
            for (Path candidate : candidates) {
                if (Files.isRegularFile(candidate)) {
                    files.add(unpacked(candidate));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Collections.sort(files);
        return List.copyOf(files);
    }

    private Path unpacked(Path file) {
        try {
            return cache.unpacked(file);
        } catch (UncheckedIOException e) {
            throw new GatewayException(
                    FailureCode.INVALID_INPUT_FILE,
                    "%s: it cannot be unpacked, %s".formatted(file, e.getCause()),
                    e);
        }
    }
}
