package org.demur.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Files that no other user may read or write, whatever the process's mask allows, in folders that
 * no other user may enter; they appear whole or not at all, as with {@link WholeFile}. Where the
 * file system knows no such permissions, its own rules hold.
 */
public final class OwnFile {
    private static final Set<PosixFilePermission> OF_A_FILE =
            PosixFilePermissions.fromString("rw-------");

    private static final Set<PosixFilePermission> OF_A_FOLDER =
            PosixFilePermissions.fromString("rwx------");

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private OwnFile() {}

    public static void write(Path file, byte[] content) throws IOException {
        write(file, output -> output.write(content));
    }

    public static void write(Path file, WholeFile.Content content) throws IOException {
        OwnFile.<IOException>make(
                file,
                draft -> {
                    try (OutputStream output = Files.newOutputStream(draft)) {
                        content.writeTo(output);
                    }
                });
    }

    /** For what writes a file by its name; there is an empty one when it begins. */
    public static <E extends Exception> void make(Path file, WholeFile.Making<E> making)
            throws IOException, E {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            makeFolder(folder);
        }
        WholeFile.<E>make(
                file,
                draft -> {
                    Files.createFile(draft, permissions(OF_A_FILE));
                    making.at(draft);
                });
    }

    /** Makes the folder, and those that it lies in, where they are not there. */
    public static void makeFolder(Path folder) throws IOException {
        Files.createDirectories(folder, permissions(OF_A_FOLDER));
    }

    /** What a file is to be created with. */
    public static FileAttribute<?>[] ofAFile() {
        return permissions(OF_A_FILE);
    }

    private static FileAttribute<?>[] permissions(Set<PosixFilePermission> permissions) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    /**
     * Takes from other users what they may do with a folder and all that lies in it, links and what
     * they lead to excepted.
     */
    public static void closeTree(Path folder) throws IOException {
        if (!POSIX) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (Files.isSymbolicLink(path)) {
                    continue;
                }
                restrict(path, Files.isDirectory(path) ? OF_A_FOLDER : OF_A_FILE);
            }
        }
    }

    private static void restrict(Path path, Set<PosixFilePermission> allowed) throws IOException {
        if (POSIX && !allowed.containsAll(Files.getPosixFilePermissions(path))) {
            Files.setPosixFilePermissions(path, allowed);
        }
    }
}
