package org.demur.schema.jdbc;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.demur.failure.FailureCode;
import org.demur.failure.GatewayException;
import org.demur.file.DerivedFile;
import org.demur.file.Sha256;
import org.demur.schema.DatabaseLocation;

/**
 * A database file that is there and begins like one.
 *
 * @param path the file to open; for a packed one the unpacked copy in the cache
 * @param packed whether {@code path} was unpacked from the declared file
 * @param digest of the content as declared: of the packed bytes where packed
 */
public record DatabaseFile(Path path, boolean packed, String digest) {
    /**
     * Finds the file, unpacking it where its name ends in {@code .gz}.
     *
     * @param file the declared file
     * @param place where it is declared, for messages
     * @throws GatewayException DATABASE_UNAVAILABLE naming the file and the remedy
     */
    public static DatabaseFile locate(Path file, String place, Cache cache) {
        if (!Files.exists(file)) {
            throw unavailable(
                    place, file, "does not exist", "correct the path or put the file there");
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw unavailable(
                    place, file, "is not a readable file", "check what it is and its permissions");
        }
        try {
            String digest = new ContentDigest(cache).of(file);
            boolean packed = file.getFileName().toString().endsWith(".gz");
            Path plain = packed ? unpacked(file, digest, place, cache) : file;
            var instead = FileEngine.objection(plain);
            if (instead.isPresent()) {
                throw unavailable(place, file, instead.get().what(), instead.get().remedy());
            }
            return new DatabaseFile(plain, packed, packed ? digest : withLog(file, digest, cache));
        } catch (EOFException cut) {
            throw unavailable(place, file, "is cut short", "fetch it again");
        } catch (ZipException notPacked) {
            throw unavailable(
                    place,
                    file,
                    "is not a sound gzip file (" + notPacked.getMessage() + ")",
                    "fetch it again, or take .gz off its name if it is not packed");
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE,
                    "%s: the database file %s cannot be read: %s".formatted(place, file, e),
                    e);
        }
    }

    /**
     * As who reads it needs it.
     *
     * @param made whether Demur itself wrote the file
     */
    public DatabaseLocation.InFile location(boolean made) {
        return new DatabaseLocation.InFile(path, packed || made, digest);
    }

    /** Commits of a database in WAL mode may stand in the log beside it. */
    private static String withLog(Path file, String digest, Cache cache) throws IOException {
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        if (!Files.exists(log) || Files.size(log) == 0) {
            return digest;
        }
        return Sha256.of(digest + new ContentDigest(cache).of(log));
    }

    private static Path unpacked(Path file, String digest, String place, Cache cache)
            throws EOFException, ZipException {
        Path copy = cache.entry("unpacked", digest + FileEngine.SUFFIX);
        try {
            DerivedFile.unpack(file, copy);
            return copy;
        } catch (EOFException | ZipException broken) {
            throw broken;
        } catch (IOException e) {
            throw new GatewayException(
                    FailureCode.DATABASE_UNAVAILABLE,
                    "%s: the database file %s cannot be unpacked to %s (DEMUR_CACHE names another folder): %s"
                            .formatted(place, file, cache.directory(), e),
                    e);
        }
    }

    static GatewayException unavailable(String place, Path file, String what, String remedy) {
        return new GatewayException(
                FailureCode.DATABASE_UNAVAILABLE,
                "%s: the database file %s %s; %s".formatted(place, file, what, remedy));
    }
}
