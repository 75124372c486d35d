package org.demur.schema.declaration;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of pairs.
 *
 * @param place where it is declared, file and line
 * @param path absolute
 * @param format how to read it
 * @param labels the file of SQL by id, where the format keeps it apart; null means beside the first
 * @param database which database's items to take, where the format mixes several
 * @param select which of those items to take
 */
public record PairFile(
        String place,
        Path path,
        PairFormat format,
        @Nullable Path labels,
        String database,
        Select select) {
    /**
     * First {@code where}, then every n-th of what remains.
     *
     * @param where field to accepted values; an item needs one of each field's
     * @param every at least 1
     * @param offset the first item taken, counted from 0, below {@code every}
     */
    public record Select(Map<String, List<String>> where, int every, int offset) {
        public static final Select ALL = new Select(Map.of(), 1, 0);

        public Select {
            where = Map.copyOf(where);
        }
    }
}
