package org.demur.journal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.demur.file.Sha256;
import org.demur.journal.JournalEntry.Erasure;
import org.demur.journal.JournalStore.DamagedRecord;
import org.jspecify.annotations.Nullable;

/** Whether the chain of the journal is whole. */
public sealed interface Verification {
    /**
     * Every record is as it was written, or was erased by a record that says so.
     *
     * @param records how many
     * @param erased those of them without content
     * @param head the hash of the last one: who keeps it elsewhere can tell later that nothing
     *     before it was cut off or written anew
     */
    record Whole(long records, long erased, String head) implements Verification {}

    /**
     * Something is not as it was written.
     *
     * @param what is wrong, naming the first record at fault
     */
    record Broken(String what) implements Verification {}

    /**
     * Reads everything.
     *
     * @param noted a hash that was the last one once; null where nobody noted one
     */
    static Verification of(JournalStore store, @Nullable String noted) throws SQLException {
        var chain = new Chain(noted);
        try {
            store.forEach("1 = 1 ORDER BY sequence", List.of(), chain::check);
            chain.end();
        } catch (DamagedRecord damaged) {
            return new Broken("record %d %s".formatted(damaged.sequence(), damaged.getMessage()));
        }
        var complaint = store.complaint();
        return complaint.isEmpty()
                ? new Whole(chain.last, chain.empty.size(), chain.previous)
                : new Broken("the database is damaged: " + complaint);
    }

    /** A walk along the records. */
    final class Chain {
        private final @Nullable String noted;
        private boolean metNoted;
        private long last;
        private String previous = JournalRecord.GENESIS;
        private final List<Long> empty = new ArrayList<>();
        private final List<Erasure> erasures = new ArrayList<>();

        private Chain(@Nullable String noted) {
            this.noted = noted;
            this.metNoted = noted == null;
        }

        private void check(JournalRecord link) {
            require(link, link.sequence() == last + 1, "does not follow record " + last);
            require(link, link.previous().equals(previous), "does not name the hash before it");
            require(link, link.hash().equals(link.hashOfItsParts()), "has another hash");
            var content = link.content();
            if (content == null) {
                empty.add(link.sequence());
                require(link, link.caller() == null, "is erased, but not its caller");
            } else {
                require(
                        link,
                        Sha256.of(content).equals(link.contentDigest()),
                        "has another content than was written");
                var entry = link.entry();
                require(
                        link,
                        entry != null && entry.caller().equals(link.caller()),
                        "is filed under another caller");
                if (entry instanceof Erasure erasure) {
                    erasures.add(erasure);
                }
            }
            last = link.sequence();
            previous = link.hash();
            metNoted |= previous.equals(noted);
        }

        private void end() {
            for (long sequence : empty) {
                if (erasures.stream().noneMatch(e -> e.covers(sequence))) {
                    throw new DamagedRecord(sequence, "has no content, and no record says why");
                }
            }
            if (!metNoted) {
                throw new DamagedRecord(last, "is the last one, and none has the noted hash");
            }
        }

        private static void require(JournalRecord link, boolean holds, String otherwise) {
            if (!holds) {
                throw new DamagedRecord(link.sequence(), otherwise);
            }
        }
    }
}
