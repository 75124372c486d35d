package org.demur.uncertainty;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads UBJSON, in which XGBoost keeps its models: objects as maps, arrays as lists, arrays of one
 * type of number as {@code float[]} or {@code int[]}, numbers as boxes. For one text.
 *
 * @see <a href="https://ubjson.org">The format</a>
 */
final class Ubjson {
    /** More than any array of a model that was fitted here; a broken file must not take memory. */
    private static final int LONGEST = 1 << 24;

    private static final int DEEPEST = 64;

    private final ByteBuffer bytes; // big-endian, as the format is
    private int depth;

    private Ubjson(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /**
     * The object that the bytes hold.
     *
     * @throws IOException where they hold none
     */
    static Map<?, ?> read(byte[] bytes) throws IOException {
        try {
            if (new Ubjson(bytes).value() instanceof Map<?, ?> object) {
                return object;
            }
            throw new IOException("This is no object of UBJSON");
        } catch (BufferUnderflowException e) {
            throw new IOException("The text ends too early", e);
        }
    }

    private @Nullable Object value() throws IOException {
        return value(marker());
    }

    private @Nullable Object value(char marker) throws IOException {
        return switch (marker) {
            case 'Z' -> null;
            case 'T' -> true;
            case 'F' -> false;
            case 'd' -> bytes.getFloat();
            case 'D' -> bytes.getDouble();
            case 'i', 'U', 'I', 'l', 'L' -> integer(marker);
            case 'C' -> String.valueOf(marker());
            case 'S' -> text();
            case '[' -> nested(true);
            case '{' -> nested(false);
            default -> throw new IOException("Unknown marker " + (int) marker);
        };
    }

    private Object nested(boolean array) throws IOException {
        if (++depth > DEEPEST) {
            throw new IOException("Nested too deeply");
        }
        Object value = array ? array() : object();
        depth--;
        return value;
    }

    private Object array() throws IOException {
        char type = skip('$') ? marker() : 0;
        int length = skip('#') ? length() : -1;
        if (type == 'd' && length >= 0) {
            float[] numbers = new float[length];
            for (int i = 0; i < length; i++) {
                numbers[i] = bytes.getFloat();
            }
            return numbers;
        }
        if ("iUIlL".indexOf(type) >= 0 && length >= 0) {
            int[] numbers = new int[length];
            for (int i = 0; i < length; i++) {
                numbers[i] = Math.toIntExact(integer(type));
            }
            return numbers;
        }
        List<@Nullable Object> values = new ArrayList<>();
        while (length >= 0 ? values.size() < length : !skip(']')) {
            values.add(type == 0 ? value() : value(type));
        }
        return values;
    }

    private Map<String, @Nullable Object> object() throws IOException {
        char type = skip('$') ? marker() : 0;
        int length = skip('#') ? length() : -1;
        Map<String, @Nullable Object> values = new HashMap<>();
        for (int i = 0; length >= 0 ? i < length : !skip('}'); i++) {
            values.put(text(), type == 0 ? value() : value(type));
        }
        return values;
    }

    private String text() throws IOException {
        byte[] text = new byte[length()];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private int length() throws IOException {
        long length = integer(marker());
        if (length < 0 || length > LONGEST) {
            throw new IOException("A length of " + length);
        }
        return (int) length;
    }

    private long integer(char marker) throws IOException {
        return switch (marker) {
            case 'i' -> bytes.get();
            case 'U' -> bytes.get() & 0xff;
            case 'I' -> bytes.getShort();
            case 'l' -> bytes.getInt();
            case 'L' -> bytes.getLong();
            default -> throw new IOException("No number at " + bytes.position());
        };
    }

    private char marker() {
        return (char) (bytes.get() & 0xff);
    }

    private boolean skip(char marker) {
        if (!bytes.hasRemaining() || bytes.get(bytes.position()) != marker) {
            return false;
        }
        bytes.get();
        return true;
    }
}
