package org.demur.evaluation.frozen;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Which questions are kept away from a model that decides one of them. */
public enum Folding {
    /** All questions of the same database: nothing of a database is known when it is decided. */
    DATABASE {
        @Override
        String fold(FrozenItem item) {
            return item.database();
        }
    },
    /**
     * A tenth of all questions, by the SHA-256 of the id: a database's other questions are known.
     */
    HASH {
        private static final int FOLDS = 10;

        @Override
        String fold(FrozenItem item) {
            try {
                var digest = MessageDigest.getInstance("SHA-256");
                var bytes = digest.digest(item.id().getBytes(StandardCharsets.UTF_8));
                return "hash " + Integer.remainderUnsigned(ByteBuffer.wrap(bytes).getInt(), FOLDS);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    };

    abstract String fold(FrozenItem item);
}
