package org.demur.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about texts that were asked for lately. What nobody asked for the longest goes
 * when the texts have more letters than there is room for. Thread-safe.
 *
 * @param <K> what was asked
 * @param <V> what was found out
 */
public final class Recent<K, V> {
    /** Room for some 8,000 statements, the drafts of 1,600 questions. */
    public static final long STATEMENTS = 4_000_000;

    private record Entry<V>(V value, int letters) {}

    private final long room;
    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long letters;

    /**
     * Nothing yet.
     *
     * @param room letters of all texts together; what is found out about a text takes about as much
     */
    public Recent(long room) {
        this.room = room;
    }

    /** What is remembered; null where nothing is. */
    public synchronized @Nullable V get(K key) {
        var entry = entries.get(key);
        return entry == null ? null : entry.value();
    }

    /**
     * Remembers a value in place of an earlier one, unless the text alone has more letters than
     * there is room for.
     *
     * @param text what is kept because of the entry
     */
    public synchronized void put(K key, String text, V value) {
        if (text.length() > room) {
            return;
        }
        var earlier = entries.put(key, new Entry<>(value, text.length()));
        letters += text.length() - (earlier == null ? 0 : earlier.letters());
        var oldest = entries.values().iterator();
        while (letters > room && oldest.hasNext()) {
            letters -= oldest.next().letters();
            oldest.remove();
        }
    }
}
