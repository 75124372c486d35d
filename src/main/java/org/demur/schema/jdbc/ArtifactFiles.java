package org.demur.schema.jdbc;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import org.demur.file.KeyedFile;
import org.demur.schema.ArtifactCache;

/** One file of the cache for each part. */
public final class ArtifactFiles implements ArtifactCache {
    private static final System.Logger LOG = System.getLogger(ArtifactFiles.class.getName());

    private final Cache cache;
    private final String name;

    /**
     * @param name of what the parts belong to
     */
    public ArtifactFiles(Cache cache, String name) {
        this.cache = cache;
        this.name = name;
    }

    @Override
    public Optional<ByteBuffer> find(String part, String key) {
        var file = file(part);
        try {
            return KeyedFile.read(file, HexFormat.of().parseHex(key));
        } catch (IOException e) { // a broken cache is an absent one
            LOG.log(Level.DEBUG, file + " cannot be used", e);
            return Optional.empty();
        }
    }

    @Override
    public void keep(String part, String key, byte[] content) {
        try {
            KeyedFile.write(file(part), HexFormat.of().parseHex(key), content);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "What was derived of a database could not be kept: {0}", e);
        }
    }

    private Path file(String part) {
        return cache.entry("derived", name + "." + part);
    }
}
