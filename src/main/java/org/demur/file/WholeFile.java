package org.demur.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Files that appear whole or not at all: they are made beside their place and renamed, so that no
 * reader, in this process or another, meets half of one. What was there before is replaced.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Produces the bytes of a file. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream output) throws IOException;
    }

    /** Makes a file at a place where there is none. */
    @FunctionalInterface
    public interface Making<E extends Exception> {
        void at(Path draft) throws IOException, E;
    }

    public static void write(Path file, byte[] content) throws IOException {
        write(file, output -> output.write(content));
    }

    public static void write(Path file, Content content) throws IOException {
        WholeFile.<IOException>make(
                file,
                draft -> {
                    try (OutputStream output =
                            Files.newOutputStream(draft, StandardOpenOption.CREATE_NEW)) {
                        content.writeTo(output);
                    }
                });
    }

    /**
     * For what writes a file by its name, such as an engine.
     *
     * @param file its folder is made if need be
     */
    public static <E extends Exception> void make(Path file, Making<E> making)
            throws IOException, E {
        Path place = file.toAbsolutePath();
        Path folder = place.getParent();
        if (folder == null) {
            throw new IOException(file + " is a folder");
        }
        Files.createDirectories(folder);
        Path draft =
                folder.resolve(".%s-%s.part".formatted(place.getFileName(), UUID.randomUUID()));
        try {
            making.at(draft);
            Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
