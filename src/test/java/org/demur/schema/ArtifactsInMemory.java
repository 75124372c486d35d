package org.demur.schema;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps parts as long as a test runs, and counts how often one was derived. */
public final class ArtifactsInMemory implements ArtifactCache {
    private final Map<String, byte[]> parts = new HashMap<>();
    private int derived;

    @Override
    public Optional<ByteBuffer> find(String part, String key) {
        return Optional.ofNullable(parts.get(part + key)).map(ByteBuffer::wrap);
    }

    @Override
    public void keep(String part, String key, byte[] content) {
        parts.put(part + key, content);
        derived++;
    }

    /** How many parts were kept, those kept again included. */
    public int derived() {
        return derived;
    }

    /** Leaves half of each part. */
    public void cut() {
        parts.replaceAll((part, bytes) -> Arrays.copyOf(bytes, bytes.length / 2));
    }
}
