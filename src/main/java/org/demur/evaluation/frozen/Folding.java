package org.demur.evaluation.frozen;

import java.nio.ByteBuffer;
import org.demur.file.Sha256;

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
            int number = ByteBuffer.wrap(Sha256.bytesOf(item.id())).getInt();
            return "hash " + Integer.remainderUnsigned(number, FOLDS);
        }
    };

    abstract String fold(FrozenItem item);
}
