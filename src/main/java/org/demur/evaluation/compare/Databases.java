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
import java.util.stream.Stream;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;

/**
 * Where the databases of a benchmark lie. Packed files are unpacked once, into a cache, under the
 * digest of their content. Thread-safe.
 */
public final class Databases {
    private static final System.Logger LOG = System.getLogger(Databases.class.getName());

    private final boolean isFolder;
    private final Path location;
    private final Function<String, Path> single;
    private final ContentCache cache;
    private final Map<String, List<Path>> found = new ConcurrentHashMap<>();

    private Databases(
            boolean isFolder, Path location, Function<String, Path> single, ContentCache cache) {
        this.isFolder = isFolder;
        this.location = location;
        this.single = single;
        this.cache = cache;
    }

    /** One file for every question; gzipped or not. */
    public static Databases single(Path sqlite, ContentCache cache) {
        return new Databases(false, sqlite, database -> sqlite, cache);
    }

    /** A folder that holds {@code <database>/<database>.sqlite}. */
    public static Databases folder(Path folder, ContentCache cache) {
        return new Databases(true, folder, folder::resolve, cache);
    }

    /** No database at all. */
    public static Databases none(ContentCache cache) {
        return new Databases(false, Path.of(""), Path::of, cache);
    }

    /**
     * Each where a declaration says.
     *
     * @param files name to file
     */
    public static Databases declared(Function<String, Path> files, ContentCache cache) {
        return new Databases(false, Path.of(""), files, cache);
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

    public Path location() {
        return location;
    }

    /**
     * Makes the only database, and SQLite itself, ready for use; does nothing for a folder. What is
     * wrong with the file is told at its use.
     */
    public void prepare() {
        if (isFolder) {
            return;
        }
        try {
            for (Path file : filesOf("")) {
                ScoredDatabase.open(file, ExecutionLimits.STANDARD, new LongAdder()).close();
            }
        } catch (GatewayException | UncheckedIOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a database cannot be made ready", e);
        }
    }

    /**
     * The files of a database: more than one where its folder holds a suite of them. None where the
     * database is not there.
     */
    public List<Path> filesOf(String database) {
        return found.computeIfAbsent(database, this::find);
    }

    /**
     * A file with the database's tables, though its rows may be withheld; empty where there is
     * none.
     */
    public Optional<Path> schemaOf(String database) {
        List<Path> files = filesOf(database);
        if (!files.isEmpty() || !isFolder || !Files.isDirectory(location)) {
            return files.stream().findFirst();
        }
        try (DirectoryStream<Path> notes =
                Files.newDirectoryStream(location, entry -> isNoteOn(entry, database))) {
            for (Path note : notes) {
                List<Path> kept = sqliteFilesIn(note);
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
        if (!isFolder || !Files.isDirectory(location)) {
            return false;
        }
        try (DirectoryStream<Path> notes =
                Files.newDirectoryStream(location, entry -> isNoteOn(entry, database))) {
            return notes.iterator().hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isNoteOn(Path entry, String database) {
        return String.valueOf(entry.getFileName()).startsWith(database + ".")
                && Files.isDirectory(entry);
    }

    private List<Path> find(String database) {
        if (!isFolder) {
            Path file = single.apply(database);
            return Files.isRegularFile(file) ? List.of(unpacked(file)) : List.of();
        }
        Path folder = single.apply(database);
        return Files.isDirectory(folder) ? sqliteFilesIn(folder) : List.of();
    }

    private List<Path> sqliteFilesIn(Path folder) {
        var files = new ArrayList<Path>();
        try (DirectoryStream<Path> candidates =
                Files.newDirectoryStream(folder, "*.{sqlite,sqlite.gz}")) {
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
